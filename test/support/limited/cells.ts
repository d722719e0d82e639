import type { Command } from "../catalog.ts";
import { identifier, type Sql } from "../database.ts";
import { type Cell, refused, written } from "./cell.ts";
import type { Caller } from "./claims.ts";
import type { Place } from "./fixture.ts";
import { type Ground, labelOf, listed, quoted } from "./ground.ts";
import { insertCells } from "./insert-cells.ts";
import { isReadable, isWritable, reaches, type Row } from "./tables.ts";

/** All statements on a table as these callers. */
export function cellsOf(table: string, ground: Ground, callers: Caller[]): Cell[] {
  const granted = ground.granted.get(table) ?? [];
  return callers.flatMap((caller) => [
    ...readingCells(table, caller, ground),
    ...granted.includes("insert") ? insertCells(table, caller, ground) : [],
    ...rowCells(table, caller, ground),
    ...blindCells(table, caller, ground),
    ...movingCells(table, caller, ground),
  ]);
}

const rowsIn = (table: string, rows: Row[]) => rows.filter((row) => row.table === table);

function readingCells(table: string, caller: Caller, ground: Ground): Cell[] {
  const rows = rowsIn(table, ground.rows);
  const visible = rows.filter((row) => isReadable(row, caller.limits, ground.half));
  const columns = listed(Object.keys(rows[0]!.key));
  const bucket = table === "storage.objects" ? "where bucket_id = 'kith-photos'" : "";
  const read = (lock: string): Cell => ({
    name: `${table}: select ${lock}`,
    caller,
    expected: visible.map(({ key }) => labelOf(key)),
    run: async (tx: Sql) => {
      const { rows } = await tx.query(`select ${columns} from ${quoted(table)} ${bucket} ${lock}`);
      return rows.map(labelOf);
    },
  });
  const locks = ground.granted.get(table)!.includes("update") ? ["for update", "for share"] : [];
  return ["", ...locks].map(read);
}

/** The statements that change or delete rows, and are granted. */
function writesOf(table: string, ground: Ground): [Command, string][] {
  const { text, newValue = "gen_random_uuid()" } = reaches[table]!;
  const statements: [Command, string][] = [
    ["update", `update ${quoted(table)} set ${text} = ${newValue}`],
    ["delete", `delete from ${quoted(table)}`],
  ];
  return statements.filter(([command]) => ground.granted.get(table)!.includes(command));
}

/** Statements on single rows: one of each place, and somebody else's. */
function rowCells(table: string, caller: Caller, ground: Ground): Cell[] {
  const own = new Map(rowsIn(table, ground.rows).map((row) => [row.place as string, row]));
  const targets = [...own, ["of a stranger", rowsIn(table, ground.foreign)[0]!] as const];
  return writesOf(table, ground).flatMap(([command, statement]) =>
    targets.flatMap(([place, row]) => {
      const visible = own.has(place) && isReadable(row, caller.limits, ground.half);
      const writable = isWritable(table, row.place, caller.limits, ground.half);
      const expected = !visible ? 0 : writable ? 1 : command === "update" ? refused : 0;
      const condition = Object.keys(row.key).map((name, index) =>
        `${identifier(name).text} = $${index + 1}`
      ).join(" and ");
      return ["", "returning owner_id"].map((returning): Cell => ({
        name: `${table}: ${command} ${place} ${returning}`,
        caller,
        expected,
        run: (tx) =>
          written(
            tx.query(`${statement} where ${condition} ${returning}`, Object.values(row.key)),
          ),
      }));
    })
  );
}

/** Statements that read no column, so that the policies of reading do not apply. A refusal counts as no row. */
function blindCells(table: string, caller: Caller, ground: Ground): Cell[] {
  const expected = rowsIn(table, ground.rows)
    .filter(({ place }) => isWritable(table, place, caller.limits, ground.half)).length;
  return writesOf(table, ground).map(([command, statement]) => ({
    name: `${table}: ${command} all`,
    caller,
    expected,
    run: async (tx) => {
      const verdict = await written(tx.query(statement));
      return verdict === refused ? 0 : verdict;
    },
  }));
}

/** What is about one contact is made to be about another, or about nobody. */
function movingCells(table: string, caller: Caller, ground: Ground): Cell[] {
  const { half } = ground;
  const own = new Map(rowsIn(table, ground.rows).map((row) => [row.place, row]));
  const contacts: [Place, string | null][] = [
    ["inside", half.contacts.inside],
    ["outside", half.contacts.outside],
    ["nobody", half.contacts.nobody],
    ["nobody", null],
  ];
  if (!["kith.notes", "kith.reminders"].includes(table)) return [];
  return [...own].flatMap(([from, row]) =>
    contacts.map(([to, contact]): Cell => {
      const may = (place: Place) => isWritable(table, place, caller.limits, half);
      const visible = isReadable(row, caller.limits, half);
      return {
        name: `${table}: move from ${from} to ${contact === null ? "none" : to}`,
        caller,
        expected: !visible ? 0 : may(from) && may(to) ? 1 : refused,
        run: (tx) =>
          written(tx.query(`update ${quoted(table)} set contact_id = $1 where id = $2`, [
            contact,
            row.key.id,
          ])),
      };
    })
  );
}
