import { createHash } from "node:crypto";
import { Client } from "pg";
import type { ProblemCode } from "../../functions/kith/core/problem.ts";
import { cleanUp } from "../clean-up.ts";

/** Who asks, as kith_private.handle takes it. */
export type Credential = { kind: "api_key"; hash: string } | { kind: "access_token"; sub: string };

export const keyCredential = (key: string): Credential => ({
  kind: "api_key",
  hash: createHash("sha256").update(key).digest("hex"),
});

/** Connections to the database that send kith_private.handle as the function does, one call at a time on each. */
export interface Callers {
  /**
   * Without an id the credential is only checked and counted.
   * @param expected the status of the answer, or the code of the refusal
   * @throws Error when it is answered otherwise
   */
  call(
    n: number,
    credential: Credential,
    contact: string | null,
    expected: number | ProblemCode,
  ): Promise<void>;
  /** Has every connection tell the database's statistics what it has done. */
  account(): Promise<void>;
  close(): Promise<void>;
}

export async function openCallers(databaseUrl: string, count: number): Promise<Callers> {
  const clients = Array.from({ length: count }, () =>
    new Client({
      connectionString: databaseUrl,
      types: { getTypeParser: () => (value: unknown) => value },
    }));
  for (const client of clients) client.on("error", () => {});
  await Promise.all(clients.map((client) => client.connect()));
  const close = cleanUp(() => Promise.all(clients.map((client) => client.end())));
  return {
    async call(n, credential, contact, expected) {
      const args = contact === null ? null : JSON.stringify({ id: contact });
      const { rows } = await clients[n % count]!.query({
        text: "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)",
        values: [JSON.stringify(credential), "get_contact", args],
      });
      const { status, body } = rows[0] as Record<string, string | null>;
      const answered = status === null ? JSON.parse(body!).code : Number(status);
      if (answered !== expected) throw new Error(`answered ${status}: ${body}`);
    },
    async account() {
      await Promise.all(clients.map((client) => client.query("select pg_stat_force_next_flush()")));
    },
    close,
  };
}
