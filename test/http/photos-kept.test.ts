import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { anyone, type Json } from "../support/client.ts";
import {
  drain,
  keptPath,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  read,
  restore,
  stored,
  upload,
} from "../support/photos.ts";
import { superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

/** Photos that were removed and are kept, so that undoing brings them back. */
const sql = superuser();
const photo = picture("picture.png");
let owner: Account;
let contact: Json;
let path: string;

// An account for each test, so that the files of others are not counted.
beforeEach(async () => {
  owner = await signUp();
  contact = await makeWithPhoto(owner);
  path = await photoPath(sql, contact.id) ?? "";
});

const removePhoto = async () =>
  expectStatus(await owner.patch(`/contacts/${contact.id}`, { photoUrl: null }), 200);
const shown = async () => expectStatus(await owner.get(`/contacts/${contact.id}`), 200);
const drained = (...paths: string[]) => drain(sql, () => anyone().get("/health"), ...paths);
const keptAt = async (removed: string) => await keptPath(sql, removed) ?? "";
/** Files of the account's photos that are still to be removed or moved; paths to upload to are due much later. */
const queued = async () =>
  (await sql`
    select path, move_to from kith_private.photo_removals where path like ${`${owner.id}/%`} order by path`)
    .map(({ path, move_to }) => [path, move_to]);

describe("a removed photo", () => {
  it("is restored with its bytes, at the path where it was kept, and nothing is left to do", async () => {
    await removePhoto();
    await drained(path);
    const kept = await keptAt(path);
    await restore(sql, owner, contact.id, path);
    expect(await photoPath(sql, contact.id)).toBe(kept);
    expect(await keptPath(sql, path)).toBeNull();
    expect(await queued()).toEqual([]);
    const { photoUrl, hasPhoto } = await shown();
    expect([hasPhoto, (await read(photoUrl)).bytes]).toEqual([true, photo]);
    expect((await read(contact.photoUrl)).status).toBe(400);
    expect(await objectsOf(sql, owner.id)).toEqual([kept]);
  });

  it("is kept at another path the next time, and links to the one before are refused", async () => {
    await removePhoto();
    await drained(path);
    const first = await keptAt(path);
    await restore(sql, owner, contact.id, path);
    const { photoUrl } = await shown();
    expect((await owner.delete(`/contacts/${contact.id}`)).status).toBe(204);
    await drained(first);
    const second = await keptAt(path);
    expect(second).not.toBe(first);
    expect((await read(photoUrl)).status).toBe(400);
    expect(await objectsOf(sql, owner.id)).toEqual([second]);
  });

  it("is kept beside the one that took its place", async () => {
    await upload(owner, contact.id, picture("camera.jpg"), "jpg");
    await drained(path);
    const other = await photoPath(sql, contact.id) ?? "";
    await restore(sql, owner, contact.id, path);
    await drained(other);
    expect((await read((await shown()).photoUrl)).bytes).toEqual(photo);
    const restored = await photoPath(sql, contact.id);
    expect(await objectsOf(sql, owner.id)).toEqual([restored, await keptAt(other)].sort());
  });

  it("is gone for good when it is erased from the trash, and others of the owner stay", async () => {
    const other = await makeWithPhoto(owner);
    const otherPath = await photoPath(sql, other.id) ?? "";
    for (const { id } of [contact, other]) await owner.delete(`/contacts/${id}`);
    await drained(path, otherPath);
    const [kept, otherKept] = [await keptAt(path), await keptAt(otherPath)];
    const { data } = expectStatus(await owner.get("/trash"), 200);
    const { id } = data.find(({ resourceId }: Json) => resourceId === contact.id);
    expectStatus(await owner.delete(`/trash/${id}`), 204);
    await drained(kept);
    expect(await stored(kept, otherKept)).toEqual([otherKept]);
    expectStatus(await owner.delete("/trash"), 204);
    await drained(otherKept);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it("is removed once it has been kept as long as the log, and not before", async () => {
    await removePhoto();
    await drained(path);
    const kept = await keptAt(path);
    const age = (days: number) =>
      sql`
      update kith_private.kept_photos set kept_at = now() - ${`${days} days`}::interval where path = ${kept}`;
    await age(29);
    await sql`select kith_private.purge_kept_photos()`;
    expect(await keptPath(sql, path)).toBe(kept);
    await age(31);
    await until("it is purged", async () => {
      await sql`select kith_private.purge_kept_photos()`;
      return await keptPath(sql, path) === null;
    });
    await drained(kept);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
  });

  it("whose file is missing in Storage does not stay in the queue", async () => {
    const [from, to] = [path.replace(".png", ".none.png"), path.replace(".png", ".new.png")];
    await sql`
      insert into kith_private.photo_removals (path, owner_id, move_to) values (${from}, ${owner.id}, ${to})`;
    await drained(from);
    expect(await stored(path, from, to)).toEqual([path]);
  });
});
