// E-mail addresses as people and programs write them into a cell: with a name, in brackets, several, with a remark.
import { emailRule } from "../../contacts/methods.ts";
import { itemsLimit } from "../../core/limits.ts";
import { withoutInvisible } from "./lines.ts";

/** The addresses of a text. */
export interface Mails {
  mails: { value: string; label: string | null }[];
  /** The name in front of the first one; empty where there is none. */
  name: string;
  /** What is neither an address nor said otherwise; empty where there is nothing. */
  rest: string;
}

/** What is between addresses. A slash may be part of one, unless there are two. */
const between = /[\s,;:<>()"[\]|，；、]+/;

/** What a link to write a mail has behind the address. */
const linked = /\?(?:subject|body|cc|bcc)=/i;

const isMail = (text: string) =>
  text.length <= emailRule.longest && emailRule.pattern.test(text) && !text.startsWith("//");

/** Characters of a text that may have addresses: as many as a contact may have, and their names. */
const longest = 2 * itemsLimit * emailRule.longest;

/** The addresses of a text, or all of it as the rest. */
export function readMails(given: string): Mails {
  if (given.length > longest || !given.includes("@")) return { mails: [], name: "", rest: given };
  const text = withoutInvisible(given).trim();
  if (isMail(text) && !/^'|[.'，；、]$/.test(text) && !linked.test(text)) {
    return { mails: [{ value: text, label: null }], name: "", rest: "" };
  }
  const found = new Map<string, { value: string; label: string | null; at: number }>();
  const other: string[] = [];
  let at = 0;
  for (const word of text.split(between)) {
    at = text.indexOf(word, at);
    const several = word.indexOf("@") === word.lastIndexOf("@") ? [word] : word.split("/");
    for (const each of several) {
      const end = linked.exec(each)?.index ?? each.length;
      if (end < each.length) other.push(each.slice(end));
      const value = each.slice(0, end).replace(/^['.]+/, "").replace(/[.']{1,9}$/, "");
      if (!each.includes("@")) {
        if (each !== "") other.push(each);
      } else if (!isMail(value)) {
        return { mails: [], name: "", rest: text };
      } else if (!found.has(value)) {
        found.set(value, { value, label: null, at: at + word.length });
      }
    }
    at += word.length;
  }
  if (found.size === 0) return { mails: [], name: "", rest: text };
  const name = nameIn(text);
  const mails = [...found.values()].map(({ value, at }) => ({ value, label: remarkAt(text, at) }));
  const said = new Set(
    [name, ...mails.map(({ label }) => label ?? "")].flatMap((part) => part.split(between)),
  );
  const rest = other.filter((word) =>
    !said.has(word) && !/^(mailto|smtp|e-?mail|\p{P}+)$/iu.test(word)
  );
  return { mails, name, rest: rest.length > 0 ? text : "" };
}

/** What begins an address in brackets. */
const bracket = /[<[(][\s'"]{0,9}(?:mailto:)?[^\s<>[\]()@]{1,64}@/i;

/** The name that stands in front of an address in brackets. */
function nameIn(text: string): string {
  const end = text.search(bracket);
  const name = end < 0 ? "" : text.slice(0, end).replace(/["\s]+/g, " ").trim();
  return name.includes("@") ? "" : name;
}

/** What is said of an address in the brackets behind it: `a@example.com (work)`. */
function remarkAt(text: string, at: number): string | null {
  const [, remark] = /^[\s>"]{0,9}[([]([^()@<>[\]]{1,50})[)\]]/.exec(text.slice(at, at + 70)) ?? [];
  return remark?.trim() || null;
}
