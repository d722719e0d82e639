import { Buffer } from "node:buffer";
import { beforeAll, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { makeWithPhoto, objectsOf, picture, read, stored } from "../support/photos.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const photo = (bytes: Uint8Array | string, type = "image/png") =>
  `PHOTO:data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
const card = (...lines: string[]) =>
  ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
const preview = async (raw: string): Promise<Json> =>
  expectStatus(
    await ada.post("/imports", undefined, { raw, headers: { "content-type": "text/vcard" } }),
    201,
  );
const apply = async ({ id }: Json): Promise<Json> =>
  expectStatus(await ada.post(`/imports/${id}/apply`, { onMatch: "merge" }), 200);

it("photos in vCards are stored with the preview and attached when it is applied", async () => {
  const bytes = picture("picture.png");
  const made = await preview(card("FN:With", photo(bytes)) + card("FN:Without"));
  expect(made).toMatchObject({ photos: 1, dropped: [] });
  const [path] = await objectsOf(sql, ada.id);
  const { appliedActivityId } = await apply(made);
  const found = expectStatus(await ada.get("/contacts?search=with"), 200).data;
  const contact = found.find(({ displayName }: Json) => displayName === "With");
  expect((await read(contact.photoUrl)).bytes).toEqual(bytes);
  expect(found.filter(({ hasPhoto }: Json) => hasPhoto)).toHaveLength(1);
  const queued = await sql`select from kith_private.photo_removals where path = ${path}`;
  expect(queued).toEqual([]);
  expectStatus(await ada.post(`/activity/${appliedActivityId}/undo`, {}), 200);
});

it("a contact keeps its photo, and a photo that is not applied is removed", async () => {
  const contact = await makeWithPhoto(ada, {
    firstName: "Own",
    emails: [{ value: "own@example.com" }],
  });
  const before = await objectsOf(sql, ada.id);
  const made = await preview(
    card("FN:Own", "EMAIL:own@example.com", photo(picture("camera.jpg"), "image/jpeg")),
  );
  const [path] = (await objectsOf(sql, ada.id)).filter((each) => !before.includes(each));
  await apply(made);
  const after = expectStatus(await ada.get(`/contacts/${contact.id}`), 200);
  expect((await read(after.photoUrl)).bytes).toEqual(picture("picture.png"));
  expectStatus(await ada.delete(`/imports/${made.id}`), 204);
  await sql`update kith_private.photo_removals set due_at = now() where path = ${path}`;
  await make(ada, "/contacts", { firstName: "Any" });
  await expect.poll(() => stored(path!), { timeout: 15_000 }).toEqual([]);
});

it("a file that is not an image is listed as dropped", async () => {
  const made = await preview(card("FN:Fake", photo("not a picture at all, whatever it says")));
  expect(made.photos).toBe(0);
  expect(made.dropped.map(({ property }: Json) => property).join()).toMatch(/photo/i);
});
