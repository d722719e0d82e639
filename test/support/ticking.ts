import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { inject } from "vitest";
import { sha256 } from "../../functions/kith/core/sha256.ts";
import { as, type Client, expectStatus, type Json } from "./client.ts";
import { signToken } from "./forged-tokens.ts";
import { freshDatabase } from "./fresh-database.ts";
import { startFunctionCopy } from "./function-copy.ts";
import { listen } from "./listen.ts";

/** A request that the function makes to an address outside. */
export interface OutsideRequest {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer<ArrayBuffer>;
}

/** What is answered there; nothing where the address is not reached. */
export type OutsideAnswer = {
  status: number;
  headers?: Record<string, string>;
  text?: string;
} | undefined;

/** An account that was made behind the API's back. */
export type Person = Client & { id: string };

/**
 * Starts a copy of the function on a database of its own, because whoever ticks does what is due of everybody.
 * @param answer stands for all addresses outside
 */
export async function startTicking(
  answer: (request: OutsideRequest) => OutsideAnswer | Promise<OutsideAnswer>,
  environment: Record<string, string> = {},
) {
  const database = await freshDatabase();
  const sql = database.superuser;
  const secret = `kith_tick_${randomUUID()}`;
  const relay = await listen(createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { "x-kith-url": url, ...headers } = request.headers;
    const answered = await answer({ url: String(url), headers, body: Buffer.concat(chunks) });
    if (!answered) return void response.writeHead(502).end();
    response.writeHead(answered.status, answered.headers ?? {}).end(answered.text);
  }));
  const copy = await startFunctionCopy({
    SUPABASE_DB_URL: database.superuserUrl,
    KITH_RELAY_URL: relay.url,
    KITH_TICK_SHA256: sha256(secret),
    ...environment,
  });
  return {
    sql,
    base: copy.base,
    async newPerson(): Promise<Person> {
      const id = randomUUID();
      await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
      const token = await signToken({
        sub: id,
        role: "authenticated",
        aud: "authenticated",
        iss: `${inject("stack").url}/auth/v1`,
        exp: Math.floor(Date.now() / 1000) + 3600,
      });
      return { ...as(token, copy.base), id };
    },
    tick: async (): Promise<Json> => expectStatus(await as(secret, copy.base).post("/tick"), 202),
    async stop() {
      await copy.stop();
      await relay.stop();
    },
  };
}
