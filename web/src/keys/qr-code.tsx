/** A text as a QR code. */
import { generate } from "lean-qr/nano";

interface Props {
  /** What it is for, which stands below it. */
  label: string;
  text: string;
}

/** What a phone scans; on the phone itself, it is a link. Dark on light in dark colours too, because not every camera reads the other. */
export function QrCode({ label, text }: Props) {
  const code = generate(text);
  const rows = Array.from({ length: code.size }, (_, index) => index);
  const dark = rows.flatMap((y) => rows.map((x) => code.get(x, y) ? `M${x} ${y}h1v1h-1z` : ""));
  const picture = (
    <figure class="qr">
      <svg viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`} aria-hidden="true">
        <path d={dark.join("")} />
      </svg>
      <figcaption class="fine">{label}</figcaption>
    </figure>
  );
  return /^\w+:/.test(text) ? <a href={text}>{picture}</a> : picture;
}
