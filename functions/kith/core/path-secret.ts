// Credentials that are the last part of a path, for programs that know no other: a calendar app, a mail provider.
import { randomBytes } from "node:crypto";
import type { Credential, PathSecretKind } from "./database.ts";
import { lazily } from "./fields.ts";
import { sha256 } from "./sha256.ts";
import { z } from "zod";

/** What the last part of a path is: a secret of this kind, and how the part ends. */
export interface PathSecret {
  kind: PathSecretKind;
  extension: string;
}

const secretBytes = 32;

/** Makes a secret: the last part of its path, and what is stored of it. */
export function makeSecret({ extension }: PathSecret): { segment: string; hash: string } {
  const secret = randomBytes(secretBytes).toString("hex");
  return { segment: secret + extension, hash: sha256(secret) };
}

/** Reads the secret from the last part of a path; null where it does not have the form of one. */
export function credentialIn(segment: string, { kind, extension }: PathSecret): Credential | null {
  const secret = segment.endsWith(extension)
    ? segment.slice(0, segment.length - extension.length)
    : "";
  if (secret.length !== 2 * secretBytes || !/^[0-9a-f]+$/.test(secret)) return null;
  return { kind, hash: sha256(secret) };
}

/** The parameters of such a path. */
export const secretParams = lazily(() =>
  z.object({
    secret: z.string().meta({
      description: "The secret, as the URL has it.",
      pattern: "^[0-9a-f]{64}$",
      example: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
    }),
  })
);
