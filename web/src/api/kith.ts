/** The client of the API for the account that is shown. */
import { Api, type Call } from "../../../client/src/api.ts";
import { connect } from "../../../client/src/client.ts";
import { Resources } from "../../../client/src/resources.ts";
import type { ApiKey, Connection, Network, NoteCreate, ReminderCreate } from "@kith/client";
import { apiUrl } from "../base/settings.ts";
import { accessToken, sessionFetch, tokenOfShownAccount } from "./session-fetch.ts";
import { pageSizes } from "../../../functions/kith/core/limits.ts";

/** How the page reaches the API. */
export const connection = {
  baseUrl: apiUrl,
  token: accessToken,
  // People see at once that a request failed, and decide themselves whether to repeat it.
  maxRetries: 0,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => sessionFetch(new Request(input, init)),
};

/** The API, as the whole page uses it. */
export const kith = new Resources(new Api(connect(connection)));

/** The same for work of several requests: it sends nothing for another account than the one that is shown now. */
export const kithOfShownAccount = () =>
  new Resources(new Api(connect({ ...connection, token: tokenOfShownAccount() })));

/** What toasts take back: a change set, and the last one that the person made within the hour and has not undone. */
export const changes = {
  undoChanges: (activityId: string) => kith.activity.undo(activityId),
  async findLast() {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const { data } = await kith.activity.list({ from, pageSize: 20 });
    const last = data.find(({ actor, undoable, undoneBy, undoes }) =>
      actor.kind === "access_token" && undoable && !undoneBy && undoes.length === 0
    );
    return last && { text: `${last.summary}.`, activityId: last.id };
  },
};

/** The largest page, for lists that are shown completely. */
export const whole = { pageSize: pageSizes.most };

/** The members of a query that have a value. */
export const given = <T extends object>(query: T) =>
  Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== ""),
  ) as { [Name in keyof T]: Exclude<T[Name], undefined> };

/** All items of a list, however many there are. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}

export const allNetworks = (signal: AbortSignal): Promise<Network[]> =>
  all(kith.networks.list({}, { signal }));

/** The newest first. */
export const listKeys = async (signal: AbortSignal): Promise<ApiKey[]> =>
  (await kith.apiKeys.list(whole, { signal })).data.reverse();

/** The newest first. */
export const listConnections = async (signal?: AbortSignal): Promise<Connection[]> =>
  (await kith.connections.list(whole, signal ? { signal } : {})).data.reverse();

/** The first line of the last note about a contact; undefined where there is none. */
export async function firstLineOfLast(contactId: string, signal: AbortSignal) {
  const query = { contactId, fields: "content", sort: "-occurredAt", pageSize: 1 } as const;
  const { data } = await kith.notes.list(query, { signal });
  return data[0]?.content?.trim().split("\n", 1)[0]?.slice(0, 200);
}

/** A note, a reminder, or both, of one change set. */
export interface Composition {
  note?: NoteCreate;
  reminder?: ReminderCreate;
}

/** @param idempotencyKey by which sending it again saves it once */
export async function create(
  { note, reminder }: Composition,
  idempotencyKey: string,
  { notes, reminders }: Pick<Resources, "notes" | "reminders"> = kith,
) {
  const options = { idempotencyKey };
  const call: Call<unknown> = note && reminder
    ? notes.createWithReminder({ note, reminder }, options)
    : note
    ? notes.create(note, options)
    : reminders.create(reminder!, options);
  return { activityId: (await call.withResponse()).activityId };
}
