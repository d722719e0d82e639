// The least that a server in Deno can do for these answers: it takes the statement's values as they stand in the path,
// sends the statement and hands on what comes back. No router, no authentication, no validation, no log.
import { Pool } from "pg";

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

const pool = new Pool({
  connectionString: Deno.env.get("BENCH_DB_URL")!,
  // As many as an isolate of Kith's has for an account, and values as the text they come in, as there.
  max: 4,
  types: { getTypeParser: () => (value: unknown) => value },
});

const text = "select * from kith_private.handle($1::jsonb, $2::text, $3::jsonb)";

Deno.serve(async (request) => {
  const values = request.url.split("/").slice(3).map(decodeURIComponent);
  const { rows: [row] } = await pool.query({ text, values });
  return new Response(row.body, {
    status: Number(row.status),
    headers: { "content-type": "application/json" },
  });
});
