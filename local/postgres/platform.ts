// Makes of a fresh cluster what a new project of the platform finds.
import { getAuthSchemaSql, getStorageSchemaSql } from "@supabase/lite";
import { readFile } from "node:fs/promises";
import { databaseUrlOf, withConnection } from "../core/connection.ts";

/**
 * Makes of a fresh cluster what a new project of the platform finds, once: a cluster that has it is
 * left alone. All or nothing, so that an interrupted first start is repeated.
 */
export async function preparePlatformDatabase(port: number): Promise<void> {
  await withConnection(databaseUrlOf("supabase_admin", port), async (client) => {
    const { rows } = await client.query(
      "select 1 from pg_event_trigger where evtname = 'pgrst_drop_watch'",
    );
    if (rows.length > 0) return void await client.query(clientOfSession);
    const [before, after] = await Promise.all(
      ["platform.sql", "platform-after.sql"].map(readBeside),
    );
    // The schema is there, and CREATE SCHEMA, even of one that exists, is not among the role's rights.
    const asRole = (role: string, statements: string) =>
      `set local role ${role};\n${
        statements.replace(/create schema if not exists \w+;/i, "")
      }\n;reset role;\n`;
    // Closing the connection undoes what was not committed.
    await client.query("begin");
    await client.query(before!);
    await client.query(asRole("supabase_auth_admin", getAuthSchemaSql()));
    await client.query(asRole("supabase_storage_admin", getStorageSchemaSql()));
    await client.query(after!);
    await client.query(clientOfSession);
    await client.query("commit");
  });
}

/** A column of the platform's Auth that lite's lacks, also in the folders that were made before it was read. */
const clientOfSession =
  "alter table auth.sessions add column if not exists oauth_client_id uuid; " +
  "create index if not exists sessions_oauth_client_id_idx on auth.sessions (oauth_client_id)";

const readBeside = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
