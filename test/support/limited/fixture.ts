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

/**
 * Makes an account in three stages. A row is in the place whose stage it came with; what says that something is in the
 * network outside is outside.
 */
async function makeContent(database: AskedDatabase): Promise<Content> {
  const { superuser: sql } = database;
  const { id: account, token, newKey } = await database.newPerson();
  const run = (operation: string, args?: Json) =>
    mustHandle(database.asked, token, operation, args);
  const id = async (operation: string, body: Json): Promise<string> =>
    (await run(operation, { body })).id;
  const networks = { inside: "", outside: "" };
  const contacts = { inside: "", outside: "", nobody: "" };
  const places = new Map<string, Place>();
  /** The rows that there are now. Those that are new are in this place. */
  const read = async (place: Place): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const table of Object.keys(reaches)) {
      for (const row of await rowsOf(sql, table, account)) {
        const isOutside = Object.values(row.columns).includes(networks.outside);
        // A change is where that is which it changes.
        const what = row.columns.resource_id ?? `${table} ${labelOf(row.key)}`;
        if (!isOutside && !places.has(what)) places.set(what, place);
        rows.push({ ...row, place: isOutside ? "outside" : places.get(what)! });
      }
    }
    return rows;
  };
  const newContact = (name: string, networkIds: string[]) => {
    const dates = { birthday: "1980-05-17", contactFrequencyDays: 7 };
    return id("create_contact", { firstName: textOf(name), ...dates, networkIds });
  };
  /** Notes and reminders about contacts, or about nobody: one each that stays, and a note that is deleted. */
  const makeAbout = async (name: string, contactIds: string[]) => {
    const gone = { content: textOf(`gone-note ${name}`), contactIds };
    await run("delete_note", { id: await id("create_note", gone) });
    await id("create_note", { content: textOf(`note ${name}`), contactIds });
    const title = textOf(`reminder ${name}`);
    await id("create_reminder", { title, contactIds, dueAt: "2020-01-01" });
    const [contactId, relatedContactId] = contactIds;
    const other = relatedContactId
      ? { relatedContactId }
      : { relatedName: textOf(`relationship-name ${name}`) };
    if (contactId) {
      const label = textOf(`relationship ${name}`);
      await id("create_relationship", { contactId, ...other, kind: "friend", label });
    }
    // One contact is all that some kinds are about.
    if (contactIds.length > 1) return;
    for (const kind of plainKinds.filter(isAboutContacts)) {
      await id(`create_${kind}`, plainBody(kind, contactIds, textOf(`${kind} ${name}`)));
    }
  };
  /** A contact that stays, with what is about it, and one that is deleted. */
  const makePlace = async (place: keyof typeof contacts, networkIds: string[]) => {
    contacts[place] = await newContact(`contact ${place}`, networkIds);
    await run("delete_contact", { id: await newContact(`gone ${place}`, networkIds) });
    await makeAbout(place, place === "nobody" ? [] : [contacts[place]]);
  };
  const dismiss = (...contactIds: string[]) => run("dismiss_duplicate", { body: { contactIds } });

  await id("create_note_type", { name: textOf("type") });
  await id("create_field", { name: textOf("field") });
  for (const kind of plainKinds.filter((each) => !isAboutContacts(each))) {
    await id(`create_${kind}`, plainBody(kind, [], textOf(kind)));
  }
  await run("update_me", { body: { name: textOf("profile") } });
  await read("everywhere");

  networks.inside = await id("create_network", { name: textOf("network inside") });
  networks.outside = await id("create_network", { name: textOf("network outside") });
  // What is inside belongs to the network outside, too.
  await makePlace("inside", [networks.inside, networks.outside]);
  const friend = await newContact("contact friend", [networks.inside]);
  await makeAbout("several-inside", [contacts.inside, friend]);
  const alike: [string, string] = [
    await newContact("contact alike", [networks.inside]),
    await newContact("contact alike", [networks.inside]),
  ];
  await dismiss(contacts.inside, alike[0]);
  await addPhoto(sql, account, contacts.inside);
  await read("inside");

  await makePlace("outside", [networks.outside]);
  await makePlace("nobody", []);
  // Where one of the contacts is not inside, the note is not.
  await makeAbout("several-outside", [contacts.inside, contacts.outside]);
  await makeAbout("several-outside", [contacts.outside, contacts.inside]);
  await makeAbout("several-nobody", [contacts.inside, contacts.nobody]);
  await dismiss(contacts.outside, contacts.inside);
  const row = { line: 1, resource: "contact", uid: null, value: { firstName: textOf("import") } };
  const imported = await id("create_import", {
    format: "json",
    dropped: [],
    rows: [{ ...row, networks: [], notes: [] }],
  });
  await run("create_calendar", { hash: account.replaceAll("-", "").repeat(2) });
  await run("create_inbox", { hash: account.replaceAll("-", "").repeat(2) });
  const url = "https://calendar.example.com/basic.ics";
  const calendar = await id("create_read_calendar", { name: textOf("calendar"), url });
  await sql`insert into kith_private.meetings (owner_id, calendar_id, event, title, started_at, ended_at, contact_ids)
    values (${account}, ${calendar}, ${account.replaceAll("-", "").repeat(2)}, ${
    textOf("meeting")
  }, now(), now(), '{}')`;
  const target = `${account}@example.com`;
  await id("create_channel", { kind: "email", name: textOf("channel"), target });
  await sql`update kith_private.channels set verified_at = now() where owner_id = ${account}`;
  const hook = { name: textOf("webhook"), url: "https://hooks.example.com/" };
  await run("create_webhook", { body: hook, secret: `whsec_${"A".repeat(43)}=` });
  const { credential: key } = await newKey("for one network", { networkIds: [networks.inside] });
  const actor = await newKey("another");
  const app = { name: "an app", clientId: "another", redirectHost: "app.example.com" };
  await id("create_connection", app);
  await addPhoto(sql, account, contacts.outside);
  const png = { id: contacts.outside, body: { extension: "png" } };
  const { path: upload } = await run("create_photo_upload", png);
  const photo = `${account}/${contacts.outside}/${randomUUID()}.png`;
  await sql`update kith_private.photo_uploads set photo_path = ${photo} where path = ${upload}`;
  const cardPhoto = `${account}/${contacts.outside}/${randomUUID()}.png`;
  await sql`
    insert into kith_private.photo_uploads (path, owner_id, contact_id, photo_path)
    values (${cardPhoto}, ${account}, ${contacts.outside}, ${cardPhoto})`;
  const rows = await read("outside");
  const without = Object.keys(reaches).filter((each) => rows.every(({ table }) => table !== each));
  if (without.length > 0) throw new Error(`Make a row of ${without} in this file.`);
  return {
    account,
    key,
    actor,
    networks,
    contacts,
    alike,
    import: imported,
    calendar,
    upload,
    photo,
    cardPhoto,
    rows,
  };
}

/** A file in the bucket, without Storage. */
async function addPhoto(sql: Sql, owner: string, contact: string): Promise<void> {
  const path = `${owner}/${contact}/${randomUUID()}.png`;
  await sql`insert into storage.objects (bucket_id, name) values ('kith-photos', ${path})`;
  await sql`update kith.contacts set photo_path = ${path} where owner_id = ${owner} and id = ${contact}`;
  await sql`
    insert into kith_private.card_photos (owner_id, path, digest, lines)
    values (${owner}, ${path}, 'secret-photo', 'PHOTO:')`;
}

/** A table's name in a statement. */
export const quoted = (table: string): string => identifier(...table.split(".")).text;

/** What identifies a row, from the columns of its primary key. */
export const labelOf = (key: Json): string => Object.values(key).join(" ");

const mention = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|secret-[a-z-]+/g;

async function rowsOf(sql: Sql, table: string, account: string): Promise<Omit<Row, "place">[]> {
  const isOwn = table === "storage.objects"
    ? "split_part(name, '/', 1) = $1"
    : "owner_id::text = $1";
  const { rows } = await sql.query<{ row: Json }>(
    `select to_jsonb(t) as row from ${quoted(table)} t where ${isOwn}`,
    [account],
  );
  const columns = await sql<{ name: string }[]>`
    select a.attname as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
     where i.indrelid = ${table}::regclass and i.indisprimary order by a.attnum`;
  return rows.map(({ row }) => ({
    table,
    key: Object.fromEntries(columns.map(({ name }) => [name, row[name]])),
    mentions: JSON.stringify(row).match(mention) ?? [],
    columns: row,
  }));
}
