/**
 * What somebody does who has installed the client from its tarball. Compiled against the types in the tarball, then run
 * in Node and in Deno; prints one line of JSON.
 */
import { type Contact, Kith, KithError, KithNotFoundError, type Note } from "@kith/client";

const [baseUrl, token, photo] = process.argv.slice(2) as [string, string, string];
const kith = new Kith({ baseUrl, token });

const contact: Contact = await kith.contacts.create({ firstName: "Tarball" });
const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0));
const shown = await kith.contacts.uploadPhoto(contact.id, bytes, { extension: "png" });
const served: Response = await fetch(shown.photoUrl ?? "");

const names: string[] = [];
for await (const each of kith.contacts.list({ search: "tarball", pageSize: 1 })) {
  names.push(each.displayName);
}
const note: Note = await kith.notes.create({ content: "packed", contactId: contact.id });
const { data: notes } = await kith.notes.list({ contactId: contact.id });

await kith.contacts.delete(contact.id);
const error: unknown = await kith.contacts.get(contact.id).catch((thrown) => thrown);

console.log(JSON.stringify({
  names,
  hasPhoto: shown.hasPhoto satisfies boolean,
  isListed: notes.length === 1 && notes[0]?.id === note.id,
  photoBytes: (await served.arrayBuffer()).byteLength,
  code: error instanceof KithError ? error.code : String(error),
  isNotFound: error instanceof KithNotFoundError,
}));
