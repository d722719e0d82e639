import { randomUUID } from "node:crypto";
import { type AskedDatabase, mustHandle } from "../activity/log-database.ts";
import { catalogTables, type Command } from "../catalog.ts";
import type { Json } from "../client.ts";
import { identifier, type Sql } from "../database.ts";
import { isAboutContacts, plainBody, plainKinds } from "../plain-resources.ts";
import { type Content, type Place, reaches, type Row } from "./tables.ts";

/** An account with something in every place, somebody else's, and what is granted. */
export interface Fixture extends Content {
  stranger: Content;
  granted: Map<string, Command[]>;
}

/** Makes both accounts, and reads their rows and the place of each. */
export async function makeFixture(database: AskedDatabase): Promise<Fixture> {
  const tables = await catalogTables(database.superuser);
  const granted = new Map<string, Command[]>(
    tables.map(({ schema, name, granted }) => [`${schema}.${name}`, granted]),
  );
  return {
    ...await makeContent(database),
    stranger: await makeContent(database),
    granted: granted.set("storage.objects", ["select"]),
  };
}

/** A text that says what it is of, and that no other row has. */
const textOf = (what: string): string => `secret-${what.replace(" ", "-")}`;

/** Makes an account; the contact inside belongs to the network outside, too. */
async function makeContent(database: AskedDatabase): Promise<Content> {
  const { superuser: sql } = database;
  const { id: account, token, newKey } = await database.newPerson();
  const run = (operation: string, args?: Json) =>
    mustHandle(database.asked, token, operation, args);
  const id = async (operation: string, body: Json): Promise<string> =>
    (await run(operation, { body })).id;
  const networks = {
    inside: await id("create_network", { name: textOf("network inside") }),
    outside: await id("create_network", { name: textOf("network outside") }),
  };
  const memberships = {
    inside: [networks.inside, networks.outside],
    outside: [networks.outside],
    nobody: [],
  };
  const places = new Map<string, Place>();
  places.set(networks.inside, "inside").set(networks.outside, "outside");
  const newContact = async (name: string, place: keyof typeof memberships) => {
    const dates = { birthday: "1980-05-17", contactFrequencyDays: 7 };
    const body = { firstName: textOf(name), ...dates, networkIds: memberships[place] };
    const made = await id("create_contact", body);
    places.set(made, place);
    return made;
  };
  const reminder = (name: string, contactIds: string[]) => ({
    title: textOf(`reminder ${name}`),
    contactIds,
    dueAt: "2020-01-01",
  });
  /** Notes and reminders about contacts, or about nobody: one each that stays, and a note that is deleted. */
  const makeAbout = async (contactIds: string[], place: Place, name: string = place) => {
    const gone = await id("create_note", { content: textOf(`gone-note ${name}`), contactIds });
    await run("delete_note", { id: gone });
    places.set(gone, place)
      .set(await id("create_note", { content: textOf(`note ${name}`), contactIds }), place)
      .set(await id("create_reminder", reminder(name, contactIds)), place);
    for (const kind of plainKinds.filter(isAboutContacts)) {
      // One contact is all that some kinds are about.
      if (contactIds.length > 1) continue;
      const made = plainBody(kind, contactIds, textOf(`${kind} ${name}`));
      places.set(await id(`create_${kind}`, made), place);
    }
  };
  const contacts = { inside: "", outside: "", nobody: "" };
  for (const place of ["inside", "outside", "nobody"] as const) {
    contacts[place] = await newContact(`contact ${place}`, place);
    await run("delete_contact", { id: await newContact(`gone ${place}`, place) });
    await makeAbout(place === "nobody" ? [] : [contacts[place]], place);
  }
  const friend = await newContact("contact friend", "inside");
  // Where one of the contacts is not inside, the note is not.
  await makeAbout([contacts.inside, friend], "inside", "several-inside");
  await makeAbout([contacts.inside, contacts.outside], "outside", "several-outside");
  await makeAbout([contacts.outside, contacts.inside], "outside", "several-outside");
  await makeAbout([contacts.inside, contacts.nobody], "nobody", "several-nobody");
  const alike: [string, string] = [
    await newContact("contact alike", "inside"),
    await newContact("contact alike", "inside"),
  ];
  for (const contactIds of [[contacts.inside, alike[0]], [contacts.outside, contacts.inside]]) {
    await run("dismiss_duplicate", { body: { contactIds } });
  }
  const row = { line: 1, resource: "contact", uid: null, value: { firstName: textOf("import") } };
  const imported = await id("create_import", {
    format: "json",
    dropped: [],
    rows: [{ ...row, networks: [], notes: [] }],
  });
  await id("create_note_type", { name: textOf("type") });
  for (const kind of plainKinds.filter((each) => !isAboutContacts(each))) {
    await id(`create_${kind}`, plainBody(kind, [], textOf(kind)));
  }
  await run("create_calendar", { hash: account.replaceAll("-", "").repeat(2) });
  const { credential: key } = await newKey("for one network", { networkIds: [networks.inside] });
  await run("update_me", { body: { name: textOf("profile") } });
  const app = { name: "an app", clientId: "another", redirectHost: "app.example.com" };
  await id("create_connection", app);
  for (const contact of [contacts.inside, contacts.outside]) await addPhoto(sql, account, contact);
  const png = { id: contacts.outside, body: { extension: "png" } };
  const { path: upload } = await run("create_photo_upload", png);
  const photo = `${account}/${contacts.outside}/${randomUUID()}.png`;
  await sql`
    insert into kith_private.photo_removals (path, owner_id, due_at)
    values (${photo}, ${account}, now() + interval '1 day')`;
  const actor = await newKey("another");
  const made = { account, key, actor, networks, contacts, alike, import: imported, upload, photo };
  const content: Content = { ...made, places, rows: [] };
  for (const table of Object.keys(reaches)) content.rows.push(...await rowsOf(sql, table, content));
  return content;
}

/** A file in the bucket, without Storage. */
async function addPhoto(sql: Sql, owner: string, contact: string): Promise<void> {
  const path = `${owner}/${contact}/${randomUUID()}.png`;
  await sql`insert into storage.objects (bucket_id, name) values ('kith-photos', ${path})`;
  await sql`update kith.contacts set photo_path = ${path} where owner_id = ${owner} and id = ${contact}`;
}

/** A table's name in a statement. */
export const quoted = (table: string): string => identifier(...table.split(".")).text;

/** What identifies a row, from the columns of its primary key. */
export const labelOf = (key: Json): string => Object.values(key).join(" ");

const mention = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|secret-[a-z-]+/g;

async function rowsOf(sql: Sql, table: string, content: Content): Promise<Row[]> {
  const isOwn = table === "storage.objects"
    ? "split_part(name, '/', 1) = $1"
    : "owner_id::text = $1";
  const { rows } = await sql.query<{ row: Json }>(
    `select to_jsonb(t) as row from ${quoted(table)} t where ${isOwn}`,
    [content.account],
  );
  if (rows.length === 0) {
    throw new Error(`Make a row of ${table} in test/support/limited/fixture.ts.`);
  }
  const columns = await sql<{ name: string }[]>`
    select a.attname as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = ${table}::regclass and i.indisprimary order by a.attnum`;
  return rows.map(({ row }) => ({
    table,
    key: Object.fromEntries(columns.map(({ name }) => [name, row[name]])),
    place: reaches[table]!.placeOf(row, content),
    mentions: JSON.stringify(row).match(mention) ?? [],
    columns: row,
  }));
}
