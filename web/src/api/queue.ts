/** Changes that wait on this device for a connection: notes, talks, ticks, stars and what is put off, in one queue. */
import { t } from "../base/texts.ts";
import { type ContactUpdate, KithError, type ReminderUpdate } from "@kith/client";
import { useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../base/problem.ts";
import type { Written } from "../base/written.ts";
import { useListener } from "../hooks/events.ts";
import { type Drafts, useDrafts } from "../hooks/kept-drafts.ts";
import { refresh } from "../hooks/load.ts";
import { toast } from "../ui/toast.tsx";
import { type Composition, create, kith, kithOfShownAccount } from "./kith.ts";

/** A change of something that exists. */
export interface Change {
  kind: "contacts" | "reminders";
  id: string;
  body: ContactUpdate & ReminderUpdate;
  /** What is said when it is done. */
  words: string;
}

/** What waits: something new, or a change. */
export interface Waiting extends Composition {
  key: string;
  change?: Change;
  /** Why it cannot be saved at all. */
  refusal?: string;
}

type Item = Omit<Waiting, "key" | "refusal">;

const begin = "waiting note ";
const changes = new EventTarget();
const changed = () => void changes.dispatchEvent(new Event("change"));

/** A key by which the API runs a request once, however often it is sent; by it they are in the order in which they were made. */
function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  return Date.now().toString(16).padStart(12, "0") +
    [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const allIn = (drafts: Drafts): Waiting[] =>
  drafts.waiting(begin).map((key) => ({
    ...JSON.parse(drafts.get(key)),
    key: key.slice(begin.length),
  }));

/** What waits now, in its order. */
export function useWaiting(): Waiting[] {
  const drafts = useDrafts();
  const [, render] = useState({});
  useListener(changes, "change", () => render({}));
  return allIn(drafts);
}

/** What the changes of one contact or reminder that wait make of it. */
export const changesOf = (waiting: Waiting[], id: string): Change["body"] =>
  Object.assign(
    {},
    ...waiting.filter(({ change, refusal }) => change?.id === id && !refusal)
      .map(({ change }) => change!.body),
  );

/** Calls the function whenever something begins or ends to wait. */
export const useQueueChanges = (callback: () => void) => useListener(changes, "change", callback);

/** Forgets what was refused. */
export function giveUp(drafts: Drafts, key: string): void {
  drafts.set(begin + key, "");
  changed();
}

async function send({ change, ...made }: Item, idempotencyKey: string, client = kith) {
  if (!change) return { value: undefined, ...await create(made, idempotencyKey, client) };
  const { kind, id, body } = change;
  // Made twice it changes nothing more, so that it needs no key.
  const call = client[kind].update(id, body);
  const { data: value, activityId } = await call.withResponse();
  return { value, activityId };
}

/** Sends something; without a connection, or while something before it waits, it is kept, and the result is undefined. */
async function sendOrKeep(drafts: Drafts, item: Item, what: string) {
  const key = newKey();
  const isBehind = allIn(drafts).some(({ refusal }) => !refusal);
  try {
    if (!isBehind) return await send(item, key);
  } catch (error) {
    if (error instanceof SessionEnded || toProblem(error).code !== "unreachable") throw error;
  }
  drafts.set(begin + key, JSON.stringify(item));
  toast({ text: t("{0} is kept on this device, and saved when there is a connection.", what) });
  changed();
}

/** Saves a note, a reminder, or both, now or when there is a connection; the result is undefined then. */
export const save = (drafts: Drafts, { note, reminder }: Composition) =>
  sendOrKeep(
    drafts,
    {
      ...(note && { note: { occurredAt: new Date().toISOString(), ...note } }),
      ...(reminder && { reminder }),
    },
    note ? t("The note") : t("The reminder"),
  );

/** Makes a change, now or when there is a connection; the result is undefined then. */
export const apply = <T>(drafts: Drafts, change: Change): Promise<Written<T> | undefined> =>
  sendOrKeep(drafts, { change }, t("The change")) as Promise<Written<T> | undefined>;

/** Makes a change and says what it did, that it waits, or why it could not be made. */
export async function applyAndSay(
  drafts: Drafts,
  change: Change,
  then: () => void = refresh,
): Promise<void> {
  try {
    const done = await apply(drafts, change);
    if (!done) return;
    toast({ text: change.words, activityId: done.activityId });
    then();
  } catch (error) {
    if (!(error instanceof SessionEnded)) toast({ text: toProblem(error).detail });
  }
}

/** A refusal that sending it again does not change, so that nothing behind it waits. */
const isFinal = (error: unknown) =>
  error instanceof KithError && error.code !== "idempotency_key_in_use" &&
  [400, 403, 404, 409, 413, 422].includes(error.status ?? 0);

/** Sends what waits, one after the other. Other tabs wait meanwhile; without locks the keys keep it from being saved twice. */
export async function sendAll(drafts: Drafts): Promise<void> {
  // Made at once: another account may be shown before the last one is sent.
  const client = kithOfShownAccount();
  const work = async () => {
    const first = () => allIn(drafts).find(({ refusal }) => !refusal);
    for (let next = first(); next; next = first()) {
      const { key, ...item } = next;
      try {
        const { activityId } = await send(item, key, client);
        drafts.set(begin + key, "");
        const text = item.change?.words ?? t("A note that was kept on this device is saved.");
        toast({ text, activityId });
        changed();
        refresh();
      } catch (error) {
        if (!isFinal(error)) return;
        const refusal = toProblem(error).detail;
        drafts.set(begin + key, JSON.stringify({ ...item, refusal }));
        changed();
      }
    }
  };
  await (navigator.locks ? navigator.locks.request("kith-notes", work) : work());
}
