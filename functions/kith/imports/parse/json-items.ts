import { toUid } from "./uid.ts";

// What the readers of a document's items have in common.

export type Item = Record<string, unknown>;

export function isObject(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function toUidOf(value: unknown): string | null {
  return typeof value === "string" ? toUid(value) : null;
}
