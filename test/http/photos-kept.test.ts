import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { anyone, as, type Client, type Json } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { rowsWithId } from "../support/owned-rows.ts";
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
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { until } from "../support/wait.ts";

/** Photos that were removed and are kept, so that undoing brings them back. */
const sql = superuser();
const photo = picture("picture.png");
let owner: Account;
let contact: Json;
let path: string;

/** An account of its own for each test, so that the files of others are not counted. */
async function begin(): Promise<void> {
  owner = await signUp();
  contact = await makeWithPhoto(owner);
  path = await photoPath(sql, contact.id) ?? "";
}

const removePhoto = async (client: Client = owner) =>
  expectStatus(await client.patch(`/contacts/${contact.id}`, { photoUrl: null }), 200);
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
    await begin();
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

  it("is kept again at another path, and links to the one before are dead", async () => {
    await begin();
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
    await begin();
    await upload(owner, contact.id, picture("camera.jpg"), "jpg");
    await drained(path);
    const other = await photoPath(sql, contact.id) ?? "";
    await restore(sql, owner, contact.id, path);
    await drained(other);
    expect((await read((await shown()).photoUrl)).bytes).toEqual(photo);
    const restored = await photoPath(sql, contact.id);
    expect(await objectsOf(sql, owner.id)).toEqual([restored, await keptAt(other)].sort());
  });

  it("is gone for good when it is erased, and others of the owner stay", async () => {
    await begin();
    const other = await makeWithPhoto(owner);
    const otherPath = await photoPath(sql, other.id) ?? "";
    for (const { id } of [contact, other]) await owner.delete(`/contacts/${id}`);
    await drained(path, otherPath);
    const [kept, otherKept] = [await keptAt(path), await keptAt(otherPath)];
    await sql`select kith_private.erase_kept_photos(${owner.id}, array[${path}])`;
    await drained(kept);
    expect(await stored(kept, otherKept)).toEqual([otherKept]);
    await sql`select kith_private.erase_kept_photos(${owner.id}, null)`;
    await drained(otherKept);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it("is removed once it has been kept as long as the log, and not before", async () => {
    await begin();
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

  it("that is missing in Storage does not stay in the queue", async () => {
    await begin();
    const [from, to] = [path.replace(".png", ".none.png"), path.replace(".png", ".new.png")];
    await sql`
      insert into kith_private.photo_removals (path, owner_id, move_to) values (${from}, ${owner.id}, ${to})`;
    await drained(from);
    expect(await stored(path, from, to)).toEqual([path]);
  });
});

describe("while Storage fails or is slow", () => {
  let proxy: StorageProxy;
  let copy: FunctionCopy;
  let client: Client;
  beforeAll(async () => {
    proxy = await startStorageProxy();
    copy = await startFunctionCopy(throughProxy(proxy));
  });
  afterEach(() => {
    proxy.behave("works");
    proxy.before(() => Promise.resolve());
  });
  afterAll(async () => {
    await copy?.stop();
    await proxy?.stop();
  });

  const tried = (removed: string) =>
    until("the move was tried", () => proxy.calls().includes(`KEEP ${removed}`));

  it.each(["kept", "restored", "erased"])(
    "a photo that is removed and restored again and again is %s in the end",
    async (end) => {
      await begin();
      client = as(owner.token, copy.base);
      proxy.behave("refuses", isCleanUp);
      await removePhoto(client);
      await tried(path);
      const paths = [path, await keptAt(path)];
      for (let times = 0; times < 2; times++) {
        await restore(sql, owner, contact.id, path);
        expect((await shown()).hasPhoto).toBe(true);
        await removePhoto(client);
        paths.push(await keptAt(path));
      }
      const last = paths.at(-1)!;
      const chain = paths.slice(1).map((to, index) => [paths[index], to]);
      expect(await queued()).toEqual(chain.sort());
      expect(await stored(...paths)).toEqual([path]);
      if (end === "restored") await restore(sql, owner, contact.id, path);
      if (end === "erased") await sql`select kith_private.erase_kept_photos(${owner.id}, null)`;
      proxy.behave("works");
      await drained(...(end === "erased" ? paths : paths.slice(0, -1)));
      expect(await objectsOf(sql, owner.id)).toEqual(end === "erased" ? [] : [last]);
      if (end === "restored") {
        expect((await read((await shown()).photoUrl)).bytes).toEqual(photo);
      }
      expect(await queued()).toEqual([]);
    },
  );

  it.each([
    ["before", (call: string) => call === `KEEP ${path}`],
    ["after", (call: string) => call.startsWith("DELETE")],
  ])(
    "deleting the account leaves no file where its photo is moved %s the files are removed",
    async (_, isLate) => {
      await begin();
      client = as(owner.token, copy.base);
      let goOn = () => {};
      const told = new Promise<void>((resolve) => goOn = resolve);
      proxy.reset();
      proxy.before(async (call) => {
        if (isLate(call)) await told;
      });
      await removePhoto(client);
      await tried(path);
      const deleted = isLate("DELETE") ? client.delete("/me") : owner.delete("/me");
      if (isLate("DELETE")) {
        await until("the files are being removed", () => proxy.calls().some(isLate));
        await until("the photo was moved", async () => (await stored(path)).length === 0);
      } else expect((await deleted).status).toBe(204);
      goOn();
      expect((await deleted).status).toBe(204);
      await drained(path);
      await until("no file is there", async () => (await objectsOf(sql, owner.id)).length === 0);
      expect(await rowsWithId(sql, owner.id)).toEqual({});
    },
  );
});
