// Parse Server with the rows of the seed.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loopback } from "../../local/core/settings.ts";
import { send } from "../measure.ts";
import type { Bench } from "../stack.ts";
import { columns, openAlternative, tables } from "./alternative.ts";
import { type Ask, type Contender, requestsBelow } from "./contender.ts";

const app = { "x-parse-application-id": "kith-bench" };
const masterKey = "for the setup alone";

/** Its types for those of Directus; everything else is a text. */
const types: Record<string, string> = {
  boolean: "Boolean",
  integer: "Number",
  json: "Array",
  timestamp: "Date",
  date: "Date",
};
const classes = { contacts: "Contact", notes: "Note" };

/** As Parse's users would name a column. */
const camel = (column: string) => column.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** Every class is for users who are signed in; the rows' ACLs say for whom. New fields come from the schema alone. */
const signedIn = Object.fromEntries(
  "find count get create update delete".split(" ")
    .map((name) => [name, { requiresAuthentication: true }]),
);

/** The session of an owner: like those of a sign-in, good for a year. */
const sessionToken = (index: number) => `r:${index.toString(16).padStart(32, "0")}`;

/** Its column is there to be searched, and to be searched it has to be readable. Answers without it are no slower. */
const excludeKeys = "searchText";
const date = (iso: string) => ({ __type: "Date", iso: `${iso}T00:00:00.000Z` });
const userOf = ({ owner: { id } }: Ask) => ({
  __type: "Pointer",
  className: "_User",
  objectId: id,
});

/**
 * Parse Server on a database of its own on the same Postgres, with the same rows, in one process, set up as its guide
 * says: per-user ACLs and class-level permissions, no classes made by clients, caches and pool as they come. A session
 * token is its only credential, so it answers for both of Kith's. It keeps sessions in memory for five seconds, which is
 * less work than asking the database each time, as Kith does; its answers leave out members that are null, and to a
 * write it answers with little more than the id.
 */
export async function parseServer(bench: Bench): Promise<Contender> {
  const own = await openAlternative("bench_parse", bench);
  const { origin, sql, owners } = own;
  const file = join(own.folder, "settings.json");
  const settings = {
    appId: app["x-parse-application-id"],
    masterKey,
    databaseURI: own.url,
    host: loopback,
    port: Number(new URL(origin).port),
    mountPath: "/parse",
    serverURL: `${origin}/parse`,
    publicServerURL: `${origin}/parse`,
    allowClientClassCreation: false,
  };
  await writeFile(file, JSON.stringify(settings));
  await own.run(["parse-server/bin/parse-server", file], {}, "/parse/health");
  const post = (path: string, more: Record<string, string>, body: object) =>
    send(origin, { method: "POST", path: `/parse/${path}`, headers: { ...app, ...more }, body });
  for (const table of tables) {
    const fields = columns[table]
      .map(([name, type]) => [camel(name), { type: types[type] ?? "String" }]);
    await post(`schemas/${classes[table]}`, { "x-parse-master-key": masterKey }, {
      className: classes[table],
      fields: { owner: { type: "Pointer", targetClass: "_User" }, ...Object.fromEntries(fields) },
      classLevelPermissions: { ...signedIn, addField: {} },
    });
  }
  // The first sign-up makes the table of sessions.
  const setup = { username: "setup", password: "nobody signs in by it" };
  await post("users", { "x-parse-revocable-session": "1" }, setup);
  // Past the server: users, a session each, and the rows of the seed.
  const ids = owners.map(({ id }) => id);
  const tokens = owners.map(({ index }) => sessionToken(index));
  await sql`
    insert into "_User" ("objectId", username, "createdAt", "updatedAt", _rperm, _wperm)
    select id, id, now(), now(), array[id], array[id] from unnest(${ids}::text[]) id`;
  await sql`
    insert into "_Session" ("objectId", "user", "sessionToken", "expiresAt", "createdAt", "updatedAt", "createdWith")
    select id, id, token, now() + interval '1 year', now(), now(), '{"action": "login", "authProvider": "password"}'
    from unnest(${ids}::text[], ${tokens}::text[]) as session (id, token)`;
  for (const table of tables) {
    await own.copy(table, classes[table], camel, [
      ["objectId", "c.id"],
      ["createdAt", "c.created_at"],
      ["updatedAt", "c.updated_at"],
      ["owner", "c.owner_id"],
      ["_rperm", "array[c.owner_id]"],
      ["_wperm", "array[c.owner_id]"],
    ]);
  }
  // Parse indexes nothing but ids. Queries name the owner besides the ACL, which no index answers (a row without an ACL
  // is everybody's), so that these serve: ten times as fast. They carry the ACL along for the counts.
  await sql.query(`
    create index contact_display_name on "Contact" (owner, "displayName", "objectId") include (_rperm);
    create index contact_next_contact on "Contact" (owner, "nextContactOn") include (_rperm);
    create index note_occurred_at on "Note" (owner, "occurredAt", "objectId") include (_rperm);
    create index session_token on "_Session" ("sessionToken")`);
  await sql`vacuum (analyze)`;
  const today = date(new Date().toISOString().slice(0, 10));
  const page = (ask: Ask, path: string, order: string, filters: object): ["GET", string] => {
    const where = JSON.stringify({ owner: userOf(ask), ...filters });
    const query = new URLSearchParams({ where, order, limit: "50", count: "1", excludeKeys });
    return ["GET", `${path}?${query}`];
  };
  const contacts = (ask: Ask, where = {}) => page(ask, "Contact", "displayName,objectId", where);
  return {
    name: "Parse Server 9",
    promise: { read: 3, write: 3 },
    origin,
    request: requestsBelow("/parse/classes/", {
      "list 50": (ask) => contacts(ask),
      "search": (ask) => contacts(ask, { searchText: { $regex: ask.person.word } }),
      "needsContact": (ask) => contacts(ask, { nextContactOn: { $lte: today } }),
      "get": ({ contactId }) => ["GET", `Contact/${contactId}?excludeKeys=${excludeKeys}`],
      "create": (ask) => {
        const ACL = { [ask.owner.id]: { read: true, write: true } };
        return ["POST", "Contact", { ...ask.made, owner: userOf(ask), ACL }];
      },
      "patch": ({ contactId, jobTitle }) => ["PUT", `Contact/${contactId}`, { jobTitle }],
      "notes of a month": (ask) => {
        const occurredAt = { $gte: date(ask.from), $lt: date(ask.after) };
        return page(ask, "Note", "-occurredAt,-objectId", { occurredAt });
      },
    }, ({ owner }) => ({
      headers: { ...app, "x-parse-session-token": sessionToken(owner.index) },
    })),
    read: (body) => ({
      rows: (body.results ?? [body]).map(({ objectId: id }: { objectId?: string }) => ({ id })),
      total: body.count,
    }),
    removeCreated: () => own.removeCreated("Contact"),
  };
}
