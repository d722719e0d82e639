import type { Sql } from "../../test/support/database.ts";
import { type Channel } from "../scale/channels.ts";
import { compare, effortOf, type Side } from "../scale/compare.ts";
import type { Call } from "../scale/calls.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import type { SeededOwner } from "../seed.ts";
import { vacuumLog } from "./tables.ts";
import { median, spread } from "../statistics.ts";

/** How many changes the account's log has. */
const changes = { full: 100_000, quick: 10_000 };
const pageSize = 200;

/** Pages of the feed beside pages of the list of contacts, of one account with a long log. */
export async function feed(
  sql: Sql,
  channels: Record<string, Channel>,
  owner: SeededOwner,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const count = quick ? changes.quick : changes.full;
  const cursors = await fill(sql, Object.values(channels)[0]!, owner, count);
  const list = { operation: "list_contacts", arguments: { query: { pageSize } } };
  const pages: [string, Call][] = [
    ["GET /contacts, first page", list],
    ...Object.entries(cursors).map((
      [name, since],
    ): [string, Call] => [`GET /changes, ${name}`, {
      operation: "list_changes",
      arguments: { query: { since, pageSize } },
    }]),
  ];
  const parts = [];
  for (const [where, channel] of Object.entries(channels)) {
    const sides = pages.map(([, call]): Side => ({ prepare: () => channel.prepare(owner, call) }));
    const { milliseconds, ratios } = await compare(sides, effortOf(quick));
    progress(`log: pages of the feed, ${where}, measured`);
    parts.push({ where, milliseconds, ratios });
  }
  return {
    tables: parts.map(({ where, milliseconds, ratios }) => ({
      caption: `A page of ${pageSize} of an account with ${count} changes, ${where}`,
      columns: ["", "ms", "of the list's"],
      rows: pages.map((
        [name],
        n,
      ) => [name, milliseconds[n]!.toFixed(2), median(ratios[n]!).toFixed(2)]),
    })),
    goals: parts.flatMap(({ where, ratios }) =>
      pages.slice(1).map(([name], n) => ({
        name: `log: time of ${name}, ${where}, of the list's`,
        measured: median(ratios[n + 1]!),
        spread: spread(ratios[n + 1]!),
        unit: "×",
        atMost: 1,
      }))
    ),
  };
}

/** Changes every contact again and again. @returns cursors in the log by what follows them */
async function fill(sql: Sql, channel: Channel, owner: SeededOwner, count: number) {
  const cursorNow = async () => {
    const call = { operation: "list_changes", arguments: { query: {} } };
    return (await channel.read(owner, call) as { cursor?: string }).cursor!;
  };
  const change = (title: string, most: number) =>
    sql`update kith.contacts set job_title = ${title} where owner_id = ${owner.id}
      and id in (select id from kith.contacts where owner_id = ${owner.id} limit ${most})`;
  const cursors: string[] = [];
  const rounds = Math.ceil(count / owner.contacts);
  await actAs(sql, owner.id);
  for (let round = 0; round < rounds; round++) {
    cursors.push(await cursorNow());
    await change(`Colleague ${round}`, owner.contacts);
  }
  // Just a page of contacts.
  const last = await cursorNow();
  await change("Colleague", pageSize);
  const hot = await cursorNow();
  for (let time = 0; time < 1000; time++) await change(`Colleague again, ${time}`, 1);
  await actAs(sql, "");
  await vacuumLog(sql);
  await sql`vacuum (analyze) kith.contacts`;
  return {
    "oldest page": cursors[0]!,
    "middle page": cursors[Math.floor(rounds / 2)]!,
    "newest page": last,
    "one contact changed 1,000 times": hot,
  };
}

/** Changes are logged as this owner's own, which is faster than as an administrator's. */
async function actAs(sql: Sql, sub: string): Promise<void> {
  const claims = sub ? JSON.stringify({ sub, role: "authenticated" }) : "";
  await sql`select set_config('request.jwt.claims', ${claims}, false)`;
}
