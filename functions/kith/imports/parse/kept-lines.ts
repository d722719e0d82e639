// The properties of a vCard that Kith does not know, as a contact keeps them.
import { isStorable } from "../../core/json.ts";
import { shortHash } from "../../core/short-hash.ts";
import { keptLimit } from "../../core/vcard-lines.ts";
import type { Dropped } from "./reading.ts";
import { plainValue, UnreadableValue, type VcardLine } from "./vcard-lines.ts";

/** What says how a value was written, not what it is. */
const writtenBy = ["CHARSET", "GROUP"];
const encodings = /^(?:QUOTED-PRINTABLE|7BIT|8BIT|BINARY)$/i;

/**
 * The lines, unfolded. A group is called by what is in it, so that those of other cards can be added.
 * @param labels the lines that say what groups are called
 */
export function linesToKeep(
  unknown: VcardLine[],
  labels: VcardLine[],
  dropped: Dropped,
): string | null {
  const kept: string[] = [];
  let length = 0;
  for (const together of inGroups(unknown, labels)) {
    const texts = together.flatMap((each) => written(each, dropped) ?? []);
    const name = texts.length > 1 ? `g${shortHash(texts.join(""))}.` : "";
    const size = texts.reduce((sum, text) => sum + name.length + text.length + 1, 0);
    if (length + size > keptLimit) {
      for (const each of together) {
        dropped.add(each.name, "a contact keeps at most 16 KiB of what Kith does not know");
      }
      continue;
    }
    length += size;
    kept.push(...texts.map((text) => name + text));
  }
  return kept.length > 0 ? kept.join("\n") : null;
}

/** The lines of each group, with its label; those without one alone. */
function inGroups(unknown: VcardLine[], labels: VcardLine[]): Iterable<VcardLine[]> {
  const groups = new Map<string | VcardLine, VcardLine[]>();
  for (const line of unknown) {
    const key = line.group || line;
    const before = groups.get(key);
    if (before) before.push(line);
    else groups.set(key, [line]);
  }
  for (const label of labels) groups.get(label.group)?.push(label);
  return groups.values();
}

/** A line without its group; null where it has no value or cannot be kept, which is listed. */
function written(line: VcardLine, dropped: Dropped): string | null {
  try {
    const value = plainValue(line).replace(/\r\n?|\n/g, "\\n").trim();
    if (value === "") return null;
    const parameters = [...line.parameters].flatMap(([name, values]) => {
      const said = values.filter((each) => !(name === "ENCODING" && encodings.test(each)));
      if (said.length === 0 || writtenBy.includes(name) || !/^[\w-]+$/.test(name)) return [];
      return [`;${name}=${said.map(quoted).join(",")}`];
    });
    const text = `${line.name}${parameters.join("")}:${value}`;
    if (isStorable(text)) return text;
    dropped.add(line.name, "it has a character that is none");
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    dropped.add(line.name, error.message);
  }
  return null;
}

/** The value of a parameter (RFC 6350, 3.3, and RFC 6868). */
function quoted(value: string): string {
  const text = value.replaceAll("^", "^^").replaceAll('"', "^'").replace(/\r\n?|\n/g, "^n");
  return /[:;,]/.test(text) ? `"${text}"` : text;
}
