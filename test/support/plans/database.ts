import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Arguments, Credential } from "../../../functions/kith/core/database.ts";
import { openConnection } from "../../../local/core/connection.ts";
import { tableOf } from "../../../functions/kith/kinds/kinds.ts";
import type { Sql } from "../database.ts";
import { type FreshDatabase, freshDatabase } from "../fresh-database.ts";
import { ask, statusOf } from "../handle.ts";
import { pathOf, plainBody, plainKinds } from "../plain-resources.ts";

/** A database with Kith and the rows of seed.sql, and nobody else at work in it. */
export async function startSeededDatabase(): Promise<FreshDatabase> {
  // Reporting all plans takes longer than a request may.
  const database = await freshDatabase({ timeLimits: false });
  const seed = await readFile(new URL("seed.sql", import.meta.url), "utf8");
  // One by one, because VACUUM cannot be in the transaction that several statements sent together are.
  for (const statement of seed.split(/;\n/)) {
    if (statement.trim() === "discard temp") await seedPlain(database.superuser);
    await database.superuser.query(statement);
  }
  return database;
}

/** As many as there are contacts of each kind that has no code of its own, each about one of them. */
async function seedPlain(sql: Sql): Promise<void> {
  for (const kind of plainKinds) {
    await sql.query(
      `select kith_private.insert_rows(array(
         select jsonb_populate_record(kith_private.row_of($2::jsonb || about.body, null::kith.${
        tableOf(kind)
      }),
           jsonb_build_object('owner_id', a.id, 'id', pg_temp.id($1, a.account, n)))
         from generate_series(1, 1200) n join accounts a on n <= a.contacts
         cross join lateral (
           select jsonb_build_object('contactId', c, 'contactIds', array[c]) from pg_temp.id('contacts', a.account, n) c) about (body)))`,
      [pathOf(kind).slice(1), JSON.stringify(plainBody(kind, [], "Seeded"))],
    );
  }
}

/** Accounts of seed.sql, by number: an ordinary one, one with a twentieth of all there is, and one without photos. */
export const accounts = { ordinary: 5, large: 0, photoless: 15 };

/** The id of what seed.sql made: the n-th of a collection in an account. */
export function seededId(collection: string, account: number, number: number): string {
  const digest = createHash("md5").update(`${collection} ${account} ${number}`).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The networks that the keys with number 3 are limited to, as the claims have them. */
export const seededNetworks = (account: number) =>
  `[${[4, 5, 6].map((number) => `"${seededId("networks", account, number)}"`).join(", ")}]`;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The credentials of an account: a token, the secrets of its calendar and its inbox, its n-th key and its n-th connection. */
export const credentials = {
  token: (account: number): Credential => ({
    kind: "access_token",
    sub: seededId("accounts", account, 0),
  }),
  calendar: (account: number): Credential => ({
    kind: "calendar",
    hash: sha256(`calendar ${account}`),
  }),
  inbox: (account: number): Credential => ({
    kind: "inbox",
    hash: sha256(`inbox ${account}`),
  }),
  key: (account: number, number: number): Credential => ({
    kind: "api_key",
    hash: sha256(`key ${account} ${number}`),
  }),
  connection: (account: number, number: number) =>
    ({
      ...credentials.token(account),
      clientId: `client-${number}`,
      sessionId: seededId("sessions", account, 1),
    }) as Credential,
};

/** One node of a plan as `explain (format json, verbose)` gives it. */
export type PlanNode = Record<string, unknown> & { "Node Type": string; Plans?: PlanNode[] };

/** A statement that was run, by an operation, a trigger or a foreign key. */
export interface CapturedPlan {
  statement: string;
  root: PlanNode;
}

export interface Told {
  operation: string;
  status: number;
  body: string | null;
  tag: string | null;
}

/** One statement of a request, made from the answers of those before. */
export type Step = (told: Told[]) => { operation: string; arguments: Arguments | null };

/** Plans are reported by auto_explain, whose settings are a superuser's; all the rest is done as the function does it. */
const settings = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_verbose = on;
  set auto_explain.log_format = json;
  set auto_explain.log_parameter_max_length = 0;
  set auto_explain.log_level = notice;
  set session authorization postgres`;

export type PlanSession = Awaited<ReturnType<typeof startPlanSession>>;

/** Connects to a database as a superuser. The connection reports how it planned every statement. */
export async function startPlanSession(url: string) {
  let plans: CapturedPlan[] = [];
  // Most plans are those of the request before, to the letter: such a one is the same object.
  const parsed = new Map<string, CapturedPlan>();
  const client = await openConnection(url);
  client.on("notice", ({ message = "" }) => {
    const text = /^duration: .*? {2}plan:\n(.*)$/s.exec(message)?.[1];
    if (text === undefined) return;
    if (!parsed.has(text)) {
      const { "Query Text": statement, Plan: root } = JSON.parse(text);
      parsed.set(text, { statement, root });
    }
    plans.push(parsed.get(text)!);
  });
  await client.query(settings);
  const undone = async <T>(work: () => Promise<T>): Promise<T> => {
    plans = [];
    await client.query("begin");
    return await work().finally(() => client.query("rollback"));
  };
  return {
    /**
     * Runs statements of the function that belong together, and undoes them. The connection, and with it every plan
     * that Postgres keeps, stays.
     * @param before statements that come first, and are undone as well
     */
    run: (credential: Credential, steps: Step[], before?: string) =>
      undone(async () => {
        if (before) await client.query(before);
        const told: Told[] = [];
        for (const step of steps) {
          const { operation, arguments: args } = step(told);
          const answer = await ask(client, credential, operation, args);
          told.push({ ...answer, operation, status: statusOf(answer) });
        }
        return { told, plans };
      }),
    /** Runs a statement and undoes it. */
    query: (statement: string) => undone(() => client.query(statement)).then(() => plans),
    end: () => client.end(),
  };
}
