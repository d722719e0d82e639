import { Client } from "pg";
import type { Stack } from "../../supabase/local/stack.ts";
import { cleanUp } from "../clean-up.ts";
import { Connection } from "../load/connection.ts";
import { toBytes } from "../load/load.ts";
import type { BenchRequest } from "../contender.ts";
import type { SeededOwner } from "../seed.ts";
import type { Call } from "./calls.ts";

/** A way to a database; one call after the other, on one connection. */
export interface Channel {
  /** Makes a call ready to be timed. What it gives sends it and waits for the whole answer. */
  prepare(someone: SeededOwner, call: Call): Promise<() => Promise<void>>;
  /** The answer to a call. */
  read(someone: SeededOwner, call: Call): Promise<{ total?: number; data?: unknown[] }>;
  close(): Promise<void>;
}

const statement = "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)";

/** The statement alone, sent as the function sends it. */
export async function openDatabaseChannel(stack: Stack): Promise<Channel> {
  const client = new Client({
    connectionString: stack.databaseUrl,
    types: { getTypeParser: () => (value: unknown) => value },
  });
  client.on("error", () => {});
  await client.connect();
  const close = cleanUp(() => client.end());
  const ask = (someone: SeededOwner, call: Call) => {
    const credential = JSON.stringify({ kind: "access_token", sub: someone.id });
    const values = [credential, call.operation, JSON.stringify(call.arguments)];
    return async () => {
      const { rows } = await client.query({ text: statement, values });
      const { status, body, log } = rows[0] as Record<string, string | null>;
      if (status === null) throw new Error(`${call.operation}: ${body} ${log}`);
      return body!;
    };
  };
  return {
    prepare(someone, call) {
      const send = ask(someone, call);
      return Promise.resolve(async () => void await send());
    },
    read: async (someone, call) => JSON.parse(await ask(someone, call)()),
    close,
  };
}

/** Milliseconds after which the function may have closed a connection that nobody uses. */
const idle = 5_000;

/**
 * The function itself: what people feel, but for the way to it.
 * @param key that is sent instead of the access token of whoever asks
 */
export function openHttpChannel(stack: Stack, key?: string): Promise<Channel> {
  const { origin, hostname, port } = new URL(stack.functionUrl);
  let connection: Connection | undefined;
  let lastAsked = 0;
  const reopen = () => {
    connection?.close();
    return Connection.open(hostname, Number(port));
  };
  const tokens = new Map<string, string>();
  const requestOf = async (someone: SeededOwner, call: Call): Promise<BenchRequest> => {
    let token = key ?? tokens.get(someone.id);
    if (!token) tokens.set(someone.id, token = await someone.accessToken(stack.url));
    return toRequest(call, token);
  };
  return Promise.resolve({
    async prepare(someone, call) {
      const { bytes } = toBytes(hostname, [await requestOf(someone, call)]);
      if (performance.now() - lastAsked > idle) connection = await reopen();
      return async () => {
        lastAsked = performance.now();
        const { status, start } = await connection!.ask(bytes);
        if (status < 200 || status > 299) throw new Error(`${call.operation}: ${status} ${start}`);
      };
    },
    async read(someone, call) {
      const { path, body, ...rest } = await requestOf(someone, call);
      const answer = await fetch(origin + path, body === undefined ? rest : { ...rest, body });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return await answer.json() as { total?: number };
    },
    close: cleanUp(() => Promise.resolve(connection?.close())),
  });
}

const methods = { list: "GET", get: "GET", create: "POST", update: "PATCH" } as const;

/** As `list_note_types` → `GET /note-types`. */
function toRequest(call: Call, token: string): BenchRequest {
  const [verb, ...words] = call.operation.split("_");
  const { id, query = {}, body } = call.arguments;
  const resource = words.join("-").replace(/s?$/, "s");
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = parameters.length ? `?${new URLSearchParams(parameters)}` : "";
  return {
    method: methods[verb as keyof typeof methods],
    path: `/kith/api/v1/${resource}${id ? `/${id}` : ""}${search}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}
