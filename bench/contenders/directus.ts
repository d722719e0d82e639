// Directus with the rows of the seed.
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { send } from "../measure.ts";
import type { Bench } from "../stack.ts";
import { columns, openAlternative, type Table, tables } from "./alternative.ts";
import { type Contender, requestsBelow, rowOf, titleOf } from "./contender.ts";

const adminToken = randomBytes(16).toString("hex");

/** What Directus fills in by itself. */
const kept = { created_at: "date-created", updated_at: "date-updated", owner_id: "user-created" };
const derived = ["display_name", "next_contact_on", "search_text"];

const namesOf = (table: Table) => columns[table].map(([name]) => name);
/** The fields of answers: all but the owner and the column for searches. */
const answered = (table: Table) =>
  ["id", ...namesOf(table), "created_at", "updated_at"].filter((name) => name !== "search_text")
    .join();

/** A collection, as `POST /collections` takes it, without the log of views that Kith does not keep either. */
const collectionOf = (collection: Table) => ({
  collection,
  meta: { accountability: null },
  schema: {},
  fields: [
    { field: "id", type: "uuid", meta: { special: ["uuid"] }, schema: { is_primary_key: true } },
    ...columns[collection].map(([field, type]) => ({
      field,
      type,
      meta: { special: ["json", "boolean"].includes(type) ? [`cast-${type}`] : [] },
      schema: type === "boolean" ? { default_value: false } : {},
    })),
    ...Object.entries(kept).map(([field, special]) => ({
      field,
      type: field === "owner_id" ? "uuid" : "timestamp",
      meta: { special: [special] },
      schema: {},
    })),
  ],
});

/** A policy for users: only their own rows. */
const ownRows = {
  name: "Own rows",
  app_access: false,
  admin_access: false,
  permissions: tables.flatMap((collection) => {
    const permissions = { owner_id: { _eq: "$CURRENT_USER" } };
    const fields = namesOf(collection).filter((name) => !derived.includes(name));
    return [
      { collection, action: "read", fields: ["*"], permissions },
      { collection, action: "create", fields, presets: { owner_id: "$CURRENT_USER" } },
      { collection, action: "update", fields, permissions },
      { collection, action: "delete", permissions },
    ];
  }),
};

const staticToken = (index: number) => index.toString(16).padStart(32, "0");

/**
 * Directus on a database of its own on the same Postgres, with the same rows, in one process: two collections, a policy
 * by which everybody reaches their own rows, a static token for each, caches, pool and limits as they come. A static
 * token is its nearest to both of Kith's credentials, so it answers for both.
 *
 * Version 11, not 12: since 12 a policy like this one is a feature of its paid licenses, and without one it
 * also sends telemetry whatever its settings say.
 */
export async function directus(bench: Bench): Promise<Contender> {
  const own = await openAlternative("bench_directus", bench);
  const { origin, sql, owners } = own;
  await writeFile(join(own.folder, "package.json"), "{}");
  for (const name of ["uploads", "extensions"]) await mkdir(join(own.folder, name));
  const { hostname, port } = new URL(origin);
  const environment = {
    HOST: hostname,
    PORT: port,
    PUBLIC_URL: origin,
    SECRET: randomBytes(32).toString("hex"),
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: own.url,
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: randomBytes(16).toString("hex"),
    ADMIN_TOKEN: adminToken,
    LOG_LEVEL: "warn",
    TELEMETRY: "false",
    EMAIL_VERIFY_SETUP: "false",
    // Without its page for administrators.
    SERVE_APP: "false",
    // Sixteen connections keep a process busy: it is to answer them, not to refuse them with 503.
    PRESSURE_LIMITER_ENABLED: "false",
  };
  // Not the package `directus`, whose command asks the registry for a newer version each time.
  const program = "@directus/api/dist/cli/run.js";
  await own.run([program, "bootstrap"], environment);
  await own.run([program, "start"], environment, "/server/ping");
  const post = async (path: string, body: object): Promise<string> =>
    (await send(origin, { method: "POST", path, token: adminToken, body })).data.id;
  for (const table of tables) await post("/collections", collectionOf(table));
  const role = await post("/roles", { name: "Owner" });
  await post("/access", { role, policy: await post("/policies", ownRows) });
  // Past the server: a user with a static token for each owner, and the rows of the seed.
  const [ids, tokens] = [owners.map(({ id }) => id), owners.map(({ index }) => staticToken(index))];
  await sql`
    insert into directus_users (id, email, status, role, token)
    select id, id || '@bench.example', 'active', ${role}::uuid, token
    from unnest(${ids}::uuid[], ${tokens}::text[]) as person (id, token)`;
  const others = ["id", "created_at", "updated_at", "owner_id"]
    .map((name): [string, string] => [name, `c.${name}`]);
  for (const table of tables) await own.copy(table, table, (name) => name, others);
  await sql.query(`
    create index contacts_display_name on contacts (owner_id, display_name, id);
    create index contacts_next_contact_on on contacts (owner_id, next_contact_on);
    create index notes_occurred_at on notes (owner_id, occurred_at, id)`);
  await sql`vacuum (analyze)`;
  const today = new Date().toISOString().slice(0, 10);
  const page = (table: Table, sort: string, filter?: object): ["GET", string] => {
    const query = { fields: answered(table), sort, limit: "50", meta: "filter_count" };
    const filters = filter && { filter: JSON.stringify(filter) };
    return ["GET", `${table}?${new URLSearchParams({ ...query, ...filters })}`];
  };
  const contacts = (filter?: object) => page("contacts", "display_name,id", filter);
  const fields = `?fields=${answered("contacts")}`;
  return {
    name: "Directus 11",
    promise: { read: 3, write: 3 },
    origin,
    request: requestsBelow("/items/", {
      "list 50": () => contacts(),
      "search": ({ person }) => contacts({ search_text: { _contains: person.word } }),
      "needsContact": () => contacts({ next_contact_on: { _lte: today } }),
      "get": ({ contactId }) => ["GET", `contacts/${contactId}${fields}`],
      "create": (ask) => ["POST", `contacts${fields}`, rowOf(ask)],
      "patch": (ask) => ["PATCH", `contacts/${ask.contactId}${fields}`, titleOf(ask)],
      "notes of a month": ({ from, after }) => {
        const month = { _gte: `${from}T00:00:00Z`, _lt: `${after}T00:00:00Z` };
        return page("notes", "-occurred_at,-id", { occurred_at: month });
      },
    }, ({ owner }) => ({ token: staticToken(owner.index) })),
    read: ({ data, meta }) => ({ rows: [data].flat(), total: meta?.filter_count }),
    removeCreated: () => own.removeCreated("contacts"),
  };
}
