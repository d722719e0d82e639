/** What a write answers, and entity tags that keep one from overwriting others. */
import { KithError } from "@kith/client";
import type { Call, ChangeOptions } from "../../../client/src/api.ts";

/** A resource as forms read and write it. */
export interface Editable<T, Body> {
  get(id: string): Call<T>;
  /** Absent where a form only changes it. */
  create?(body: Body): Call<T>;
  update(id: string, body: Partial<Body>, options: ChangeOptions): Call<T>;
}

/** What a write answers, and the change set that it made; undefined where it changed nothing. */
export interface Written<T> {
  value: T;
  activityId: string | undefined;
}

/** @throws KithError for an error answer */
export async function written<T>(call: Call<T>): Promise<Written<T>> {
  const { data, activityId } = await call.withResponse();
  return { value: data, activityId };
}

/** Entity tags of what was read, for `If-Match`. */
const tags = new WeakMap<object, string>();

/** What was read or written, with its entity tag. */
export async function tagged<T extends object>(call: Call<T>): Promise<T> {
  const { data, response } = await call.withResponse();
  const tag = response.headers.get("etag");
  if (tag) tags.set(data, tag);
  return data;
}

/** The option that makes a write fail where the resource is not as it was read; none where its tag is not known. */
export function ifMatch(shown: object): ChangeOptions {
  const tag = tags.get(shown);
  return tag ? { ifMatch: tag } : {};
}

export const isChangedElsewhere = (error: unknown) =>
  error instanceof KithError && error.code === "precondition_failed";
