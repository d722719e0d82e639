// Names of people in one text, as people and programs write them.
import { readMails } from "./mails.ts";

/** What a text in the place of a name has. */
export interface ReadName {
  firstName?: string;
  lastName?: string;
  /** An address that stands behind the name. */
  email?: string;
}

const pairs = ['""', "''", "“”", "„“", "„”", "«»", "()", "[]", "{}", "<>"];

/** What follows a comma and is no given name. */
const suffixes = new Set(
  "inc ltd llc llp plc gmbh ag kg ohg ug ev co corp sa sas sarl srl spa bv nv ab as oy pty lda limited jr sr ii iii iv phd md mba msc bsc ma esq cpa dds"
    .split(" "),
);

/** Characters of a text that may be a name with an address behind it. */
const longest = 1_000;

/** Words of one side of a name that is written with a comma. */
const isPart = (text: string) =>
  /^[\p{L}\p{M}.'’ -]{1,100}$/u.test(text) && text.split(" ").length <= 3 &&
  !text.toLowerCase().split(/[ .]+/).some((word) => suffixes.has(word));

/**
 * A name that is written in one text, as first and last name where it tells them: `Mustermann, Max`. Quotation marks and brackets
 * around it are left out, and an address behind it is taken apart. Null where there is nothing to read in it.
 */
export function readPersonName(given: string): ReadName | null {
  if (given.length > longest) return null;
  let text = given.trim();
  const found: ReadName = {};
  if (/[>\])]$/.test(text) && text.includes("@")) {
    const { mails, name, rest } = readMails(text);
    if (mails.length === 1 && name !== "" && rest === "") {
      text = name;
      found.email = mails[0]!.value;
    }
  }
  text = withoutPairs(text);
  const [last = "", first = "", ...more] = text.split(/[,،、，]/).map((part) => part.trim());
  if (more.length === 0 && (first === "") !== (last === "")) {
    return `${last}${first}` === given ? null : { ...found, firstName: `${last}${first}` };
  }
  if (more.length === 0 && first !== "" && last !== "" && isPart(first) && isPart(last)) {
    return { ...found, firstName: first, lastName: last };
  }
  return text === given ? null : { ...found, firstName: text };
}

/** A text without the quotation marks or brackets around all of it. */
function withoutPairs(text: string): string {
  for (let count = 0; count < 3; count++) {
    const pair = pairs.find(([start, end]) =>
      text.length > 2 && text.startsWith(start!) && text.endsWith(end!)
    );
    const inner = text.slice(1, -1);
    if (pair === undefined || inner.includes(pair[0]!) || inner.includes(pair[1]!)) return text;
    text = inner.trim();
  }
  return text;
}
