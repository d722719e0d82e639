/** Everybody's name, numbers and city, kept on the device, so that they are found and called without a connection. */
import type { Contact } from "@kith/client";
import { textFields, type TextName } from "../../../functions/kith/contacts/fields.ts";
import { type Sorted, sortNameOf } from "../base/names.ts";
import { apiUrl } from "../base/settings.ts";
import { plain } from "../base/words.ts";
import { directoryUrl, prepareToKeep, seenAnswer, seenAt } from "./seen.ts";

/** What is kept of each contact; the day of adding is what its page shows. */
export const directoryFields = [
  "displayName",
  "firstName",
  "lastName",
  "phoneticFirstName",
  "phoneticLastName",
  "company",
  "jobTitle",
  "phones",
  "addresses",
  "createdAt",
] as const;

/** One of the directory, as the API answers it with those fields. */
export interface Listed extends Sorted {
  id: string;
  company: string | null;
  jobTitle: string | null;
  phones: { value: string; label: string | null }[];
  addresses: { city: string | null }[];
  createdAt: string;
}

/** Reads everybody, and keeps them for an account unless something of it is deleted meanwhile. */
export async function keepDirectory(
  account: string,
  read: () => Promise<Listed[]>,
  isSignedIn: () => boolean,
): Promise<void> {
  const keep = prepareToKeep(account, directoryUrl, isSignedIn);
  const rows = (await read()).map(({ addresses, ...row }) => ({
    ...row,
    addresses: addresses.flatMap(({ city }) => city ? [{ city }] : []),
  }));
  const headers = { "content-type": "application/json", "x-request-id": "directory" };
  await keep(new Response(JSON.stringify(rows), { headers }));
}

/** When the directory was kept, in milliseconds; 0 where there is none. */
export async function directoryTime(account: string): Promise<number> {
  const kept = await seenAnswer(account, directoryUrl).catch(() => undefined);
  return Date.parse(kept?.headers.get(seenAt) ?? "") || 0;
}

const path = `${new URL(apiUrl).pathname}/contacts`;

/** Parameters of lists that the directory can answer, or that make no difference for it. */
const understood = /^(search|ids|fields|page|pageSize|sort|needsContact|isArchived|include)$/;

/** What the directory says to a request for contacts; undefined where it cannot tell. */
export async function directoryAnswer(
  account: string,
  url: string,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(url);
  const id = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : undefined;
  if (pathname !== path && !id) return undefined;
  if ([...searchParams.keys()].some((name) => !understood.test(name))) return undefined;
  const kept = await seenAnswer(account, directoryUrl);
  if (!kept) return undefined;
  const { headers } = kept;
  const everybody = await kept.json() as Listed[];
  const body = id ? everybody.find((each) => each.id === id) : find(everybody, searchParams);
  return body && new Response(JSON.stringify(id ? filled(body as Listed) : body), { headers });
}

/** A page of those who match; nobody in it is due, because that is not kept. */
export function find(everybody: Listed[], query: URLSearchParams) {
  const words = plain(query.get("search") ?? "").split(/\s+/).filter(Boolean);
  const ids = query.get("ids")?.split(",");
  const nameOf = (listed: Listed) => sortNameOf(query.get("sort"), listed);
  const found = everybody
    .filter(({ id }) => query.get("needsContact") !== "true" && (!ids || ids.includes(id)))
    .filter((each) => words.every((word) => matches(each, word)))
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const page = Number(query.get("page") ?? 1);
  const pageSize = Number(query.get("pageSize") ?? 50);
  const data = found.slice((page - 1) * pageSize, page * pageSize).map(filled);
  return { data, page, pageSize, total: found.length };
}

/** Whether a word begins one of the name, the company, the job or a city, or its digits are in a number. */
function matches(listed: Listed, word: string): boolean {
  const { displayName, company, jobTitle, addresses, phones } = listed;
  const texts = [displayName, company, jobTitle, ...addresses.map(({ city }) => city)];
  const begins = texts.some((text) =>
    text && plain(text).split(/[\s,.-]+/).some((each) => each.startsWith(word))
  );
  // A zero before the number of a place is one of a country elsewhere.
  const digits = word.replace(/\D/g, "").replace(/^0+/, "");
  return begins ||
    digits.length > 2 && phones.some(({ value }) => value.replace(/\D/g, "").includes(digits));
}

/** What of a contact is not kept. */
const unkept = {
  birthday: null,
  dates: [],
  custom: {},
  vcardLines: null,
  emails: [],
  urls: [],
  networkIds: [],
  photoUrl: null,
  hasPhoto: false,
  isFavorite: false,
  isArchived: false,
  needsContact: false,
  nextContactOn: null,
  lastContactedAt: null,
  contactFrequencyDays: null,
  snoozedUntil: null,
} satisfies Partial<Contact>;

/** A contact as the API answers it, empty but for what is kept; the compiler asks for new members. */
const filled = (listed: Listed) => ({
  ...Object.fromEntries(textFields.map(([name]) => [name, null])) as Record<TextName, null>,
  ...unkept,
  ...listed,
} satisfies Record<Exclude<keyof Contact, "updatedAt">, unknown>);
