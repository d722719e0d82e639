import { KithError, orThrow } from "@kith/client";
import { kith } from "./kith.ts";

/** What a write answers, and the change set that it made; null where it changed nothing. */
export interface Written<T> {
  value: T;
  activityId: string | null;
}

type Answer<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** @throws KithError for an error answer */
export async function written<T>(answer: Answer<T>): Promise<Written<T>> {
  const value = await orThrow(answer);
  return { value, activityId: (await answer).response.headers.get("x-activity-id") };
}

/** Entity tags of what was read, for `If-Match`. */
const tags = new WeakMap<object, string>();

/** Like `orThrow`, and remembers the entity tag of what was read or written. */
export async function tagged<T extends object>(answer: Answer<T>): Promise<T> {
  const value = await orThrow(answer);
  const tag = (await answer).response.headers.get("etag");
  if (tag) tags.set(value, tag);
  return value;
}

/** The header that makes a write fail where the resource is not as it was read; none where its tag is not known. */
export function ifMatch(shown: object): { header?: { "If-Match": string } } {
  const tag = tags.get(shown);
  return tag ? { header: { "If-Match": tag } } : {};
}

export const isChangedElsewhere = (error: unknown) =>
  error instanceof KithError && error.code === "precondition_failed";

/** Takes a change set back. */
export const undoActivity = (id: string) =>
  orThrow(kith.POST("/activity/{id}/undo", { params: { path: { id } }, body: {} }));
