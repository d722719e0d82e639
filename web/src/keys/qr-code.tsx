/** A text as a QR code. */
import { generate } from "lean-qr/nano";

interface Props {
  /** What it is for, which stands below it. */
  label: string;
  text: string;
}

/** What a phone scans; on the phone itself, it is a link. Dark on light in dark colours too, because not every camera reads the other. */
export function QrCode({ label, text }: Props) {
  const picture = (
    <figure class="qr">
      <canvas
        ref={(canvas) => {
          if (canvas) generate(text).toCanvas(canvas);
        }}
        aria-hidden="true"
      />
      <figcaption class="fine">{label}</figcaption>
    </figure>
  );
  return /^\w+:/.test(text) ? <a href={text}>{picture}</a> : picture;
}
