/**
 * What somebody does who has installed the client from its tarball. Compiled against the types in the tarball, then run
 * in Node and in Deno; prints one line of JSON.
 */
import { createKithClient, items, KithError, orThrow, uploadPhoto } from "@kith/client";

const [baseUrl, token, photo] = process.argv.slice(2) as [string, string, string];
const kith = createKithClient({ baseUrl, token });

const contact = await orThrow(kith.POST("/contacts", { body: { firstName: "Tarball" } }));
const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0));
const shown = await uploadPhoto(kith, contact.id, bytes, { extension: "png" });
const served: Response = await fetch(shown.photoUrl ?? "");

const names: string[] = [];
for await (const each of items(kith, "/contacts", { search: "tarball", pageSize: 1 })) {
  names.push(each.displayName);
}

const params = { path: { id: contact.id } };
await orThrow(kith.DELETE("/contacts/{id}", { params }));
const error: unknown = await orThrow(kith.GET("/contacts/{id}", { params })).catch((thrown) =>
  thrown
);

console.log(JSON.stringify({
  names,
  hasPhoto: shown.hasPhoto satisfies boolean,
  photoBytes: (await served.arrayBuffer()).byteLength,
  code: error instanceof KithError ? error.code : String(error),
}));
