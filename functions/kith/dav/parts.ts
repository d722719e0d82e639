// A card in parts, by which the lines of one that a phone has sent are found again in what Kith writes.
import { shortHash } from "../core/short-hash.ts";
import type { Contact } from "../exports/run.ts";
import { contentLine } from "../core/content-lines.ts";
import { vcardLines, type Version } from "../exports/vcard.ts";
import { lineEnd } from "../imports/parse/places.ts";

/**
 * Lines of a card as it was sent that belong together, such as a number and its label. The key is that of the lines which Kith writes for
 * them (see {@link Written}), null where Kith writes none and they stay as they are, empty where it writes several. The places are where the
 * lines begin and end, counted in physical lines from 0.
 */
export type Part = [key: string | null, ...places: number[]];

/** Lines that Kith writes together: those of a group, or one. Two parts with the same key are the same but for their groups. */
interface Written {
  key: string;
  lines: string[];
}

const group = /^([\w-]+)\.(?=[\w-]+[;:])/;

/** What begins and ends a card, and what is no part of it: its version, its UID, and who wrote it when. */
export const frame = /^(?:BEGIN|END|VERSION|PRODID|UID|REV)$/i;

const ofName = /^(?:FN|N|X-ABShowAs):/;

/** The key of the lines with a name: equal where two contacts are called the same in a card. */
export function nameKey(contact: Partial<Contact>): string {
  const { lastName, firstName, middleName, namePrefix, nameSuffix, nickname, company } = contact;
  const others = firstName || lastName ? [] : [nickname, company];
  const parts = [lastName, firstName, middleName, namePrefix, nameSuffix, ...others];
  return `N ${shortHash(JSON.stringify(parts.map((part) => part ?? null)))}`;
}

/** What Kith writes for a contact: the lines around it, the last of which ends the card, and the parts, the name first. */
export function writtenParts(
  contact: Contact,
  networks: string[],
  version: Version,
  uid = "",
): { around: string[]; parts: [name: Written, ...others: Written[]] } {
  const name: Written = { key: nameKey(contact), lines: [] };
  const others: Written[] = [];
  const around: string[] = [];
  const groups = new Map<string, Written>();
  for (const line of vcardLines(contact, networks, version, uid)) {
    const of = group.exec(line)?.[1];
    const before = ofName.test(line) ? name : groups.get(of ?? "");
    if (frame.test(line.slice(0, line.indexOf(":")))) around.push(line);
    else if (before) before.lines.push(line);
    else {
      const part: Written = { key: "", lines: [line] };
      others.push(part);
      if (of !== undefined) groups.set(of, part);
    }
  }
  for (const part of others) {
    part.key = shortHash(part.lines.map((line) => line.replace(group, ".")).join("\n"));
  }
  return { around, parts: [name, ...others] };
}

/** Physical lines with their ends. */
export function physicalLines(text: string): string[] {
  const lines: string[] = [];
  let begin = 0;
  for (const { 0: end, index } of text.matchAll(lineEnd)) {
    lines.push(text.slice(begin, index + end.length));
    begin = index + end.length;
  }
  if (begin < text.length) lines.push(text.slice(begin));
  return lines;
}

/** A line that ends as lines of vCards do. */
export function endedLine(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === "\r" || line[end - 1] === "\n")) end -= 1;
  return `${line.slice(0, end)}\r\n`;
}

/**
 * The card of a contact that has changed since its card was sent: the lines of that where they say what the contact says, then those
 * that Kith does not know, each group with a number of its own.
 */
export function mergedCard(
  { contact, networks, uid }: { contact: Contact; networks: string[]; uid: string },
  version: Version,
  { text, parts }: { text: string; parts: Part[] },
): string {
  const sent = physicalLines(text);
  const byKey = new Map<string, Part[]>();
  for (const part of parts) {
    const [key] = part;
    if (key) byKey.set(key, [...byKey.get(key) ?? [], part]);
  }
  let groups = 0;
  /** The lines of one part, in a group of their own where they are in one. */
  const numbered = (lines: string[]): string[] => {
    const name = lines.some((line) => group.test(line)) ? `item${++groups}.` : "";
    return lines.map((line) => line.replace(group, name));
  };
  const asSent = ([, ...places]: Part): string[] => {
    const lines: string[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const [begin, end] = [places[at]!, places[at + 1]!];
      // As they are folded.
      lines.push(sent.slice(begin, end).map(endedLine).join(""));
    }
    return lines;
  };
  const written = writtenParts(contact, networks, version, uid);
  return [
    ...written.around.slice(0, -1).map(contentLine),
    ...written.parts.flatMap(({ key, lines }) => {
      const part = byKey.get(key)?.shift();
      return part ? numbered(asSent(part)) : numbered(lines).map(contentLine);
    }),
    ...parts.filter(([key]) => key === null).flatMap((part) => numbered(asSent(part))),
    contentLine(written.around.at(-1)!),
  ].join("");
}
