import { createHash, randomUUID } from "node:crypto";
import { isProblemCode, problemCatalogue } from "../../functions/kith/core/problems.ts";
import type { Json } from "./client.ts";

/** What the function tells the database of a token or a key that it has read. */
export type Credential = Record<string, Json>;

/** The access token of an account. */
export const tokenOf = (sub: string): Credential => ({ kind: "access_token", sub });

/** An API key. */
export const keyOf = (key: string): Credential => ({
  kind: "api_key",
  hash: createHash("sha256").update(key).digest("hex"),
});

/** What an operation answers. */
interface Answered<Body> {
  /** Null where it is refused; {@link statusOf} is what the function answers then. */
  status: number | null;
  body: Body;
  tag: string | null;
  activityId: string | null;
  log: string | null;
}

/** What an operation answers, with its body as the database wrote it. */
export type Written = Answered<string | null>;

/** What an operation answers, with its body read. */
export type Handled = Answered<Json>;

/** A connection, ours or the driver's. */
interface Asked {
  query(text: string, values: unknown[]): Promise<{ rows: Json[] }>;
}

/** Asks the database as the function does. @param args null where the function has found them wanting */
export async function ask(
  sql: Asked,
  who: Credential,
  operation: string,
  args: Json = {},
): Promise<Written> {
  const { rows: [row] } = await sql.query(
    `select status, body, tag, activity_id as "activityId", log from kith_private.handle($1, $2, $3)`,
    [
      JSON.stringify(who),
      operation,
      args && JSON.stringify({ requestId: randomUUID(), ...args }),
    ],
  );
  return row;
}

/** Asks the database, and reads the body of its answer. */
export async function handle(...call: Parameters<typeof ask>): Promise<Handled> {
  const answer = await ask(...call);
  return { ...answer, body: JSON.parse(answer.body ?? "null") };
}

/** The status that the function answers: a refusal has that of its code. */
export function statusOf({ status, body }: Written): number {
  if (status !== null) return status;
  const { code } = JSON.parse(body!);
  if (!isProblemCode(code)) throw new Error(`no code of the catalogue: ${code}`);
  return problemCatalogue[code].status;
}
