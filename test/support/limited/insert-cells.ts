import { createHash, randomUUID } from "node:crypto";
import type { Json } from "../client.ts";
import { type Cell, refused, type Verdict, written } from "./cell.ts";
import type { Caller } from "./claims.ts";
import type { Half, Place } from "./fixture.ts";
import { type Ground, listed, quoted } from "./ground.ts";
import { isReadable, isWritable } from "./tables.ts";

const about = (column: string, { contacts }: Half): [Place, Json][] => [
  ["inside", { [column]: "x", contact_id: contacts.inside }],
  ["outside", { [column]: "x", contact_id: contacts.outside }],
  ["nobody", { [column]: "x" }],
];

const pairOf = (...ids: string[]) => {
  const [contact_id, other_contact_id] = ids.sort();
  return { contact_id, other_contact_id };
};

/** A new row for each place, as columns and their values. */
const newRows: Record<string, (half: Half) => [Place, Json][]> = {
  "kith.networks": () => [["nobody", { name: "New" }]],
  "kith.contacts": () => [["nobody", { first_name: "New" }]],
  "kith.contact_networks": ({ contacts, networks }) => [
    ["inside", { contact_id: contacts.nobody, network_id: networks.inside }],
    ["outside", { contact_id: contacts.nobody, network_id: networks.outside }],
  ],
  "kith.notes": (half) => about("content", half),
  "kith.note_types": () => [["everywhere", { name: "New" }]],
  "kith.reminders": (half) => about("title", half),
  "kith.profiles": () => [["everywhere", { name: "New" }]],
  "kith_private.dismissed_duplicates": ({ contacts, twins }) => [
    ["inside", pairOf(...twins)],
    ["outside", pairOf(twins[0], contacts.nobody)],
  ],
  "kith_private.imports": () => [["nobody", { format: "json" }]],
  "kith_private.import_rows": (half) => [["nobody", {
    import_id: half.import,
    number: 2,
    line: 1,
    resource: "contact",
    action: "create",
    new_id: randomUUID(),
  }]],
  "kith_private.calendars": () => [["everywhere", {
    hash: createHash("sha256").update(randomUUID()).digest(),
  }]],
  "kith_private.api_keys": () => [["everywhere", {
    name: "New",
    key_prefix: "kith_0000",
    hash: createHash("sha256").update(randomUUID()).digest(),
  }]],
};

/** Statements that make rows, in each place and in somebody else's name. */
export function insertCells(table: string, caller: Caller, ground: Ground): Cell[] {
  const { half, stranger } = ground;
  const make = newRows[table];
  if (!make) {
    throw new Error(`Say in test/support/limited/insert-cells.ts how to insert into ${table}.`);
  }
  return make(half).flatMap(([place, row]) => {
    const works = isWritable(table, place, caller.limits, half, true);
    const reads = isReadable({ table, key: {}, place }, caller.limits, half);
    const cell = (name: string, row: Json, expected: Verdict, returning = ""): Cell => ({
      name: `${table}: insert ${name} ${returning}`,
      caller,
      expected,
      // Of these an account has one.
      ...(["kith.profiles", "kith_private.calendars"].includes(table)
        ? {
          before: (tx) =>
            tx.query(`delete from ${quoted(table)} where owner_id = $1`, [half.person.id]),
        }
        : {}),
      run: (tx) => {
        const places = Object.keys(row).map((_, index) => `$${index + 1}`).join(", ");
        const statement = `insert into ${quoted(table)} (${listed(Object.keys(row))})`;
        return written(
          tx.query(`${statement} values (${places}) ${returning}`, Object.values(row)),
        );
      },
    });
    return [
      cell(place, row, works ? 1 : refused),
      cell(place, row, works && reads ? 1 : refused, "returning owner_id"),
      cell(`${place}, a stranger's,`, { ...row, owner_id: stranger.person.id }, refused),
    ];
  });
}
