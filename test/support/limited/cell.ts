import type { Sql } from "../database.ts";
import { sqlState } from "../sql.ts";
import { call, type Caller } from "./claims.ts";

/** The SQLSTATE of what a policy refuses. */
export const refused = "42501";

/** What a statement did: the rows that it saw, how many it wrote, or the SQLSTATE of its refusal. */
export type Verdict = string[] | number | string | null;

/** One statement as one caller, and what it has to do. */
export interface Cell {
  name: string;
  caller: Caller;
  expected: Verdict;
  /** Statements as superuser, before. */
  before?: (tx: Sql) => Promise<unknown>;
  run(tx: Sql): Promise<Verdict>;
}

/** The verdict on a statement that writes. */
export async function written(work: Promise<{ rowCount: number | null }>): Promise<Verdict> {
  let count: number | null = null;
  const state = await sqlState(work.then((result) => void (count = result.rowCount)));
  return state ?? count;
}

/** Runs cells one by one in a transaction, each undone; those with another verdict, as text. */
export async function differences(
  tx: Sql,
  account: string,
  cells: Cell[],
  most = Infinity,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, caller, expected, before, run } of cells) {
    await tx`savepoint cell`;
    await before?.(tx);
    await call(tx, account, caller);
    const difference = compare(expected, await run(tx));
    await tx`rollback to cell`;
    if (difference !== null) found.push(`${name} as ${caller.name}: ${difference}`);
    if (found.length >= most) break;
  }
  return found;
}

function compare(expected: Verdict, actual: Verdict): string | null {
  if (!Array.isArray(expected) || !Array.isArray(actual)) {
    return expected === actual ? null : `expected ${expected}, got ${actual}`;
  }
  const less = (rows: string[], others: string[]) => rows.filter((row) => !others.includes(row));
  const [missing, extra] = [less(expected, actual), less(actual, expected)];
  if (missing.length + extra.length === 0) return null;
  return `sees ${extra.length} that it must not (${extra.slice(0, 2).join(", ")}), ` +
    `and not ${missing.length} that it may (${missing.slice(0, 2).join(", ")})`;
}
