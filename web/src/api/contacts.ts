/** What the views read of contacts, with the members that they need. */
import type {
  Contact,
  ContactMatch,
  ContactPage,
  Duplicate,
  ListContactsQuery,
} from "@kith/client";
import type { NameOrder } from "../shell/profile.ts";
import { nameBy, type Named } from "../base/names.ts";
import { given, kith } from "./kith.ts";
import { idsLimit } from "../../../functions/kith/core/limits.ts";

interface ContactFilter {
  search: string;
  needsContact?: boolean;
  networkId?: string | undefined;
  isFavorite?: boolean | undefined;
  isArchived?: boolean | undefined;
  place?: string | undefined;
  company?: string | undefined;
  /** `best` is the order of the search. */
  sort: NonNullable<ListContactsQuery["sort"]> | "best";
}

/** What a row of the list shows of a contact. */
const rowMembers = [
  "id",
  "displayName",
  "firstName",
  "lastName",
  "phoneticFirstName",
  "phoneticLastName",
  "photoUrl",
  "isFavorite",
  "jobTitle",
  "company",
  "emails",
  "phones",
  "networkIds",
  "nextContactOn",
  "needsContact",
] as const;

/** With why it is found, where that is not its name. */
export type RowContact = Pick<Contact, typeof rowMembers[number]> & { matches?: ContactMatch[] };

export type RowPage = Omit<ContactPage, "data"> & { data: RowContact[] };

const queryOf = (
  { search, needsContact, networkId, isFavorite, isArchived, place, company, sort }: ContactFilter,
) =>
  given({
    search,
    place,
    company,
    needsContact,
    networkId,
    isFavorite,
    isArchived: isArchived ? "true" as const : undefined,
    sort: sort === "best" ? undefined : sort,
  });

/** One page of the contacts that match, with the members that rows need. */
export async function listRows(
  filter: ContactFilter,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const query = { ...queryOf(filter), fields: rowMembers.join(), page, pageSize };
  const answer = await kith.contacts.list(query, { signal }).page() as RowPage;
  for (const match of answer.matches ?? []) {
    const contact = answer.data.find(({ id }) => id === match.contactId);
    if (contact) (contact.matches ??= []).push(match);
  }
  return answer;
}

/** The ids of the first contacts that match, in their order. */
export async function listIds(filter: ContactFilter, pageSize: number): Promise<string[]> {
  const { data } = await kith.contacts.list({ ...queryOf(filter), fields: "id", pageSize });
  return data.map(({ id }) => id!);
}

/** How many of these contacts match. */
export async function countAmong(filter: ContactFilter, ids: string[], signal: AbortSignal) {
  let count = 0;
  for (let start = 0; start < ids.length; start += idsLimit) {
    const query = { ...queryOf(filter), ids: ids.slice(start, start + idsLimit).join() };
    count += (await kith.contacts.list({ ...query, fields: "id", pageSize: 1 }, { signal })).total;
  }
  return count;
}

/** How many contacts there are, archived ones included. */
export const countContacts = async (signal: AbortSignal): Promise<number> =>
  (await kith.contacts.list({ isArchived: "any", fields: "id", pageSize: 1 }, { signal })).total;

/** The names of at most 50 contacts by their ids, archived ones included. */
export async function listNames(ids: string[], order: NameOrder): Promise<Map<string, string>> {
  const query = {
    ids: ids.join(),
    isArchived: "any",
    fields: "displayName,firstName,lastName",
    pageSize: idsLimit,
  } as const;
  const { data } = (await kith.contacts.list(query)) as RowPage;
  return new Map(data.map((contact) => [contact.id, nameBy(order, contact)]));
}

/** The name, the photo and the numbers of a contact, as rows of other views show them. */
export type Face = Pick<Contact, "id" | "photoUrl" | "phones"> & { name: string };

/** The faces of contacts by their ids, archived ones included. */
export async function listFaces(ids: string[], order: NameOrder, signal: AbortSignal) {
  const faces = new Map<string, Face>();
  const fields = "displayName,firstName,lastName,photoUrl,phones";
  for (let start = 0; start < ids.length; start += idsLimit) {
    const some = ids.slice(start, start + idsLimit).join();
    const query = { ids: some, isArchived: "any", fields, pageSize: idsLimit } as const;
    const { data } = await kith.contacts.list(query, { signal });
    for (const contact of data as Contact[]) {
      const { id, photoUrl, phones } = contact;
      faces.set(id, { id, photoUrl, phones, name: nameBy(order, contact) });
    }
  }
  return faces;
}

/** What people are told apart by where one of them is chosen. */
export type FoundContact = Pick<Contact, "id" | "company" | "jobTitle"> & Named;

/** The first contacts that match, the best first; not whom notes alone name, who are not who is meant. */
export async function findContacts(search: string, pageSize: number, signal: AbortSignal) {
  const fields = "displayName,firstName,lastName,company,jobTitle";
  const query = { ...given({ search }), fields, pageSize };
  const { data, matches = [] } = await kith.contacts.list(query, { signal }) as ContactPage;
  const noted = new Set(matches.filter(({ noteId }) => noteId).map(({ contactId }) => contactId));
  return data.filter(({ id }) => !noted.has(id)) as FoundContact[];
}

/** A pair with an id of its own, which both contacts make. */
export type Pair = Duplicate & { id: string };

/** Possible duplicates, the most likely first. */
export async function listDuplicates(page: number, signal: AbortSignal) {
  const answer = await kith.contacts.listDuplicates({ page, pageSize: 20 }, { signal });
  const data = answer.data.map((pair): Pair => ({
    ...pair,
    id: pair.contacts.map(({ id }) => id).join(),
  }));
  return { ...answer, data };
}
