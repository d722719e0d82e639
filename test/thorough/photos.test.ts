import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { anyone, as, type Client, type Json } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { placesOf } from "../support/owned-rows.ts";
import {
  drain,
  keptPath,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  read,
  restore,
  signal,
  stored,
} from "../support/photos.ts";
import { superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { until } from "../support/wait.ts";

const sql = superuser();
const photo = picture("picture.png");

describe("while Storage refuses or delays the moves of removed photos", () => {
  let proxy: StorageProxy;
  let copy: FunctionCopy;
  let client: Client;
  let owner: Account;
  let contact: Json;
  let path: string;

  const removePhoto = async () =>
    expectStatus(await client.patch(`/contacts/${contact.id}`, { photoUrl: null }), 200);
  const shown = async () => expectStatus(await owner.get(`/contacts/${contact.id}`), 200);
  const drained = (...paths: string[]) => drain(sql, () => anyone().get("/health"), ...paths);
  const keptAt = async (removed: string) => await keptPath(sql, removed) ?? "";
  /** Files of the account's photos that are still to be removed or moved. */
  const queued = async () =>
    (await sql`
      select path, move_to from kith_private.photo_removals where path like ${`${owner.id}/%`} order by path`)
      .map(({ path, move_to }) => [path, move_to]);

  beforeAll(async () => {
    proxy = await startStorageProxy();
    copy = await startFunctionCopy(throughProxy(proxy));
  });
  beforeEach(async () => {
    owner = await signUp();
    contact = await makeWithPhoto(owner);
    path = await photoPath(sql, contact.id) ?? "";
    client = as(owner.token, copy.base);
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
      proxy.behave("refuses", isCleanUp);
      await removePhoto();
      await tried(path);
      const paths = [path, await keptAt(path)];
      for (let times = 0; times < 2; times++) {
        await restore(sql, owner, contact.id, path);
        expect((await shown()).hasPhoto).toBe(true);
        await removePhoto();
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
      const told = signal();
      proxy.reset();
      proxy.before(async (call) => {
        if (isLate(call)) await told.given;
      });
      await removePhoto();
      await tried(path);
      const deleted = isLate("DELETE") ? client.delete("/me") : owner.delete("/me");
      if (isLate("DELETE")) {
        await until("the files are being removed", () => proxy.calls().some(isLate));
        await until("the photo was moved", async () => (await stored(path)).length === 0);
      } else expect((await deleted).status).toBe(204);
      told.give();
      expect((await deleted).status).toBe(204);
      await drained(path);
      await until("no file is there", async () => (await objectsOf(sql, owner.id)).length === 0);
      const places = await placesOf(sql, owner.id);
      expect(places.filter((place) => place.startsWith("kith"))).toEqual([]);
    },
  );
});
