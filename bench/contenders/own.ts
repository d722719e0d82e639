// Kith itself, and a bare server that sends the same statement.
import { keyOf } from "../../test/support/handle.ts";
import { type Call, everyday, toRequest } from "../calls.ts";
import { type Bench, startDeno } from "../stack.ts";
import type { Ask, Contender } from "./contender.ts";

const callOf = ({ operation, owner, turn }: Ask) =>
  everyday[operation as keyof typeof everyday](owner, turn);
const read: Contender["read"] = (body) => ({ rows: body.data ?? [body], total: body.total });

/** Who asks, as kith_private.handle takes it. */
export const tokenCredential = ({ id, sessionId }: Ask["owner"]) => ({
  kind: "access_token",
  sub: id,
  sessionId,
});

/** Sends the statement as the function does. @throws Error where it is refused */
export async function handle(sql: Bench["sql"], credential: object, call: Call): Promise<void> {
  const [row] = await sql`
    select status, body, log from kith_private.handle(${credential}::jsonb, ${call.operation}::text, ${call.arguments}::jsonb)`;
  if (row!["status"] === null) throw new Error(`${call.operation}: ${row!["body"]} ${row!["log"]}`);
}

/** Kith's function at an address. */
export const kithAt = (name: string, origin: string): Contender => ({
  name,
  origin,
  request: (ask) => toRequest(callOf(ask), ask.token),
  read,
});

/** Kith's own function on its own port, and the limit: a Deno server with nothing around the statement that it sends. */
export async function kithAndBare({ stack }: Pick<Bench, "stack">) {
  const index = new URL("../../functions/kith/index.ts", import.meta.url);
  const kith = await startDeno(index, stack.environment);
  const script = new URL("./bare-server.ts", import.meta.url);
  const bare = await startDeno(script, { BENCH_DB_URL: stack.databaseUrl });
  const contenders: Contender[] = [kithAt("Kith", kith.url), {
    name: "bare server",
    promise: { read: 0.8, write: 0.75 },
    origin: bare.url,
    request: (ask) => {
      const call = callOf(ask);
      const whose = ask.credential === "API key" ? keyOf(ask.token) : tokenCredential(ask.owner);
      const values = [JSON.stringify(whose), call.operation, JSON.stringify(call.arguments)];
      return { method: "GET", path: `/${values.map(encodeURIComponent).join("/")}` };
    },
    read,
  }];
  return { contenders, pids: [kith.pid, bare.pid] };
}
