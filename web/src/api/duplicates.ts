import { orThrow } from "@kith/client";
import { kith } from "./kith.ts";
import type { ContactMergeCreate, Duplicate, MergedContact } from "./types.ts";

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
