// The least that a server in Deno can do for these answers: it takes the statement's values from what was prepared
// before, sends the statement and hands on what comes back. No router, no authentication, no validation, no log.
import { readFileSync } from "node:fs";
import { Pool } from "pg";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

const { credentials, calls }: {
  credentials: string[];
  calls: [operation: string, before: string, after: string][];
} = JSON.parse(readFileSync(Deno.env.get("BENCH_CALLS")!, "utf8"));

const pool = new Pool({
  connectionString: Deno.env.get("BENCH_DB_URL")!,
  // As many as an isolate of Kith's has, and values as the text they come in, as there.
  max: 4,
  types: { getTypeParser: () => (value: unknown) => value },
});

const statement = "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)";

Deno.serve(async (request) => {
  const [, , , credential, call, variable] = request.url.split("/");
  const [operation, before, after] = calls[Number(call)]!;
  const values = [credentials[Number(credential)], operation, before + variable + after];
  const { rows: [row] } = await pool.query({ text: statement, values });
  return new Response(row.body, {
    status: Number(row.status),
    headers: { "content-type": "application/json" },
  });
});
