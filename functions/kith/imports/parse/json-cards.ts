import { problems } from "../../core/problems.ts";
import { Dropped } from "./dropped.ts";
import { isJcard, jcardLines } from "./jcard.ts";
import { findDeepLines } from "./json-lines.ts";
import { isJscontact, jscontactLines, jscontactName } from "./jscontact.ts";
import { type ImportError, type ParsedFile, recordLimit } from "./types.ts";
import { readCards } from "./vcard.ts";
import type { Card } from "./vcard-cards.ts";

/**
 * Reads contacts in JSON as the vCards that they stand for: jCard (RFC 7095) and JSContact (RFC 9553), one or a list. Null
 * where the document is neither.
 * @throws Problem payload_too_large where there are too many
 */
export function parseJsonCards(document: unknown, text: string): ParsedFile | null {
  const isCard = (value: unknown) => isJcard(value) || isJscontact(value);
  const isList = Array.isArray(document) && !isCard(document) && document.some(isCard);
  if (!isList && !isCard(document)) return null;
  const items = isList ? document as unknown[] : [document];
  if (items.length > recordLimit) throw problems.tooManyRecords(recordLimit);
  const dropped = new Dropped();
  const errors: ImportError[] = [];
  const lines = isList ? findDeepLines(text, 1) : [];
  const cards = items.flatMap((item, index): Card[] => {
    const line = lines[index] ?? 1;
    if (isJcard(item)) return [{ line, lines: jcardLines(item[1], line, dropped) }];
    if (isJscontact(item)) return [{ line, lines: jscontactLines(item, line, dropped) }];
    errors.push({ line, message: "This is neither a jCard nor a Card of JSContact." });
    return [];
  });
  const parsed = readCards(cards, errors, dropped, { isGuessed: false });
  if (items.some(isJcard)) return { ...parsed, format: "vcard" };
  const renamed = parsed.dropped.map((each) => ({
    ...each,
    property: jscontactName(each.property),
  }));
  return { ...parsed, format: "json", dropped: renamed };
}
