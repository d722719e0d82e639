import { createHash, randomUUID } from "node:crypto";
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
  /** Two more contacts inside. */
  twins: [string, string];
  /** An import that was not applied. */
  import: string;
  /** A path that a photo of the contact outside may be uploaded to. */
  upload: string;
  /** The path that is reserved for that photo. */
  photo: string;
  /** The place of every contact, network, note and reminder that there is or was. */
  places: Map<string, Place>;
}

type Run = (operation: string, args?: Json) => Promise<Json>;

/** A text that says what it is of, and that no other row has. */
export const textOf = (what: string): string => `secret-${what.replace(" ", "-")}`;

/** Makes an account; the contact inside belongs to the network outside, too. */
export async function makeHalf(database: LogDatabase): Promise<Half> {
  const person = await database.newPerson();
  const run: Run = (operation, args) => mustHandle(database.asked, person.token, operation, args);
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
  const contacts = { inside: "", outside: "", nobody: "" };
  const places = new Map<string, Place>();
  places.set(networks.inside, "inside").set(networks.outside, "outside");
  for (const place of ["inside", "outside", "nobody"] as const) {
    contacts[place] = await id("create_contact", {
      firstName: textOf(`contact ${place}`),
      networkIds: memberships[place],
    });
    const gone = await id("create_contact", {
      firstName: textOf(`gone ${place}`),
      networkIds: memberships[place],
    });
    await run("delete_contact", { id: gone });
    const about = place === "nobody" ? [] : [contacts[place]];
    const made = [contacts[place], gone, ...await makeAbout(run, about, place)];
    for (const each of made) places.set(each, place);
  }
  const friend = await id("create_contact", {
    firstName: textOf("contact friend"),
    networkIds: memberships.inside,
  });
  places.set(friend, "inside");
  // Where one of the contacts is not inside, the note is not.
  const several = [
    ["inside", [contacts.inside, friend]],
    ["outside", [contacts.inside, contacts.outside]],
    ["outside", [contacts.outside, contacts.inside]],
    ["nobody", [contacts.inside, contacts.nobody]],
  ] as const;
  for (const [place, about] of several) {
    for (const each of await makeAbout(run, [...about], `several-${place}`)) {
      places.set(each, place);
    }
  }
  const twin = () =>
    id("create_contact", { firstName: textOf("contact twin"), networkIds: memberships.inside });
  const twins: [string, string] = [await twin(), await twin()];
  for (const each of twins) places.set(each, "inside");
  for (const contactIds of [[contacts.inside, twins[0]], [contacts.outside, contacts.inside]]) {
    await run("dismiss_duplicate", { body: { contactIds } });
  }
  const row = { line: 1, resource: "contact", uid: null, value: { firstName: textOf("import") } };
  const made = await run("create_import", {
    body: { format: "json", dropped: [], rows: [{ ...row, networks: [], notes: [] }] },
  });
  await run("create_note_type", { body: { name: textOf("type") } });
  const hash = createHash("sha256").update(person.id).digest("hex");
  await mustHandle(database.asked, person.token, "create_calendar", { hash });
  await run("update_me", { body: { name: textOf("profile") } });
  await person.newKey();
  const client = { name: "an app", clientId: "another", redirectHost: "app.example.com" };
  await run("create_connection", { body: client });
  for (const contact of [contacts.inside, contacts.outside]) {
    await addPhoto(database.superuser, person.id, contact);
  }
  const upload = await run("create_photo_upload", {
    id: contacts.outside,
    body: { extension: "png" },
  });
  const photo = `${person.id}/${contacts.outside}/${randomUUID()}.png`;
  await database.superuser`
    insert into kith_private.photo_removals (path, owner_id, due_at)
    values (${photo}, ${person.id}, now() + interval '1 day')`;
  const half = { person, networks, contacts, twins, upload: upload.path, photo, places };
  return { ...half, import: made.id };
}

/** Notes and reminders about contacts, or about nobody: one each that stays, and a note that is deleted. */
async function makeAbout(run: Run, contactIds: string[], place: string): Promise<string[]> {
  const note = await run("create_note", { body: { content: textOf(`note ${place}`), contactIds } });
  const reminder = await run("create_reminder", {
    body: { title: textOf(`reminder ${place}`), contactIds },
  });
  const gone = await run("create_note", {
    body: { content: textOf(`gone-note ${place}`), contactIds },
  });
  await run("delete_note", { id: gone.id });
  return [note.id, reminder.id, gone.id];
}

/** A file in the bucket, without Storage. */
async function addPhoto(sql: Database, owner: string, contact: string): Promise<void> {
  const path = `${owner}/${contact}/${randomUUID()}.png`;
  await sql`insert into storage.objects (bucket_id, name) values ('kith-photos', ${path})`;
  await sql`update kith.contacts set photo_path = ${path} where owner_id = ${owner} and id = ${contact}`;
}
