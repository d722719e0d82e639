import { createHash, randomUUID } from "node:crypto";
import type { Command } from "../catalog.ts";
import type { Json } from "../client.ts";
import { identifiers, type Sql } from "../database.ts";
import { sqlState } from "../sql.ts";
import { actAs, type Caller } from "./callers.ts";
import { type Fixture, labelOf, quoted } from "./fixture.ts";
import {
  aboutContacts,
  type Content,
  isReadable,
  isWritable,
  type Place,
  reaches,
  type Row,
} from "./tables.ts";

/** The SQLSTATE of what a policy refuses. */
const refused = "42501";

/** What a statement did: the rows that it saw, how many it wrote, or the SQLSTATE of its refusal. */
type Outcome = string[] | number | string | null;

/** One statement as one caller, and what it has to do. */
export interface Statement {
  name: string;
  caller: Caller;
  expected: Outcome;
  /** Statements as superuser, before. */
  before?: (tx: Sql) => Promise<unknown>;
  run(tx: Sql): Promise<Outcome>;
}

/** The outcome of a statement that writes. */
async function written(tx: Sql, statement: string, values: Json[] = []): Promise<Outcome> {
  let count: number | null = null;
  const work = tx.query(statement, values).then(({ rowCount }) => void (count = rowCount));
  return await sqlState(work) ?? count;
}

/** Runs statements one by one in a transaction, each undone; those with another outcome, as text. */
export async function unexpected(
  tx: Sql,
  account: string,
  statements: Statement[],
  most = Infinity,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, caller, expected, before, run } of statements) {
    await tx`savepoint statement`;
    await before?.(tx);
    await actAs(tx, account, caller);
    const difference = compare(expected, await run(tx));
    await tx`rollback to statement`;
    if (difference !== null) found.push(`${name} as ${caller.name}: ${difference}`);
    if (found.length >= most) break;
  }
  return found;
}

function compare(expected: Outcome, actual: Outcome): string | null {
  if (!Array.isArray(expected) || !Array.isArray(actual)) {
    return expected === actual ? null : `expected ${expected}, got ${actual}`;
  }
  const missing = expected.filter((row) => !actual.includes(row));
  const extra = actual.filter((row) => !expected.includes(row));
  if (missing.length + extra.length === 0) return null;
  return `sees ${extra.length} that it must not (${extra.slice(0, 2).join(", ")}), ` +
    `and not ${missing.length} that it may (${missing.slice(0, 2).join(", ")})`;
}

/** All statements on a table as these callers. */
export const statementsOn = (table: string, fixture: Fixture, callers: Caller[]): Statement[] =>
  callers.flatMap((caller) => {
    const rows = fixture.rows.filter((row) => row.table === table);
    const task: Task = {
      table,
      caller,
      fixture,
      rows,
      granted: fixture.granted.get(table) ?? [],
      reads: (row) => isReadable(row, caller.limits, fixture),
      writes: (place, makes) => isWritable(table, place, caller.limits, fixture, makes),
    };
    return [reading, inserting, writing, moving].flatMap((statementsOf) =>
      statementsOf(task).map((each) => ({ ...each, name: `${table}: ${each.name}`, caller }))
    );
  });

/** A table as a caller finds it. */
interface Task {
  table: string;
  caller: Caller;
  fixture: Fixture;
  rows: Row[];
  granted: Command[];
  reads(row: Row): boolean;
  writes(place: Place, makes?: boolean): boolean;
}

type OfTask = Omit<Statement, "caller">;

function reading({ table, rows, granted, reads }: Task): OfTask[] {
  const columns = identifiers(Object.keys(rows[0]!.key)).text;
  const bucket = table === "storage.objects" ? "where bucket_id = 'kith-photos'" : "";
  const locks = granted.includes("update") ? ["for update", "for share"] : [];
  return ["", ...locks].map((lock) => ({
    name: `select ${lock}`,
    expected: rows.filter(reads).map(({ key }) => labelOf(key)),
    run: async (tx) => {
      const { rows } = await tx.query(`select ${columns} from ${quoted(table)} ${bucket} ${lock}`);
      return rows.map(labelOf);
    },
  }));
}

/** The statements that change or delete rows, and are granted. */
function writesOf({ table, granted }: Task): [Command, string][] {
  const { text, newValue = "gen_random_uuid()" } = reaches[table]!;
  const statements: [Command, string][] = [
    ["update", `update ${quoted(table)} set ${text} = ${newValue}`],
    ["delete", `delete from ${quoted(table)}`],
  ];
  return statements.filter(([command]) => granted.includes(command));
}

/** Statements on all rows that are seen; and those that read no column, so that the policies of reading do not apply. */
function writing(task: Task): OfTask[] {
  const seen = task.rows.filter(task.reads);
  const isAllowed = seen.every(({ place }) => task.writes(place));
  return writesOf(task).flatMap(([command, statement]): OfTask[] => [
    ...["", "returning owner_id"].map((returning) => ({
      name: `${command} what is seen ${returning}`,
      expected: isAllowed || seen.length === 0 ? seen.length : command === "update" ? refused : 0,
      run: (tx: Sql) => written(tx, `${statement} where owner_id is not null ${returning}`),
    })),
    {
      name: `${command} all`,
      expected: task.rows.filter(({ place }) => task.writes(place)).length,
      // A refusal counts as no row.
      run: async (tx) => {
        const outcome = await written(tx, statement);
        return outcome === refused ? 0 : outcome;
      },
    },
  ]);
}

/** What is about one contact is made to be about another, or about nobody. */
function moving({ table, fixture, rows, reads, writes }: Task): OfTask[] {
  if (!aboutContacts.includes(table)) return [];
  const own = new Map(rows.map((row) => [row.place, row]));
  const { inside, outside, nobody } = fixture.contacts;
  const targets = [["inside", inside], ["outside", outside], ["outside", nobody], [
    "outside",
    null,
  ]] as const;
  return [...own].flatMap(([from, row]) =>
    targets.map(([to, contact]) => ({
      name: `move from ${from} to ${contact === null ? "none" : to}`,
      expected: !reads(row) ? 0 : writes(from) && writes(to) ? 1 : refused,
      run: (tx: Sql) =>
        written(tx, `update ${quoted(table)} set contact_id = $1 where id = $2`, [
          contact,
          row.key.id,
        ]),
    }))
  );
}

const pairOf = (...ids: string[]) => {
  const [contact_id, other_contact_id] = ids.sort();
  return { contact_id, other_contact_id };
};
const newHash = () => createHash("sha256").update(randomUUID()).digest();

/** A new row for each place, as columns and their values, where a text is not enough. */
const newRows: Record<string, (content: Content) => [Place, Json][]> = {
  "kith.contact_networks": ({ contacts, networks }) => [
    ["inside", { contact_id: contacts.nobody, network_id: networks.inside }],
    ["outside", { contact_id: contacts.nobody, network_id: networks.outside }],
  ],
  "kith_private.dismissed_duplicates": ({ contacts, alike }) => [
    ["inside", pairOf(...alike)],
    ["outside", pairOf(alike[0], contacts.nobody)],
  ],
  "kith_private.imports": () => [["outside", { format: "json" }]],
  "kith_private.import_rows": (content) => {
    const row = { resource: "contact", action: "create", new_id: randomUUID() };
    return [["outside", { ...row, import_id: content.import, number: 2, line: 1 }]];
  },
  "kith_private.calendars": () => [["everywhere", { hash: newHash() }]],
  "kith_private.api_keys": () => [
    ["everywhere", { name: "New", key_prefix: "kith_0000", hash: newHash() }],
  ],
};

/** @throws Error where the row needs more than a text, and nobody has said what */
function newRowsOf(table: string, content: Content): [Place, Json][] {
  const make = newRows[table];
  if (make) return make(content);
  const { text, newValue } = reaches[table]!;
  if (text === undefined || newValue !== undefined) {
    throw new Error(`Say in test/support/limited/statements.ts how to insert into ${table}.`);
  }
  const { inside, outside } = content.contacts;
  if (!aboutContacts.includes(table)) return [["everywhere", { [text]: "New" }]];
  return [
    ["inside", { [text]: "New", contact_id: inside }],
    ["outside", { [text]: "New", contact_id: outside }],
    ["outside", { [text]: "New" }],
  ];
}

/** Statements that make rows, in each place and in somebody else's name. */
function inserting({ table, fixture, granted, reads, writes }: Task): OfTask[] {
  if (!granted.includes("insert")) return [];
  // Of these an account has one.
  const isOnly = ["kith.profiles", "kith_private.calendars"].includes(table);
  const remove = (tx: Sql) =>
    tx.query(`delete from ${quoted(table)} where owner_id = $1`, [fixture.account]);
  const insert = (name: string, row: Json, works: boolean, returning = ""): OfTask => ({
    name: `insert ${name} ${returning}`,
    expected: works ? 1 : refused,
    ...(isOnly ? { before: remove } : {}),
    run: (tx) => {
      const columns = identifiers(Object.keys(row)).text;
      const values = Object.keys(row).map((_, index) => `$${index + 1}`).join(", ");
      const statement = `insert into ${quoted(table)} (${columns}) values (${values})`;
      return written(tx, `${statement} ${returning}`, Object.values(row));
    },
  });
  return newRowsOf(table, fixture).flatMap(([place, row]) => {
    const works = writes(place, true);
    const others = { ...row, owner_id: fixture.stranger.account };
    return [
      insert(place, row, works),
      insert(
        place,
        row,
        works && reads({ table, key: {}, place, mentions: [], columns: {} }),
        "returning owner_id",
      ),
      insert(`${place}, a stranger's,`, others, false),
    ];
  });
}
