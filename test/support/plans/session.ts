import type { Arguments, Credential } from "../../../functions/kith/core/database.ts";
import { openConnection } from "../../../supabase/local/core/connection.ts";
import { databaseUrlOf } from "../../../supabase/local/core/database-url.ts";
import { refusedStatus } from "../overlap.ts";

/** One node of a plan as `explain (format json, verbose)` gives it. */
export type PlanNode = Record<string, unknown> & {
  "Node Type": string;
  Plans?: PlanNode[];
};

/** A statement that was run, by whomever: an operation, a trigger, a foreign key. */
export interface CapturedPlan {
  statement: string;
  root: PlanNode;
}

/** One statement of the function. */
export interface Call {
  credential: Credential;
  operation: string;
  arguments: Arguments | null;
}

export interface Told {
  status: number;
  body: string | null;
  tag: string | null;
}

/** A connection that says of every statement it runs how it was planned. */
export interface PlanSession {
  /**
   * Runs requests that belong together, each made from what the ones before were told, and undoes them. The connection,
   * and with it every plan that Postgres keeps, stays.
   * @param before statements that come first, and are undone as well
   */
  run(
    calls: ((told: Told[]) => Call)[],
    before?: string,
  ): Promise<{ told: Told[]; plans: CapturedPlan[] }>;
  /** Runs another statement and undoes it. */
  query(statement: string): Promise<CapturedPlan[]>;
  end(): Promise<void>;
}

/** Plans are told by auto_explain, whose settings are a superuser's; all the rest is done as the function does it. */
const settings = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_verbose = on;
  set auto_explain.log_format = json;
  set auto_explain.log_parameter_max_length = 0;
  set auto_explain.log_level = notice;
  set session authorization postgres`;

/** Connects to the database on this port. */
export async function startPlanSession(port: number): Promise<PlanSession> {
  let plans: CapturedPlan[] = [];
  // Most plans are those of the request before, to the letter: such a one is told by the same object.
  const parsed = new Map<string, CapturedPlan>();
  const client = await openConnection(databaseUrlOf("supabase_admin", port));
  client.on("notice", ({ message = "" }) => {
    const text = /^duration: .*? {2}plan:\n(.*)$/s.exec(message)?.[1];
    if (text === undefined) return;
    const known = parsed.get(text);
    if (known) return void plans.push(known);
    const { "Query Text": statement, Plan: root } = JSON.parse(text);
    const plan = { statement, root };
    parsed.set(text, plan);
    plans.push(plan);
  });
  await client.query(settings);
  const undone = async <T>(work: () => Promise<T>): Promise<T> => {
    plans = [];
    await client.query("begin");
    return await work().finally(() => client.query("rollback"));
  };
  return {
    run: (calls, before) =>
      undone(async () => {
        if (before) await client.query(before);
        const told: Told[] = [];
        for (const call of calls) {
          const { credential, operation, arguments: args } = call(told);
          const { rows: [row] } = await client.query<
            Omit<Told, "status"> & { status: number | null }
          >(
            "select status, body, tag from kith_private.handle($1, $2, $3)",
            [JSON.stringify(credential), operation, args && JSON.stringify(args)],
          );
          told.push({ ...row!, status: row!.status ?? refusedStatus(JSON.parse(row!.body!)) });
        }
        return { told, plans };
      }),
    query: (statement) => undone(() => client.query(statement)).then(() => plans),
    end: () => client.end(),
  };
}
