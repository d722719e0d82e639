import { createKithClient, items, orThrow } from "@kith/client";
import { apiUrl, projectUrl } from "../settings.ts";
import { accessToken, sessionFetch, tokenOfShownAccount } from "./session-fetch.ts";
import type {
  ApiKey,
  ApiKeyCreate,
  ApiKeyUpdate,
  Connection,
  ConnectionCreate,
  ConnectionUpdate,
  CreatedApiKey,
  Network,
  Profile,
  Upcoming,
} from "./types.ts";

/** How the page reaches the API. */
export const connection = {
  baseUrl: apiUrl,
  token: accessToken,
  // People see at once that a request failed, and decide themselves whether to repeat it.
  maxRetries: 0,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => sessionFetch(new Request(input, init)),
};

/** The client that the whole page uses. */
export const kith = createKithClient(connection);

/** The same for work of several requests: it sends nothing for another account than the one that is shown now. */
export const kithOfShownAccount = () =>
  createKithClient({ ...connection, token: tokenOfShownAccount() });

/** The largest page, for lists that are shown completely. */
const all = { pageSize: 200 };

const within = (signal: AbortSignal | undefined) => signal ? { signal } : {};

// The casts of profiles, keys and what is upcoming: openapi-fetch takes `string & {}` in an answer, where more values may come, for an object.

export const getProfile = (signal: AbortSignal) =>
  orThrow(kith.GET("/me", { signal })) as Promise<Profile>;

export const updateProfile = (
  body: Partial<Pick<Profile, "name" | "timezone" | "country" | "nameOrder">>,
) => orThrow(kith.PATCH("/me", { body })) as Promise<Profile>;

export const deleteAccount = () => orThrow(kith.DELETE("/me"));

/** The newest first. */
export async function listKeys(signal: AbortSignal): Promise<ApiKey[]> {
  const page = await orThrow(kith.GET("/api-keys", { params: { query: all }, signal }));
  return [...page.data as ApiKey[]].reverse();
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

/** The newest first. */
export async function listConnections(signal?: AbortSignal): Promise<Connection[]> {
  const page = await orThrow(
    kith.GET("/connections", { params: { query: all }, ...within(signal) }),
  );
  return [...page.data as Connection[]].reverse();
}

export const createConnection = (body: ConnectionCreate) =>
  orThrow(kith.POST("/connections", { body }));

export const updateConnection = (id: string, body: ConnectionUpdate) =>
  orThrow(kith.PATCH("/connections/{id}", { params: { path: { id } }, body })) as Promise<
    Connection
  >;

export const deleteConnection = (id: string) =>
  orThrow(kith.DELETE("/connections/{id}", { params: { path: { id } } }));

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

export const listUpcoming = (days: number, signal: AbortSignal) =>
  orThrow(
    kith.GET("/upcoming", { params: { query: { days, include: "names" } }, signal }),
  ) as Promise<
    Upcoming
  >;

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

export const getCalendar = (signal: AbortSignal) => orThrow(kith.GET("/me/calendar", { signal }));

/** Gives the feed a new URL, which only this answer has. */
export async function createCalendar() {
  const { url, ...state } = await orThrow(kith.POST("/me/calendar"));
  // The service may not know its address.
  return { state, url: new URL(url!, projectUrl).href };
}

export const deleteCalendar = () => orThrow(kith.DELETE("/me/calendar"));
