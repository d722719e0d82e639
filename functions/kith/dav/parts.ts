// A card in parts, by which the lines of one that a phone has sent are found again in what Kith writes.
import { shortHash } from "../core/short-hash.ts";
import type { Contact } from "../exports/run.ts";
import { contentLine } from "../exports/content-lines.ts";
import { vcardLines, type Version } from "../exports/vcard.ts";

/**
 * Lines of a card as it was sent that say one thing: what Kith writes for it, by {@link shortHash}, null where Kith does not know it and
 * it stays as it is, empty where Kith writes it in another way; and where the lines begin and end, counted in physical lines from 0.
 */
export type Part = [says: string | null, ...places: number[]];

/** Lines that Kith writes together: those of a group, or one. */
interface Written {
  says: string;
  lines: string[];
}

const group = /^([\w-]+)\.(?=[\w-]+[;:])/;

/** What begins and ends every card, and what only the whole of one is called by. */
export const frame = /^(?:BEGIN|END|VERSION|PRODID|UID|REV)$/i;

const ofName = /^(?:FN|N|X-ABShowAs):/;

/** By what the names of two contacts are the same in a card. */
export function nameSays(contact: Partial<Contact>): string {
  const { lastName, firstName, middleName, namePrefix, nameSuffix, nickname, company } = contact;
  const others = firstName || lastName ? [] : [nickname, company];
  const parts = [lastName, firstName, middleName, namePrefix, nameSuffix, ...others];
  return `N ${shortHash(JSON.stringify(parts.map((part) => part ?? null)))}`;
}

/** The parts that Kith writes for a contact, in their order. */
export function writtenParts(
  contact: Contact,
  networks: string[],
  version: Version,
): Written[] {
  const name: Written = { says: nameSays(contact), lines: [] };
  const found: Written[] = [name];
  const groups = new Map<string, Written>();
  for (const line of vcardLines(contact, networks, version, "")) {
    if (frame.test(line.slice(0, line.indexOf(":")))) continue;
    if (ofName.test(line)) {
      name.lines.push(line);
      continue;
    }
    const of = group.exec(line)?.[1];
    const before = of === undefined ? undefined : groups.get(of);
    if (before) {
      before.lines.push(line);
      continue;
    }
    const part: Written = { says: "", lines: [line] };
    found.push(part);
    if (of !== undefined) groups.set(of, part);
  }
  for (const part of found) {
    if (part === name) continue;
    part.says = shortHash(part.lines.map((line) => line.replace(group, ".")).join("\n"));
  }
  return found;
}

/** Physical lines with their ends. */
export function physicalLines(text: string): string[] {
  const lines: string[] = [];
  let begin = 0;
  for (const { 0: end, index } of text.matchAll(/\r\r\n|\r\n|\n|\r/g)) {
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
  const bySays = new Map<string, Part[]>();
  for (const part of parts) {
    const [says] = part;
    if (says) bySays.set(says, [...bySays.get(says) ?? [], part]);
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
  const framed = vcardLines(contact, networks, version, uid).filter((line) =>
    frame.test(line.slice(0, line.indexOf(":")))
  );
  return [
    ...framed.slice(0, -1).map(contentLine),
    ...writtenParts(contact, networks, version).flatMap(({ says, lines }) => {
      const part = bySays.get(says)?.shift();
      return part ? numbered(asSent(part)) : numbered(lines).map(contentLine);
    }),
    ...parts.filter(([says]) => says === null).flatMap((part) => numbered(asSent(part))),
    contentLine(framed.at(-1)!),
  ].join("");
}
