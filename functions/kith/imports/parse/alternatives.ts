// One of several lines of a vCard that say the same in several languages.
import type { Dropped } from "./types.ts";
import { parameterOf, type VcardLine } from "./vcard-lines.ts";

/** The language that most people of a country speak, such as pt for PT; null where that is not known. */
export function languageOf(country: string | null): string | null {
  return country === null ? null : new Intl.Locale(`und-${country}`).maximize().language;
}

const isIn = (language: string | null, line: VcardLine) =>
  language !== null &&
  parameterOf(line, "LANGUAGE")?.split(/[-_]/)[0]?.trim().toLowerCase() === language;

/**
 * The lines without the alternatives of others (RFC 6350, 5.4: the same property and ALTID): the first in the language, else the first,
 * stays in the place of the first.
 */
export function withoutAlternatives(
  lines: VcardLine[],
  language: string | null,
  dropped: Dropped,
): VcardLine[] {
  const places = new Map<string, number>();
  const kept: VcardLine[] = [];
  for (const line of lines) {
    const altid = parameterOf(line, "ALTID");
    const key = `${line.name} ${altid}`;
    const place = altid === undefined ? undefined : places.get(key);
    if (place === undefined) {
      if (altid !== undefined) places.set(key, kept.length);
      kept.push(line);
      continue;
    }
    dropped.add(line.name, "a contact has it in one language");
    if (isIn(language, line) && !isIn(language, kept[place]!)) kept[place] = line;
  }
  return kept;
}
