import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Answer, anyone, as, type Client, type Json } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { placesOf } from "../support/owned-rows.ts";
import {
  drain,
  halting,
  keptPath,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
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

const runs = 200;
const atOnce = 8;
const script = new TextEncoder().encode("<!doctype html><script>alert(document.domain)</script>");

/**
 * Two writers on one upload URL against one who attaches. The second begins first and ends around the attaching: what
 * it writes replaces the first one's bytes, or comes too late.
 */
async function race(
  ada: Account,
  run: number,
  second: Uint8Array,
): Promise<"attached" | "refused"> {
  const { id } = await ada.make("/contacts", { firstName: `Run ${run}` });
  const prepared = await prepareUpload(ada, id);
  const slow = halting(second);
  const late = put(prepared, slow.body);
  if (run % 4 > 0) await pause(run % 10);
  const first = put(prepared, photo);
  if (run % 3 > 0) await first;
  const [answer] = await Promise.all([
    ada.patch(`/contacts/${id}`, { photoUrl: prepared.path }),
    pause(run % 25).then(() => slow.finish()),
    first,
    late,
  ]);
  const seen = await whatIsSeen(answer);
  const { body } = await ada.get(`/contacts/${id}`);
  expect(body.hasPhoto).toBe(answer.status === 200);
  if (seen === null) return "refused";
  expect(seen).not.toEqual(script);
  expect([photo, second]).toContainEqual(seen);
  // What was there when it was checked is there when all writers are through.
  expect((await read(body.photoUrl)).bytes).toEqual(seen);
  return "attached";
}

async function whatIsSeen(answer: Answer): Promise<Uint8Array | null> {
  if (answer.status === 200) return (await read(answer.body.photoUrl)).bytes;
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("invalid_photo")]);
  return null;
}

describe("two uploads to one URL while it is attached", () => {
  it.each([["a script", script], ["another photo", picture("camera.jpg")]])(
    "never show what was not checked: %s, 200 times",
    async (_, second) => {
      const outcomes: string[] = [];
      let next = 0;
      // An account may have 20 uploads that are not attached, and each run may leave one.
      const work = async () => {
        while (next < runs) {
          const owner = await signUp();
          for (let left = 20; left > 0 && next < runs; left--) {
            outcomes.push(await race(owner, next++, second));
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      expect(outcomes.length).toBe(runs);
      expect(outcomes).toContain("attached");
    },
  );
});

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
