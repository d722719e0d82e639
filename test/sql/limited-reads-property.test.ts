import { describe, expect, it } from "vitest";
import { startLogDatabase } from "../support/activity/log-database.ts";
import type { Json } from "../support/client.ts";
import { identifier, rolledBack, type Sql } from "../support/database.ts";
import { ask, type Credential, handle, tokenOf } from "../support/handle.ts";
import { makeFixture, quoted } from "../support/limited/fixture.ts";
import { isReadable, reaches } from "../support/limited/tables.ts";
import {
  cursorAt,
  filtersOf,
  isList,
  type Known,
  type OperationRoute,
  operationRoutes,
  pairsOf,
  queryArguments,
} from "../support/plans/requests.ts";
import { isThorough } from "../support/tier.ts";

/**
 * A key for some networks reads the same whether there is anything outside of them or not: with every operation that
 * reads, and every filter; `npm run test:thorough` tries every two filters together. Then one function forgets a condition,
 * and these reads have to notice it. In a database of its own, because that changes everybody's functions.
 */
const database = await startLogDatabase(1);
const fixture = await makeFixture(database);

const limits = { scopes: null, networkIds: [fixture.networks.inside] };
const [readable, hidden] = [true, false].map((wanted) =>
  fixture.rows.filter((row) => isReadable(row, limits, fixture) === wanted)
);

/** The ids of a collection that the key sees. */
function seen(collection: string): string[] {
  const table = collection === "activity"
    ? "kith_private.change_sets"
    : `kith.${collection.replaceAll("-", "_")}`;
  return readable!.filter((row) => row.table === table).map(({ columns }) => columns.id);
}

const known: Known = {
  id(collection, number) {
    const ids = seen(collection);
    return ids[number % ids.length] ?? fixture.account;
  },
  cursors: [cursorAt("0-0", fixture.account, [JSON.stringify(limits.networkIds)])],
};

const reads = operationRoutes.filter(({ method, access, secret }) =>
  method === "get" && access === "any" && !secret
);

/** The arguments with which an operation is tried. */
function argumentsOf(route: OperationRoute, depth: "each" | "pairs"): Json[] {
  const [id] = route.facts.ids;
  const queries = () => {
    const filters = filtersOf(route, known);
    const texts = ["", "pageSize=1", ...filters.map(({ text }) => text)];
    return [...texts, ...depth === "pairs" ? pairsOf(filters) : []]
      .filter((text) => text !== "pageSize=1" || route.facts.isList)
      .map((text) => ({ query: queryArguments(route, known, text).query }));
  };
  const ids = id ? seen(id.collection).map((value) => ({ [id.name]: value })) : [{}];
  const all = isList(route) ? queries() : [{}];
  return ids.flatMap((one) => all.map((each) => ({ ...one, ...each })));
}

/** What the key is answered, by operation and arguments. */
type Answers = Map<string, string>;

/** What the key is answered, by operation and arguments; of an export all of its pages. */
async function readAll(tx: Sql, depth: "each" | "pairs"): Promise<Answers> {
  const answers: Answers = new Map();
  for (const route of reads) {
    for (const args of argumentsOf(route, depth)) {
      const { operation } = route;
      const pages: string[] = [];
      for (let place: Json = {}; place;) {
        const query = { ...args.query, ...place };
        const answer = await ask(tx, fixture.key, operation, { ...args, query });
        if (answer.log !== null) throw new Error(`${operation}: ${answer.log}`);
        pages.push(JSON.stringify(answer));
        const next = operation.startsWith("export_") &&
          JSON.parse(answer.body!.split("\n")[0]!).next;
        place = next ? { place: next } : null;
      }
      answers.set(`${operation} ${JSON.stringify(args)}`, pages.join("\n"));
    }
  }
  return answers;
}

/** Removes what the key does not see, past all triggers. */
async function removeHidden(tx: Sql): Promise<void> {
  await tx`set local session_replication_role = replica`;
  const changed = new Set(readable!.map(({ columns }) => columns.set_number));
  for (const row of hidden!) {
    if (reaches[row.table]!.read === null) continue;
    // A cursor names the last set with a change that the key sees, shown or not.
    if (row.table === "kith_private.change_sets" && changed.has(row.columns.number)) continue;
    const names = Object.keys(row.key);
    const condition = names.map((name, n) => `${identifier(name).text} = $${n + 1}`).join(" and ");
    await tx.query(`delete from ${quoted(row.table)} where ${condition}`, Object.values(row.key));
  }
  await tx`set local session_replication_role = origin`;
}

/**
 * What happens in the networks and outside at once, and then only outside, in one transaction.
 * @returns ids that the key must not see
 */
async function happen(tx: Sql, hiddenFollows: () => Promise<void>): Promise<string[]> {
  const { account, contacts: { inside, outside }, networks, actor } = fixture;
  const by = (who: Credential) => (operation: string, args: Json) =>
    mustSucceed(tx, who, operation, args);
  const [owner, other] = [by(tokenOf(account)), by(actor.credential)];
  const update = (resource: string, id: string, body: Json, who = owner) =>
    who(`update_${resource}`, { id, body });
  const make = async (resource: string, body: Json): Promise<string> =>
    (await owner(`create_${resource}`, { body })).body.id;
  const left = await make("contact", { firstName: "Left", networkIds: [networks.inside] });
  const note = await make("note", { content: "Leaving", contactId: left });
  const [moved, joined] = [
    await make("note", { content: "Moved", contactId: inside }),
    await make("note", { content: "Joined", contactId: inside }),
  ];
  const due = { dueAt: "2020-02-01", recurrence: "FREQ=WEEKLY" };
  const weekly = await make("reminder", { title: "Leaving", contactId: inside, ...due });
  const { nextId } = (await update("reminder", weekly, { completed: true })).body;
  await update("contact", left, { networkIds: [networks.outside] });
  await update("note", moved, { contactId: left });
  const gone = await make("contact", { firstName: "Gone", networkIds: [networks.outside] });
  for (const contactIds of [[inside, gone], [inside]]) await update("note", joined, { contactIds });
  await owner("delete_contact", { id: gone });
  await update("reminder", nextId, { contactIds: [inside, left] });
  await update("contact", inside, { nickname: "Third" }, other);
  const hidden = await update("contact", left, { nickname: "Third" }, other);
  await owner("undo_actor", { body: { actorId: actor.id, since: "2000-01-01" } });
  await hiddenFollows();
  await update("reminder", nextId, { title: "Elsewhere" });
  await owner("delete_note", { id: note });
  for (const contactIds of [[inside, outside], [outside, inside]]) {
    const mixed = await make("note", { content: "Mixed", contactIds });
    await update("note", mixed, { content: "Mixed again" });
    await owner("delete_note", { id: mixed });
  }
  const doomed = await make("network", { name: "Doomed" });
  await owner("add_network_contact", { id: doomed, contactId: outside });
  await owner("delete_network", { id: doomed });
  return [gone, hidden.activityId!];
}

async function mustSucceed(tx: Sql, who: Credential, operation: string, args: Json) {
  const answer = await handle(tx, who, operation, args);
  expect(answer, operation).toMatchObject({ status: expect.any(Number) });
  return answer;
}

/** What was answered otherwise, or names what the key must not see. */
const differing = (before: Answers, after: Answers, secrets: string[] = []) =>
  [...before].filter(([name, answer]) =>
    after.get(name) !== answer || secrets.some((each) => answer.includes(each))
  ).map(([name, answer]) => `${name}\n  ${answer}\n  ${after.get(name)}`);

/**
 * The reads that are answered otherwise without what is hidden, and after more of it has happened.
 * @param change what a function forgets: then the first differences are enough
 */
const differences = (depth: "each" | "pairs", change?: string) =>
  rolledBack(database.superuser, async (tx) => {
    if (change) await tx.query(change);
    const everything = await readAll(tx, depth);
    expect(everything.size).toBeGreaterThan(100);
    await tx`savepoint everything`;
    await removeHidden(tx);
    const found = differing(everything, await readAll(tx, depth));
    if (change && found.length > 0) return found;
    await tx`rollback to everything`;
    let before: Answers = new Map();
    const secrets = await happen(tx, async () => void (before = await readAll(tx, "each")));
    return [...found, ...differing(before, await readAll(tx, "each"), secrets)];
  });

it("a key for some networks reads the same without what is outside of them", async () => {
  expect(await differences(isThorough ? "pairs" : "each")).toEqual([]);
});

/** Conditions on networks in functions of kith_private, and what is there when they are forgotten. */
const conditions: [name: string, without: string, by: string][] = [
  [
    "is_seen",
    "m.contact_id = is_seen.id and m.network_id = any (networks)",
    "m.contact_id = is_seen.id",
  ],
  [
    "is_seen",
    "m.resource = 'membership' and m.network_id = any (networks)",
    "m.resource = 'membership'",
  ],
  ["is_seen", "return kith_private.are_in_networks(owner, contacts, networks);", "return true;"],
  ["are_in_networks", "and m.network_id = any (networks) offset 0", "offset 0"],
  ["are_in_networks", "from unnest(contacts) about", "from unnest(contacts[:1]) about"],
  ["are_seen", "from unnest(contacts) about", "from unnest(contacts[:1]) about"],
  [
    "seen_resources",
    "where m.owner_id = owner and m.network_id = any (networks)",
    "where m.owner_id = owner",
  ],
  [
    "seen_resources",
    "and m.resource = 'membership' and m.network_id = any (networks)",
    "and m.resource = 'membership'",
  ],
  [
    "seen_resources",
    "(about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or",
    "(cardinality(about.contact_ids) = 1 or",
  ],
  [
    "seen_resources",
    "bool_and((further.id in (select s.contact_id from seen s)) is true)",
    "bool_and(true)",
  ],
  [
    "change_set_body",
    "where exists (select from kith_private.change_sets s where s.id = u.id)",
    "",
  ],
  ["without_unseen", "if kith_private.has_all_networks() then", "if true then"],
];

describe.runIf(isThorough)("what a key for some networks reads tells of the rest", () => {
  it.each(conditions)("where %s forgets %s", async (name, without, by) => {
    const [found] = await database.superuser`
      select pg_catalog.pg_get_functiondef(p.oid) as text from pg_catalog.pg_proc p
       where p.pronamespace = 'kith_private'::regnamespace and p.proname = ${name}`;
    const text = String(found?.["text"]);
    expect(text).toContain(without);
    expect(await differences("each", text.replace(without, () => by))).not.toEqual([]);
  });
});
