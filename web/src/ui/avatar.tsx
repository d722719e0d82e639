/** A face: a photo, or initials. */
import { useState } from "preact/hooks";
import { pickFor } from "./colours.tsx";

interface Props {
  name: string;
  photoUrl: string | null;
  large?: boolean;
}

/** The photo, or the initials where there is none. Without a label, because the name is shown beside it. */
export function Avatar({ name, photoUrl, large }: Props) {
  const [failedUrl, setFailedUrl] = useState("");
  const size = large ? "avatar avatar-large" : "avatar";
  if (photoUrl && failedUrl !== photoUrl) {
    return (
      <img
        class={size}
        src={photoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(photoUrl)}
      />
    );
  }
  return (
    <span
      class={size}
      style={{ background: `var(--tint-${pickFor(name, 5)})` }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  // An emoji is as wide as two letters.
  const first = firstOf(words[0] ?? "");
  if (/\p{Extended_Pictographic}/u.test(first)) return first;
  const picked = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return picked.map((word) => firstOf(word).toLocaleUpperCase()).join("");
}

const segmenter = new Intl.Segmenter();

/** The first character as people see it, which may be several code points, as of an emoji. */
const firstOf = (word: string) => segmenter.segment(word).containing(0)?.segment ?? "";
