// Credentials that are the last part of a path, for programs that know no other: a calendar app, a mail provider.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Answer, Call } from "./call.ts";
import type { Credential, PathSecretKind } from "./database.ts";
import { lazily } from "./fields.ts";
import { publicPath } from "./paths.ts";
import { drawSecret } from "./secret.ts";
import { sha256 } from "./sha256.ts";

/** What the last part of a path is: a secret of this kind, and how the part ends. */
export interface PathSecret {
  kind: PathSecretKind;
  extension: string;
}

const secretBytes = 32;

/**
 * Runs an operation that keeps a new secret, and answers with its URL below a folder of the API.
 *
 * The secret is created here and is only in this answer; the database gets its hash. An answer that is repeated for an
 * `Idempotency-Key` therefore has no URL: a client that did not get the first answer sends another request.
 */
export async function createUrl(
  { arguments: args, begin, dependencies, run }: Call,
  folder: string,
  { extension }: PathSecret,
): Promise<Answer> {
  const { secret, hash } = drawSecret(() => randomBytes(secretBytes).toString("hex"), begin);
  const answer = await run({ ...args, hash });
  const url = `${dependencies.publicUrl ?? ""}${publicPath}${folder}/${secret}${extension}`;
  const shown = { ...JSON.parse(answer.body!), url: answer.replayed ? null : url };
  return { ...answer, body: JSON.stringify(shown) };
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
