// What the readers of a document's items have in common.
import { toUid } from "./uids.ts";

export type Item = Record<string, unknown>;

export function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value where it is an object, else an empty one. */
export const objectOf = (value: unknown): Item => isObject(value) ? value : {};

/** The objects of a list. */
export const listOf = (value: unknown): Item[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A value where it is a text, without white space around it. */
export const textOf = (value: unknown): string => typeof value === "string" ? value.trim() : "";

export function toUidOf(value: unknown): string | null {
  return typeof value === "string" ? toUid(value) : null;
}
