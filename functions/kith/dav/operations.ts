// The operations that answer CardDAV clients. The API document has no routes for them.
import type { Arguments } from "../core/database.ts";
import type { Scope } from "../core/scopes.ts";

/** What each operation does with contacts, and what an API key needs for it. */
export const davOperations = {
  dav_book: { verb: "get", scopes: ["contacts:read"] },
  dav_list: { verb: "list", scopes: ["contacts:read"] },
  dav_read: { verb: "get", scopes: ["contacts:read"] },
} satisfies Record<string, { verb: string; scopes: Scope[] }>;

/** An operation for CardDAV clients. */
export type DavOperation = keyof typeof davOperations;

/** What these operations are told. */
export interface DavArguments extends Arguments {
  /** The account that the address names. */
  account?: string;
  /** Whether the tag of the address book is asked for. */
  withTag?: true;
  /** The ids of the cards that are asked for. */
  ids?: string[];
  /** The last card of the page before. */
  after?: string;
}
