import { randomBytes } from "node:crypto";
import { sha256 } from "../auth/sha256.ts";
import type { Credential } from "../core/database.ts";

/** Random bytes in the URL of a feed. */
const secretBytes = 32;

const extension = ".ics";

/** Creates the secret of a feed: the last part of its URL, and what is stored of it. */
export function makeSecret(): { file: string; hash: string } {
  const secret = randomBytes(secretBytes).toString("hex");
  return { file: secret + extension, hash: sha256(secret) };
}

/** Reads the secret from the last part of a feed's path; null where it does not have the form of one. */
export function credentialInPath(file: string): Credential | null {
  const secret = file.endsWith(extension) ? file.slice(0, -extension.length) : "";
  if (secret.length !== 2 * secretBytes || !/^[0-9a-f]+$/.test(secret)) return null;
  return { kind: "calendar", hash: sha256(secret) };
}
