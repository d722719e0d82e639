import { randomUUID } from "node:crypto";
import type { LogDatabase, Person } from "../activity/log-database.ts";
import { mustHandle } from "../activity/log-database.ts";
import type { Json } from "../client.ts";
import type { Database } from "../database.ts";

/** Where a row is, for a key that is limited to the network `inside`; of no network where it concerns all of them. */
export type Place = "inside" | "outside" | "nobody" | "everywhere";

/** One account with something in every place. */
export interface Half {
  person: Person;
  /** Ids by what they are: networks, contacts. */
  networks: Record<"inside" | "outside", string>;
  contacts: Record<"inside" | "outside" | "nobody", string>;
  /** The place of every contact, network, note and reminder that there is or was. */
  places: Map<string, Place>;
}

type Run = (operation: string, args?: Json) => Promise<Json>;

/** Makes an account; the contact inside belongs to the network outside, too. */
export async function makeHalf(database: LogDatabase): Promise<Half> {
  const person = await database.newPerson();
  const run: Run = (operation, args) => mustHandle(database.asked, person.token, operation, args);
  const id = async (operation: string, body: Json): Promise<string> =>
    (await run(operation, { body })).id;
  const networks = {
    inside: await id("create_network", { name: "Inside" }),
    outside: await id("create_network", { name: "Outside" }),
  };
  const memberships = {
    inside: [networks.inside, networks.outside],
    outside: [networks.outside],
    nobody: [],
  };
  const contacts = { inside: "", outside: "", nobody: "" };
  const places = new Map<string, Place>();
  places.set(networks.inside, "inside").set(networks.outside, "outside");
  for (const place of ["inside", "outside", "nobody"] as const) {
    contacts[place] = await id("create_contact", {
      firstName: place,
      networkIds: memberships[place],
    });
    const gone = await id("create_contact", { firstName: "x", networkIds: memberships[place] });
    await run("delete_contact", { id: gone });
    const contactId = place === "nobody" ? null : contacts[place];
    const made = [contacts[place], gone, ...await makeAbout(run, contactId)];
    for (const each of made) places.set(each, place);
  }
  await run("create_note_type", { body: { name: "Type" } });
  await run("update_me", { body: { name: "Changed" } });
  await person.newKey();
  await addPhoto(database.superuser, person.id, contacts.inside);
  return { person, networks, contacts, places };
}

/** Notes and reminders about a contact, or about nobody: one each that stays, and a note that is deleted. */
async function makeAbout(run: Run, contactId: string | null): Promise<string[]> {
  const note = await run("create_note", { body: { content: "x", contactId } });
  const reminder = await run("create_reminder", { body: { title: "x", contactId } });
  const gone = await run("create_note", { body: { content: "y", contactId } });
  await run("delete_note", { id: gone.id });
  return [note.id, reminder.id, gone.id];
}

/** A file in the bucket, without Storage. */
async function addPhoto(sql: Database, owner: string, contact: string): Promise<void> {
  const path = `${owner}/${contact}/${randomUUID()}.png`;
  await sql`insert into storage.objects (bucket_id, name) values ('kith-photos', ${path})`;
  await sql`update kith.contacts set photo_path = ${path} where owner_id = ${owner} and id = ${contact}`;
}
