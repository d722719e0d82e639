// Publications and subscriptions of Postgres's logical replication, by which machines get each other's rows.
import { setTimeout as sleep } from "node:timers/promises";
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Client } from "pg";
import { openConnection } from "../../local/core/connection.ts";

/**
 * Opens a connection to a machine: with TLS, but on this one, and unless `sslmode` in its URL says otherwise, as libpq means it.
 * @throws the driver's error
 */
export function openMachine(url: string): Promise<Client> {
  const { hostname, searchParams } = new URL(url);
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const mode = searchParams.get("sslmode") ?? (isHere ? "disable" : "require");
  const isPlain = ["disable", "allow", "prefer"].includes(mode);
  return openConnection(url, { ssl: !isPlain && { rejectUnauthorized: mode !== "require" } });
}

/** A row of a statement that returns one at most. */
export async function first<T>(client: Client, text: string, values: unknown[] = []) {
  const { rows } = await client.query(text, values);
  return rows[0] as T | undefined;
}

/** Whether there is a publication or a subscription of this name. */
export const has = async (client: Client, what: "publication" | "subscription", name: string) =>
  await first(
    client,
    what === "publication"
      ? "select from pg_publication where pubname = $1"
      : "select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())",
    [name],
  ) !== undefined;

/**
 * Subscribes to a publication of this name, where that was not done before, and waits until all rows have been copied.
 * @param source the machine that publishes, as the one that subscribes reaches it
 */
export async function subscribe(target: Client, source: string, name: string): Promise<void> {
  if (!await has(target, "subscription", name)) {
    // Several machines may subscribe, so that the name of the slot is of this one.
    const { id } = (await first<{ id: string }>(
      target,
      "select system_identifier::text as id from pg_control_system()",
    ))!;
    await target.query(
      `create subscription ${escapeIdentifier(name)} connection ${escapeLiteral(source)}
       publication ${escapeIdentifier(name)} with (slot_name = ${escapeLiteral(`${name}_${id}`)})`,
    );
  }
  for (;;) {
    const waiting = await first<{ relation: string }>(
      target,
      `select r.srrelid::regclass::text as relation from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
       where s.subname = $1 and r.srsubstate <> 'r' limit 1`,
      [name],
    );
    if (!waiting) return;
    await sleep(200);
  }
}

/** Waits until a subscriber has all that was written until now. */
export async function catchUp(source: Client, target: Client, name: string): Promise<void> {
  const { slot } = (await first<{ slot: string }>(
    target,
    "select subslotname::text as slot from pg_subscription where subname = $1",
    [name],
  ))!;
  const { lsn } = (await first<{ lsn: string }>(source, "select pg_current_wal_lsn() as lsn"))!;
  const isThere = async () =>
    await first(
      source,
      "select from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn >= $2::pg_lsn",
      [slot, lsn],
    ) !== undefined;
  while (!await isThere()) await sleep(50);
}
