import type { Sql } from "../../support/database.ts";

/** The log as it is shipped; without its triggers; and without the lock, too, that orders the writers of an account. */
export const sides = ["logged", "not logged", "neither logged nor locked"] as const;
export type SideName = (typeof sides)[number];

/** Turns the log's triggers and its lock off and on. */
export interface Switch {
  to(side: SideName): Promise<void>;
}

/** @param sql a superuser's connection */
export async function openSwitch(sql: Sql): Promise<Switch> {
  const triggers = await sql<{ name: string; table: string }[]>`
    select quote_ident(t.tgname) as name, t.tgrelid::regclass::text as table
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.pronamespace = 'kith_private'::regnamespace and p.proname in ('log_change', 'lock_own_log')`;
  if (triggers.length === 0) throw new Error("The log has no triggers.");
  const [lock] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('kith_private.lock_log(uuid)'::regprocedure) as definition`;
  const noLock = lock!.definition.replace(/\bbegin\b[\s\S]*\bend\b/i, "begin end");
  const setTriggers = (verb: "enable" | "disable") =>
    triggers.map(({ name, table }) => `alter table ${table} ${verb} trigger ${name};`).join("\n");
  return {
    async to(side) {
      await sql.query(`
        begin;
        ${setTriggers(side === "logged" ? "enable" : "disable")}
        ${side === "neither logged nor locked" ? noLock : lock!.definition};
        commit`);
    },
  };
}
