import type { Sql } from "../../test/support/database.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { typicalWrites } from "./calls.ts";
import type { Handle } from "./handle.ts";
import { emptyLog, logSize } from "./tables.ts";

/** How much the log grows with each kind of write. */
export async function bytesOfWrites(
  sql: Sql,
  handle: Handle,
  { owners }: Seeded,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const each = quick ? 10 : 150;
  const rows: string[][] = [];
  for (const [name, write] of Object.entries(typicalWrites)) {
    await emptyLog(sql);
    for (const [index, owner] of owners.entries()) {
      const calls = Array.from({ length: each }, (_, turn) => write({ owner, index }, turn));
      await handle.askAll({ kind: "access_token", sub: owner.id }, calls);
    }
    const { sets, changes, bytes } = await logSize(sql);
    rows.push([
      name,
      (changes / sets).toFixed(1),
      (bytes / changes).toFixed(0),
      (bytes / sets).toFixed(0),
    ]);
  }
  progress(`log: bytes of ${each * owners.length} writes of each kind measured`);
  return {
    tables: [{
      caption: "Room that the log takes, with indexes and TOAST",
      columns: ["", "changes a write", "bytes a change", "bytes a write"],
      rows,
    }],
    goals: [],
  };
}
