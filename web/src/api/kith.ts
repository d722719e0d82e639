import { createKithClient, items, orThrow } from "@kith/client";
import { apiUrl } from "../settings.ts";
import { accessToken, sessionFetch } from "./session-fetch.ts";
import type {
  ApiKey,
  ApiKeyCreate,
  ApiKeyUpdate,
  CreatedApiKey,
  Network,
  Profile,
} from "./types.ts";

/** The client that the whole page uses. */
export const kith = createKithClient({
  baseUrl: apiUrl,
  token: accessToken,
  // People see at once that a request failed, and decide themselves whether to repeat it.
  maxRetries: 0,
  fetch: (input, init) => sessionFetch(new Request(input, init)),
});

/** The largest page, for lists that are shown completely. */
const all = { pageSize: 200 };

const within = (signal: AbortSignal | undefined) => signal ? { signal } : {};

// The casts of profiles and keys: openapi-fetch takes `string & {}` in an answer, where more values may come, for an object.

export const getProfile = (signal: AbortSignal) =>
  orThrow(kith.GET("/me", { signal })) as Promise<Profile>;

export const updateProfile = (body: Partial<Pick<Profile, "name" | "timezone">>) =>
  orThrow(kith.PATCH("/me", { body })) as Promise<Profile>;

export const deleteAccount = () => orThrow(kith.DELETE("/me"));

/** The newest first. */
export async function listKeys(signal: AbortSignal) {
  const page = await orThrow(kith.GET("/api-keys", { params: { query: all }, signal }));
  return { ...page, data: [...page.data as ApiKey[]].reverse() };
}

/** The page sends each request once and without an `Idempotency-Key`, so the answer always has the key. */
export const createKey = (body: ApiKeyCreate) =>
  orThrow(kith.POST("/api-keys", { body })) as Promise<CreatedApiKey>;

/** A key as it is now, with the entity tag for `updateKey`. */
export async function getKey(id: string): Promise<{ key: ApiKey; etag: string }> {
  const answer = kith.GET("/api-keys/{id}", { params: { path: { id } } });
  const key = await orThrow(answer) as ApiKey;
  return { key, etag: (await answer).response.headers.get("etag")! };
}

export const updateKey = (id: string, body: ApiKeyUpdate, etag: string) =>
  orThrow(
    kith.PATCH("/api-keys/{id}", { params: { path: { id }, header: { "If-Match": etag } }, body }),
  ) as Promise<ApiKey>;

export const rotateKey = (id: string, overlapSeconds: number) =>
  orThrow(
    kith.POST("/api-keys/{id}/rotate", { params: { path: { id } }, body: { overlapSeconds } }),
  ) as Promise<CreatedApiKey>;

export const deleteKey = (id: string) =>
  orThrow(kith.DELETE("/api-keys/{id}", { params: { path: { id } } }));

export interface ContactFilter {
  search: string;
  needsContact: boolean;
  networkId?: string | undefined;
}

export function listContacts(
  { search, needsContact, networkId }: ContactFilter,
  page: number,
  signal?: AbortSignal,
) {
  const filter = { ...(search && { search }), ...(networkId && { networkId }), needsContact };
  const query = { ...filter, page, pageSize: 25 };
  return orThrow(kith.GET("/contacts", { params: { query }, ...within(signal) }));
}

export const getContact = (id: string, signal: AbortSignal) =>
  orThrow(kith.GET("/contacts/{id}", { params: { path: { id } }, signal }));

export const removePhoto = (id: string) =>
  orThrow(kith.PATCH("/contacts/{id}", { params: { path: { id } }, body: { photoUrl: null } }));

export const listNetworks = (signal: AbortSignal) =>
  orThrow(kith.GET("/networks", { params: { query: all }, signal }));

/** All networks, however many there are. */
export async function allNetworks(signal: AbortSignal): Promise<Network[]> {
  const found: Network[] = [];
  for await (const network of items(kith, "/networks", {}, { signal })) found.push(network);
  return found;
}

export const listNoteTypes = (signal: AbortSignal) =>
  orThrow(kith.GET("/note-types", { params: { query: all }, signal }));

export function listNotes(contactId: string, page: number, signal?: AbortSignal) {
  const query = { contactId, page, pageSize: 10, sort: "-occurredAt" } as const;
  return orThrow(kith.GET("/notes", { params: { query }, ...within(signal) }));
}

export function listReminders(contactId: string, page: number, signal?: AbortSignal) {
  const query = { contactId, page, pageSize: 20 };
  return orThrow(kith.GET("/reminders", { params: { query }, ...within(signal) }));
}

/** How many resources of each kind an account has, in the order in which they are shown. */
export async function countAll(signal: AbortSignal): Promise<[string, number][]> {
  const one = { params: { query: { pageSize: 1 } }, signal };
  const lists = [
    ["contact", orThrow(kith.GET("/contacts", one))],
    ["network", orThrow(kith.GET("/networks", one))],
    ["note", orThrow(kith.GET("/notes", one))],
    ["reminder", orThrow(kith.GET("/reminders", one))],
    ["API key", orThrow(kith.GET("/api-keys", one))],
  ] as const;
  return await Promise.all(
    lists.map(async ([kind, list]): Promise<[string, number]> => [kind, (await list).total]),
  );
}
