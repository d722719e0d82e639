import type { Contact, ContactPage, Duplicate, ListContactsQuery } from "@kith/client";
import type { NameOrder } from "../shell/profile.ts";
import { given, kith } from "./kith.ts";

interface ContactFilter {
  search: string;
  needsContact?: boolean;
  networkId?: string | undefined;
  isFavorite?: boolean | undefined;
  isArchived?: boolean | undefined;
  sort: NonNullable<ListContactsQuery["sort"]>;
}

/** What a row of the list shows of a contact. */
const rowMembers = [
  "id",
  "displayName",
  "firstName",
  "lastName",
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

export type RowContact = Pick<Contact, typeof rowMembers[number]>;

export type RowPage = Omit<ContactPage, "data"> & { data: RowContact[] };

const queryOf = (
  { search, needsContact, networkId, isFavorite, isArchived, sort }: ContactFilter,
) =>
  given({
    search,
    needsContact,
    networkId,
    isFavorite,
    isArchived: isArchived ? "true" as const : undefined,
    sort,
  });

/** One page of the contacts that match, with the members that rows need. */
export const listRows = (
  filter: ContactFilter,
  page: number,
  pageSize: number,
  signal: AbortSignal,
) =>
  kith.contacts.list({ ...queryOf(filter), fields: rowMembers.join(), page, pageSize }, { signal })
    .page() as Promise<RowPage>;

/** Whose name is at a place, counted from 0, among those who need no contact now; the list may have become shorter meanwhile. */
export async function nameInList(filter: ContactFilter, index: number, signal: AbortSignal) {
  const fields = "displayName,firstName,lastName";
  const query = { ...queryOf({ ...filter, needsContact: false }), fields };
  const list = kith.contacts.list({ ...query, page: index + 1, pageSize: 1 }, { signal });
  return ((await list) as RowPage).data[0];
}

/** The ids of the first contacts that match, in their order. */
export async function listIds(filter: ContactFilter, pageSize: number): Promise<string[]> {
  const { data } = await kith.contacts.list({ ...queryOf(filter), fields: "id", pageSize });
  return data.map(({ id }) => id!);
}

/** How many contacts there are, archived ones included. */
export const countContacts = async (signal: AbortSignal): Promise<number> =>
  (await kith.contacts.list({ isArchived: "any", fields: "id", pageSize: 1 }, { signal })).total;

/** A contact as far as its name is made of it. */
type Named = Pick<Contact, "displayName"> & { [name in "firstName" | "lastName"]?: string | null };

/** The name with the last one first, where it has both and that is asked for; “Müller Zoë”, as the API sorts. */
export const nameBy = (order: string, { displayName, firstName, lastName }: Named): string =>
  order === "lastName" && lastName ? [lastName, firstName].filter(Boolean).join(" ") : displayName;

/** The names of at most 50 contacts by their ids, archived ones included. */
export async function listNames(ids: string[], order: NameOrder): Promise<Map<string, string>> {
  const query = {
    ids: ids.join(),
    isArchived: "any",
    fields: "displayName,firstName,lastName",
    pageSize: 50,
  } as const;
  const { data } = (await kith.contacts.list(query)) as RowPage;
  return new Map(data.map((contact) => [contact.id, nameBy(order, contact)]));
}

/** Photos and names of contacts by their ids, and whether they are close: a favourite, or somebody to stay in touch with. */
export async function listFaces(ids: string[], order: NameOrder, signal: AbortSignal) {
  const faces = new Map<string, { photoUrl: string | null; name: string; isClose: boolean }>();
  const fields = "displayName,firstName,lastName,photoUrl,isFavorite,contactFrequencyDays";
  // As many as the API takes at once.
  for (let start = 0; start < ids.length; start += 50) {
    const query = { ids: ids.slice(start, start + 50).join(), fields, pageSize: 50 };
    const { data } = await kith.contacts.list(query, { signal });
    for (const contact of data as Contact[]) {
      const { id, photoUrl, isFavorite, contactFrequencyDays } = contact;
      const isClose = Boolean(isFavorite || contactFrequencyDays);
      faces.set(id, { photoUrl, name: nameBy(order, contact), isClose });
    }
  }
  return faces;
}

/** What people are told apart by where one of them is chosen. */
export type FoundContact = Pick<Contact, "id" | "company" | "jobTitle"> & Named;

/** The first contacts that match, by name. */
export async function findContacts(search: string, pageSize: number, signal: AbortSignal) {
  const fields = "displayName,firstName,lastName,company,jobTitle";
  const query = { ...given({ search }), fields, pageSize };
  return (await kith.contacts.list(query, { signal })).data as FoundContact[];
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
