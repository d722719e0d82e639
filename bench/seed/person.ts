import { dice } from "./random.ts";
import { cities, companies, firstNames, jobTitles, lastNames, sentences } from "./words.ts";

/** What a contact is called and how it is reached. */
export interface Person {
  firstName: string | null;
  lastName: string | null;
  nickname: string | null;
  company: string | null;
  jobTitle: string | null;
  email: string | null;
  phone: string | null;
  url: string | null;
  city: string | null;
  birthday: string | null;
  description: string | null;
  isFavorite: boolean;
}

const plain: Record<string, string> = { ø: "o", ł: "l", ß: "ss", ı: "i", æ: "ae" };
/** As kith_private.folded, for the letters that occur in words.ts. */
export function folded(text: string): string {
  const lower = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return lower.replace(/[øłßıæ]/g, (letter) => plain[letter]!);
}

const known = new Map<string, string>();
/** The same of one of the few words that come again and again. */
export function foldedName(word: string): string {
  let result = known.get(word);
  if (result === undefined) known.set(word, result = folded(word));
  return result;
}

const pick = <T>(list: readonly T[], number: number) => list[number % list.length]!;

/** The names at the front of a list are more frequent. */
const name = (list: readonly string[], number: number) =>
  list[Math.floor((number / 2 ** 32) ** 1.5 * list.length)]!;

/** One to three sentences, chosen by a number. */
export function text(number: number): string {
  const first = pick(sentences, number);
  const size = (number >>> 8) % 3;
  if (size === 0) return first;
  const second = pick(sentences, number >>> 11);
  return size === 1 ? `${first} ${second}` : `${first} ${second} ${pick(sentences, number >>> 19)}`;
}

/** A contact; every twentieth is a company. */
export function personOf(owner: number, contact: number): Person {
  const d = (salt: number) => dice("contact", owner, contact, salt);
  const traits = d(10);
  const isCompany = traits % 20 === 0;
  const has = (bit: number, of: number) => (traits >>> bit) % of !== 0;
  const firstName = isCompany ? null : name(firstNames, d(11));
  const lastName = isCompany || !has(2, 16) ? null : name(lastNames, d(12));
  const company = isCompany || has(5, 2) ? pick(companies, d(13)) : null;
  const number = d(14);
  const local = isCompany
    ? "office"
    : [firstName, lastName].filter((part) => part !== null).map(foldedName).join(".");
  const host = foldedName((company ?? "mail").replace(/ .*/, ""));
  return {
    firstName,
    lastName,
    nickname: has(7, 10) ? null : `${firstName ?? company}chen`,
    company,
    jobTitle: isCompany || has(9, 2) ? null : pick(jobTitles, number),
    email: has(11, 5) ? `${local}@${host}.example` : null,
    phone: has(13, 3) ? `+49 ${200 + number % 700} ${1_000_000 + d(15) % 9_000_000}` : null,
    url: has(15, 6) ? null : `https://${host}.example/${contact}`,
    city: has(17, 5) ? null : pick(cities, d(16)),
    birthday: has(19, 3) ? null : `${1940 + number % 65}-0${1 + number % 9}-${10 + number % 18}`,
    description: has(21, 3) ? text(d(17)).slice(0, 200).trimEnd() : null,
    isFavorite: d(18) % 10 === 0,
  };
}
