import { createHash, randomUUID } from "node:crypto";
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

/** One statement as one caller, and what it has to do. */
export interface Statement {
  sql: string;
  values?: Json[];
  caller: Caller;
  /** The rows that it sees, how many it writes, or the SQLSTATE of its refusal. */
  expected: string[] | number | string;
  /** Whether it may also be refused where it writes nothing. */
  orRefused?: boolean;
  /** As the superuser, with the account as its parameter. */
  before?: string | undefined;
}

/** Runs statements one by one in a transaction, each undone; those with another outcome, as text. */
export async function unexpected(
  tx: Sql,
  account: string,
  statements: Statement[],
  most = Infinity,
): Promise<string[]> {
  const found: string[] = [];
  for (const { sql, values = [], caller, expected, orRefused, before } of statements) {
    await tx`savepoint statement`;
    if (before) await tx.query(before, [account]);
    await actAs(tx, account, caller);
    let did: { rows: Json[]; rowCount: number | null } = { rows: [], rowCount: null };
    const state = await sqlState(tx.query(sql, values).then((result) => did = result));
    await tx`rollback to statement`;
    const outcome = state ?? (Array.isArray(expected) ? did.rows.map(labelOf) : did.rowCount);
    if (orRefused && expected === 0 && state === refused) continue;
    const difference = compare(expected, outcome);
    if (difference) found.push(`${sql} with ${values} as ${caller.name}: ${difference}`);
    if (found.length >= most) break;
  }
  return found;
}

function compare(expected: Statement["expected"], actual: string[] | string | number | null) {
  if (!Array.isArray(expected) || !Array.isArray(actual)) {
    return expected === actual ? "" : `expected ${expected}, got ${actual}`;
  }
  return [
    ...expected.filter((row) => !actual.includes(row)).map((row) => `does not see ${row}`),
    ...actual.filter((row) => !expected.includes(row)).map((row) => `sees ${row}`),
  ].slice(0, 4).join(", ");
}

/** All statements on a table as these callers. */
export const statementsOn = (table: string, fixture: Fixture, callers: Caller[]): Statement[] =>
  callers.flatMap((caller) => {
    const rows = fixture.rows.filter((row) => row.table === table);
    const reads = (row: Row) => isReadable(row, caller.limits, fixture);
    const writes = (place: Place, makes = false) =>
      isWritable(table, place, caller.limits, fixture, makes);
    const granted = fixture.granted.get(table) ?? [];
    const seen = rows.filter(reads);
    const isAllowed = seen.every(({ place }) => writes(place));
    const statements: Omit<Statement, "caller">[] = [];

    const columns = identifiers(Object.keys(rows[0]!.key)).text;
    const bucket = table === "storage.objects" ? "where bucket_id = 'kith-photos'" : "";
    for (const lock of ["", ...granted.includes("update") ? ["for update", "for share"] : []]) {
      statements.push({
        sql: `select ${columns} from ${quoted(table)} ${bucket} ${lock}`,
        expected: seen.map(({ key }) => labelOf(key)),
      });
    }

    const { text, newValue = "gen_random_uuid()" } = reaches[table]!;
    for (
      const [command, sql, denied] of [
        ["update", `update ${quoted(table)} set ${text} = ${newValue}`, refused],
        ["delete", `delete from ${quoted(table)}`, 0],
      ] as const
    ) {
      if (!granted.includes(command)) continue;
      const expected = isAllowed || seen.length === 0 ? seen.length : denied;
      for (const returning of ["", "returning owner_id"]) {
        statements.push({ sql: `${sql} where owner_id is not null ${returning}`, expected });
      }
      // It reads no column, so that the policies of reading do not apply.
      statements.push({
        sql,
        expected: rows.filter(({ place }) => writes(place)).length,
        orRefused: true,
      });
    }

    if (granted.includes("insert")) {
      // Of these an account has one.
      const isOnly = ["kith.profiles", "kith_private.calendars", "kith_private.inboxes"].includes(
        table,
      );
      const before = isOnly ? `delete from ${quoted(table)} where owner_id = $1` : undefined;
      const insert = (row: Json, works: boolean, returning = "") => {
        const values = Object.keys(row).map((_, index) => `$${index + 1}`).join(", ");
        const into = `${quoted(table)} (${identifiers(Object.keys(row)).text})`;
        statements.push({
          sql: `insert into ${into} values (${values}) ${returning}`,
          values: Object.values(row),
          expected: works ? 1 : refused,
          before,
        });
      };
      for (const [place, row] of newRowsOf(table, fixture)) {
        const works = writes(place, true);
        const isSeen = reads({ table, key: {}, place, mentions: [], columns: {} });
        insert(row, works);
        insert(row, works && isSeen, "returning owner_id");
        insert({ ...row, owner_id: fixture.stranger.account }, false);
      }
    }

    // What is about one contact is made to be about another, or about nobody.
    const { inside, outside, nobody } = fixture.contacts;
    // What is about two of them is not made to be about one twice, and is always about one.
    const movable = aboutContacts.includes(table)
      ? rows.filter(({ columns }) => (columns.related_contact_id ?? null) === null)
      : [];
    for (const [from, row] of new Map(movable.map((row) => [row.place, row]))) {
      const isOfOne = "related_name" in row.columns;
      for (const contact of [inside, outside, nobody, ...isOfOne ? [] : [null]]) {
        const isBoth = writes(from) && writes(contact === inside ? "inside" : "outside");
        statements.push({
          sql: `update ${quoted(table)} set contact_id = $1 where id = $2`,
          values: [contact, row.key.id],
          expected: !reads(row) ? 0 : isBoth ? 1 : refused,
        });
      }
    }
    return statements.map((each) => ({ ...each, caller }));
  });

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
  "kith.relationships": ({ contacts: { inside, outside } }) => [
    ["inside", { contact_id: inside, related_name: "New", kind: "friend" }],
    ["outside", { contact_id: outside, related_name: "New", kind: "friend" }],
    ["outside", { contact_id: inside, related_contact_id: outside, kind: "colleague" }],
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
  "kith_private.inboxes": () => [["everywhere", { hash: newHash() }]],
  "kith_private.meetings": ({ calendar }) => [
    ["everywhere", {
      calendar_id: calendar,
      event: randomUUID().replaceAll("-", "").repeat(2),
      title: "New",
      started_at: "2026-01-01",
      ended_at: "2026-01-01",
      contact_ids: "{}",
    }],
  ],
  "kith_private.channels": () => [
    ["everywhere", { kind: "email", name: "New", target: "new@example.com" }],
  ],
  "kith_private.webhooks": () => [
    ["everywhere", {
      name: "New",
      url: "https://hooks.example.com/",
      secret: `whsec_${"A".repeat(43)}=`,
    }],
  ],
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
