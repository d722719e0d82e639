import { Client } from "pg";
import { cleanUp } from "../clean-up.ts";
import type { Credential } from "../limiter/callers.ts";
import type { Call } from "../scale/calls.ts";

/** A connection that sends kith_private.handle as the function does. */
export interface Handle {
  /** The body of the answer. @throws Error when it is refused */
  ask(credential: Asking, call: Call): Promise<string>;
  /** Many requests in one transaction: less is waited for, and the log holds the same. */
  askAll(credential: Asking, calls: Call[]): Promise<void>;
  /** Another statement, on the same connection. */
  query(text: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** With `counted` a key has no limit. */
export type Asking = Credential & { counted?: true };

export async function openHandle(databaseUrl: string): Promise<Handle> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  return {
    async ask(credential, call) {
      const { rows } = await client.query(
        "select h.status, h.body, h.log from kith_private.handle($1, $2, $3) h",
        [JSON.stringify(credential), call.operation, JSON.stringify(call.arguments)],
      );
      const { status, body, log } = rows[0] as Record<string, string | null>;
      if (status === null) throw new Error(`${call.operation}: ${body} ${log ?? ""}`);
      return body ?? "";
    },
    async askAll(credential, calls) {
      const { rows } = await client.query(
        `select c.call ->> 'operation' as operation, h.body, h.log
         from jsonb_array_elements($2::jsonb) with ordinality c (call, n),
           kith_private.handle($1, c.call ->> 'operation', c.call -> 'arguments') h
         where h.status is null`,
        [JSON.stringify(credential), JSON.stringify(calls)],
      );
      if (rows.length > 0) throw new Error(`refused: ${JSON.stringify(rows[0])}`);
    },
    query: async (text) => (await client.query(text)).rows,
    close: cleanUp(() => client.end()),
  };
}
