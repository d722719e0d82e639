import type { Json } from "../client.ts";
import type { Sql } from "../database.ts";
import { ownedRows } from "../owned-rows.ts";
import { actAs, type Caller } from "./callers.ts";
import { type Content, isReadable, type Row } from "./tables.ts";

/** A statement that tries to get around the limits of a caller. */
export interface Attempt {
  name: string;
  caller: Caller;
  statement: string;
  values: Json[];
  /** The table whose ids it may show, whatever the limits. */
  shows?: string | undefined;
  /** Whether the caller may make rows by it. */
  mayMake?: boolean;
}

type Rows = Record<string, string[]>;

/** What attempts showed that the caller may not see, and the tables that they changed; each is undone. */
export async function breachesOf(
  tx: Sql,
  content: Content,
  attempts: Attempt[],
): Promise<string[]> {
  const before = await ownedRows(tx, content.account);
  const found: string[] = [];
  for (const attempt of attempts) {
    const { caller, values, shows, mayMake = false } = attempt;
    const { said, after } = await carryOut(tx, content.account, attempt);
    const given = JSON.stringify(values);
    const shown = secretsOf(content, caller)
      .filter((each) => said.includes(each) && !given.includes(each))
      .map((each) => ({ each, row: content.rows.find((row) => row.mentions?.includes(each)) }))
      .filter(({ row }) => !shows || row?.table !== shows)
      .map(({ each, row }) => `shows ${each} (${row?.table}, ${row?.place})`);
    const changed = !after
      ? []
      : mayMake
      ? tablesThatLost(before, after)
      : changedTables(before, after);
    const breaches = [...shown, ...changed.map((each) => `changes ${each}`)];
    found.push(...breaches.map((each) => `${attempt.name} as ${caller.name} ${each}`));
  }
  return found;
}

/** What an attempt answered, and the rows after it where it did not fail. */
async function carryOut(
  tx: Sql,
  account: string,
  { caller, statement, values }: Attempt,
): Promise<{ said: string; after?: Rows }> {
  await tx`savepoint attempt`;
  await actAs(tx, account, caller);
  const [rows, error] = await tx.query(statement, values)
    .then((result) => [result.rows, null] as const, (error) => [null, error] as const);
  if (error) await tx`rollback to attempt`;
  await tx`select set_config('role', 'none', true)`;
  const said = rows ? JSON.stringify(rows) : [error.message, error.detail, error.hint].join(" ");
  const after = rows ? { after: await ownedRows(tx, account) } : {};
  await tx`rollback to attempt`;
  return { said, ...after };
}

/** What there is in rows that the caller may not read, and in no other row. */
function secretsOf(content: Content, { limits }: Caller): string[] {
  const mentionsIn = (rows: Row[]) => new Set(rows.flatMap(({ mentions }) => mentions ?? []));
  const known = mentionsIn(content.rows.filter((row) => isReadable(row, limits, content)));
  const mail = limits.scopes?.includes("profile:read") === false ? ["@example.com"] : [];
  return [...mentionsIn(content.rows)]
    .filter((each) => !known.has(each) && each !== content.account).concat(mail);
}

function changedTables(before: Rows, after: Rows): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** The tables of which a row is another one, or gone. */
const tablesThatLost = (before: Rows, after: Rows): string[] =>
  Object.keys(before).filter((name) =>
    name.startsWith("kith.") && !before[name]!.every((row) => after[name]?.includes(row))
  );
