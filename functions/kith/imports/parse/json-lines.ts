// Lines of a vCard that readers of JSON write for what they find.
import type { VcardLine } from "./vcard-lines.ts";

/** A text as it stands in a vCard (RFC 6350, 3.4). */
export function escapeText(text: string): string {
  if (!/[\\;,\r\n]/.test(text)) return text;
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

/** A value that is no list and no object, as text. */
export function scalar(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Writes lines of a card that begins on a line of the file. */
export class Lines {
  readonly lines: VcardLine[] = [];
  readonly line: number;

  constructor(line: number) {
    this.line = line;
  }

  /** Writes a line of texts, which are a list where there are several; null where all are empty. */
  write(name: string, ...texts: string[]): VcardLine | null {
    const text = texts.length === 1
      ? escapeText(texts[0]!)
      : texts.filter((each) => each !== "").map(escapeText).join(",");
    return this.writeRaw(name, text);
  }

  /** Writes a line of parts. */
  writeParts(name: string, parts: string[]): VcardLine | null {
    if (parts.every((part) => part === "")) return null;
    return this.writeRaw(name, parts.map(escapeText).join(";"));
  }

  /** Writes a line whose value is written as in a vCard. */
  writeRaw(name: string, value: string): VcardLine | null {
    if (value === "") return null;
    const { line } = this;
    const written = { line, group: "", name, parameters: new Map(), value, isOld: false };
    this.lines.push(written);
    return written;
  }

  /** Writes the label of an item as vCards have it, and returns its group. */
  writeLabel(label: string): string {
    if (label === "") return "";
    const group = `label${this.lines.length}`;
    const written = this.writeRaw("X-ABLABEL", escapeText(label));
    if (written) written.group = group;
    return group;
  }
}
