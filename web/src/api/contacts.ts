import { orThrow } from "@kith/client";
import { kith } from "./kith.ts";
import type {
  Contact,
  ContactBulkUpdate,
  ContactCreate,
  ContactMergeCreate,
  ContactPage,
  ContactUpdate,
  Duplicate,
  MergedContact,
} from "./types.ts";
import { ifMatch, tagged, written } from "./written.ts";

interface ContactFilter {
  search: string;
  needsContact?: boolean;
  networkId?: string | undefined;
  isFavorite?: boolean | undefined;
  isArchived?: boolean | undefined;
  sort:
    | "displayName"
    | "lastName"
    | "nextContactOn"
    | "-createdAt"
    | "-lastContactedAt"
    | "lastContactedAt";
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
) => ({
  ...(search && { search }),
  ...(networkId && { networkId }),
  ...(isFavorite && { isFavorite }),
  ...(isArchived && { isArchived: "true" as const }),
  ...(needsContact !== undefined && { needsContact }),
  sort,
});

/** One page of the contacts that match, with the members that rows need. */
export function listRows(
  filter: ContactFilter,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const query = { ...queryOf(filter), fields: rowMembers.join(), page, pageSize };
  return orThrow(kith.GET("/contacts", { params: { query }, signal })) as Promise<RowPage>;
}

/** Whose name is at a place, counted from 0, among those who need no contact now; the list may have become shorter meanwhile. */
export async function nameInList(filter: ContactFilter, index: number, signal: AbortSignal) {
  const fields = "displayName,firstName,lastName";
  const query = { ...queryOf({ ...filter, needsContact: false }), fields };
  const params = { query: { ...query, page: index + 1, pageSize: 1 } };
  return (await orThrow(kith.GET("/contacts", { params, signal })) as RowPage).data[0];
}

/** The ids of the first contacts that match, in their order. */
export async function listIds(filter: ContactFilter, pageSize: number): Promise<string[]> {
  const query = { ...queryOf(filter), fields: "id", pageSize };
  return (await orThrow(kith.GET("/contacts", { params: { query } }))).data.map(({ id }) => id);
}

/** How many contacts there are, archived ones included. */
export async function countContacts(signal: AbortSignal): Promise<number> {
  const query = { isArchived: "any" as const, fields: "id", pageSize: 1 };
  return (await orThrow(kith.GET("/contacts", { params: { query }, signal }))).total;
}

/** The names of at most 50 contacts by their ids, archived ones included. */
export async function listNames(ids: string[]): Promise<Map<string, string>> {
  const query = {
    ids: ids.join(),
    isArchived: "any" as const,
    fields: "displayName",
    pageSize: 50,
  };
  const { data } = await orThrow(kith.GET("/contacts", { params: { query } }));
  return new Map(data.map(({ id, displayName }) => [id, displayName]));
}

/** The photos of contacts by their ids, and whether they are close: a favourite, or somebody to stay in touch with. */
export async function listFaces(ids: string[], signal: AbortSignal) {
  const faces = new Map<string, { photoUrl: string | null; isClose: boolean }>();
  const fields = "photoUrl,isFavorite,contactFrequencyDays";
  // As many as the API takes at once.
  for (let start = 0; start < ids.length; start += 50) {
    const query = { ids: ids.slice(start, start + 50).join(), fields, pageSize: 50 };
    const { data } = await orThrow(kith.GET("/contacts", { params: { query }, signal }));
    for (const { id, photoUrl = null, isFavorite, contactFrequencyDays } of data) {
      faces.set(id, { photoUrl, isClose: Boolean(isFavorite || contactFrequencyDays) });
    }
  }
  return faces;
}

/** What people are told apart by where one of them is chosen. */
export type FoundContact = Pick<Contact, "id" | "displayName" | "company" | "jobTitle">;

/** The first contacts that match, by name. */
export async function findContacts(
  search: string,
  pageSize: number,
  signal: AbortSignal,
): Promise<FoundContact[]> {
  const query = { ...(search && { search }), fields: "displayName,company,jobTitle", pageSize };
  const { data } = await orThrow(kith.GET("/contacts", { params: { query }, signal }));
  return data as FoundContact[];
}

/** Remembers the entity tag, so that a change of it notices those of others. */
export const getContact = (id: string, signal?: AbortSignal): Promise<Contact> =>
  tagged(kith.GET("/contacts/{id}", { params: { path: { id } }, ...(signal && { signal }) }));

export const createContact = (body: ContactCreate) => written(kith.POST("/contacts", { body }));

/**
 * Changes a contact, only if it is as it was shown where `guarded`.
 * @throws KithError with `precondition_failed` where it is not
 */
export async function updateContact(shown: Contact, body: ContactUpdate, guarded = false) {
  const params = { path: { id: shown.id }, ...(guarded && ifMatch(shown)) };
  const answer = kith.PATCH("/contacts/{id}", { params, body });
  await tagged(answer);
  return await written(answer);
}

/** Changes and deletes up to 200 contacts, all or none. */
export const changeContacts = (body: ContactBulkUpdate) =>
  written(kith.POST("/contacts/bulk", { body }));

export const deleteContact = (id: string) =>
  written(kith.DELETE("/contacts/{id}", { params: { path: { id } } }));

/** Somebody is not due before that day. */
export const snoozeContact = (id: string, snoozedUntil: string) =>
  written(kith.PATCH("/contacts/{id}", { params: { path: { id } }, body: { snoozedUntil } }));

/** Sets the last contact to now. */
export const touchContact = (id: string) =>
  written(
    kith.PATCH("/contacts/{id}", {
      params: { path: { id } },
      body: { lastContactedAt: new Date().toISOString() },
    }),
  );

export const removePhoto = (id: string) =>
  written(kith.PATCH("/contacts/{id}", { params: { path: { id } }, body: { photoUrl: null } }));

/** A pair with an id of its own, which both contacts make. */
export type Pair = Duplicate & { id: string };

/** Possible duplicates, the most likely first. */
export async function listDuplicates(page: number, signal?: AbortSignal) {
  const query = { page, pageSize: 20 };
  const answer = await orThrow(
    kith.GET("/contacts/duplicates", { params: { query }, ...(signal && { signal }) }),
  );
  // openapi-fetch takes `string & {}` in an answer for an object.
  const data = (answer.data as Duplicate[]).map((pair): Pair => ({
    ...pair,
    id: pair.contacts.map(({ id }) => id).join(),
  }));
  return { ...answer, data };
}

/** Says that two contacts are not the same, or takes that back. */
export const dismissDuplicate = (contactIds: string[], dismissed: boolean) =>
  orThrow(kith.POST("/contacts/duplicates/dismiss", { body: { contactIds, dismissed } }));

export const mergeContacts = (id: string, body: ContactMergeCreate) =>
  orThrow(
    kith.POST("/contacts/{id}/merge", { params: { path: { id } }, body }),
  ) as Promise<MergedContact>;
