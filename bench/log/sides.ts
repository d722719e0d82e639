import type { Stack } from "../../supabase/local/stack.ts";
import { cleanUp } from "../clean-up.ts";
import type { Sql } from "../../test/support/database.ts";

/** The log as it is shipped; without its triggers; and without the lock, too, that orders the writers of an account. */
export const sideNames = ["logged", "not logged", "neither logged nor locked"] as const;
export type SideName = (typeof sideNames)[number];

/** What a side's connections to the database are opened with. */
const settings: Record<SideName, string[]> = {
  "logged": [],
  "not logged": ["session_replication_role=replica"],
  "neither logged nor locked": ["session_replication_role=replica", "kith_bench.unlocked=on"],
};

/** A function of its own for each side, so that nothing has to be switched between two measurements. */
export interface SideFunction {
  name: SideName;
  /** Scheme, host and port. */
  origin: string;
  stop(): Promise<void>;
}

/** For connections of a side. */
export function databaseUrlOf(
  { databaseUrl }: Stack,
  side: SideName,
  further: string[] = [],
): string {
  const url = new URL(databaseUrl);
  const options = [...settings[side], ...further].map((setting) => `-c ${setting}`).join(" ");
  if (options) url.searchParams.set("options", options);
  return url.href.replaceAll("+", "%20");
}

/** @param sql a superuser's connection */
export async function startSides(stack: Stack, sql: Sql): Promise<SideFunction[]> {
  await letSessionsGoWithoutLog(sql);
  const sides: SideFunction[] = [];
  for (const name of sideNames) {
    const { url: origin, stop } = await stack.startFunction({
      SUPABASE_DB_URL: databaseUrlOf(stack, name),
    });
    sides.push({ name, origin, stop: cleanUp(stop) });
  }
  return sides;
}

/** In sessions that replay other databases' writes only the triggers run that are to run always: all but the log's. */
async function letSessionsGoWithoutLog(sql: Sql): Promise<void> {
  const triggers = await sql<{ name: string; table: string; isOfLog: boolean }[]>`
    select quote_ident(t.tgname) as name, t.tgrelid::regclass::text as table,
      p.pronamespace = 'kith_private'::regnamespace and p.proname in ('log_change', 'lock_own_log') as "isOfLog"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace::regnamespace::text in ('kith', 'kith_private', 'auth')`;
  const others = triggers.filter(({ isOfLog }) => !isOfLog);
  if (others.length === triggers.length) throw new Error("The log has no triggers.");
  await sql.query(
    others.map(({ name, table }) => `alter table ${table} enable always trigger ${name}`).join(";"),
  );
  await sql`grant set on parameter session_replication_role to postgres`;
  const [lock] = await sql<{ definition: string }[]>`
    select pg_get_functiondef('kith_private.lock_log()'::regprocedure) as definition`;
  await sql.query(lock!.definition.replace(
    /\bbegin\b/i,
    "begin\n  if current_setting('kith_bench.unlocked', true) = 'on' then return true; end if;",
  ));
}
