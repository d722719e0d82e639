// The operations that answer CardDAV clients. The API document has no routes for them.
import type { Arguments } from "../core/database.ts";
import type { Scope } from "../core/scopes.ts";
import type { Part } from "./parts.ts";

/** What each operation does with contacts, and what an API key needs for it. */
export const davOperations = {
  dav_book: { verb: "get", writes: false, scopes: ["contacts:read"] },
  dav_list: { verb: "list", writes: false, scopes: ["contacts:read"] },
  dav_read: { verb: "get", writes: false, scopes: ["contacts:read"] },
  dav_changes: { verb: "list", writes: false, scopes: ["contacts:read"] },
  dav_put: { verb: "update", writes: true, scopes: ["contacts:read", "contacts:write"] },
  dav_photo: { verb: "update", writes: true, scopes: ["contacts:read", "contacts:write"] },
  dav_group: {
    verb: "update",
    writes: true,
    scopes: ["contacts:read", "contacts:write", "networks:read", "networks:write"],
  },
  dav_delete: { verb: "delete", writes: true, scopes: ["contacts:read", "contacts:write"] },
} satisfies Record<string, { verb: string; writes: boolean; scopes: Scope[] }>;

/** An operation for CardDAV clients. */
export type DavOperation = keyof typeof davOperations;

/** Part of all tags: raise it when cards are written differently, so that clients read them again. */
export const writerVersion = 2;

/** What is kept of a card that a client sent. */
export interface KeptText {
  /** As it was sent, without pictures. */
  text: string;
  parts: Part[];
  /** Before which of its physical lines the picture was. */
  photoAt?: number;
}

/** What is told of a picture. */
interface SentPicture {
  /** SHA-256 of the picture, and the beginning of that of its lines. */
  digest: string;
  linesTag: string;
  bytes: number;
  extension: string;
  path?: string;
  lines?: string;
}

/** What these operations are told. */
export interface DavArguments extends Arguments {
  writer: typeof writerVersion;
  /** The account that the address names. */
  account?: string;
  /** Whether the tag of the address book is asked for. */
  withTag?: true;
  /** Whether the people are asked for, and their cards as they were sent. */
  withPeople?: true;
  withText?: true;
  /** The names of the cards that are asked for. */
  names?: string[];
  /** The last card of the page before. */
  after?: string;
  /** A sync token, and how many changes since are asked for at most. */
  token?: string;
  limit?: number;
  /** The name of the card that is written, its UID, and what is kept of it. */
  name?: string;
  uid?: string | null;
  card?: KeptText | null;
  /** The names of all networks of the contact; null where the card says nothing of them. */
  networks?: string[] | null;
  /** The picture in the card; null where there is none. When it is stored: its path, and its lines where cards get it. */
  picture?: SentPicture | null;
  /** Whether there is a picture that cannot be kept, so that its absence says nothing. */
  hasOtherPicture?: true;
  /** The name of a group that is written, and the UIDs of its members. */
  network?: string;
  uids?: string[];
  /** What the card must be before: its tags, or `*`. */
  ifCard?: string[];
  ifNoCard?: true;
}
