import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as, type Json } from "../support/client.ts";
import { committed, rolledBack } from "../support/database.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { ownedRows } from "../support/owned-rows.ts";
import {
  drain,
  keptPath,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  restore,
  stored,
  type Upload,
  upload,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { sqlState, superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { until } from "../support/wait.ts";

/** Photos that are replaced, removed or deleted: their files leave their paths, are kept for undoing, and then removed. */
const sql = superuser();
const photo = picture("picture.png");
let owner: Account;
let contact: Json;
let path: string;

// An account for each test, so that the files of others are not counted.
beforeEach(async () => {
  owner = await signUp();
  contact = await makeWithPhoto(owner);
  path = await pathOf(contact);
});

const pathOf = async ({ id }: Json) => await photoPath(sql, id) ?? "";
const keptAt = async (removed: string) => await keptPath(sql, removed) ?? "";
const health = () => anyone().get("/health");
const drained = (...paths: string[]) => drain(sql, health, ...paths);
const deleteContact = async ({ id }: Json) =>
  expectStatus(await owner.delete(`/contacts/${id}`), 204);
const removePhoto = () => owner.change(`/contacts/${contact.id}`, { photoUrl: null });

/** An upload whose bytes are there and which waits to be attached. */
async function uploadFor(account: Account, contactId: string): Promise<Upload> {
  const prepared = await prepareUpload(account, contactId);
  expect(await put(prepared, photo)).toBe(200);
  return prepared;
}

/** What is still to be done with files of the owner's photos. */
const queued = () =>
  sql`select path from kith_private.photo_removals where path like ${`${owner.id}/%`}`;

/** A removed photo is kept where nobody knows it: its old path and the links to it are dead. */
async function isKept(removed: string, photoUrl: string): Promise<string> {
  const kept = await keptAt(removed);
  expect(kept).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.[0-9a-f-]{36}\.png$/);
  expect(kept.startsWith(removed.slice(0, removed.lastIndexOf("/") + 1))).toBe(true);
  expect(await stored(removed, kept)).toEqual([kept]);
  expect((await read(photoUrl)).status).toBe(400);
  return kept;
}

describe("the file of a photo leaves its path", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["is removed", removePhoto],
    ["is replaced", () => upload(owner, contact.id, picture("camera.jpg"), "jpg")],
    ["is deleted with its contact", () => deleteContact(contact)],
  ])("when it %s, after that request", async (_, remove) => {
    // What changes other members leaves it.
    await owner.change(`/contacts/${contact.id}`, { nickname: "N" });
    expect([await pathOf(contact), await stored(path)]).toEqual([path, [path]]);
    await remove();
    await until("nothing is left to do", async () => (await queued()).length === 0);
    await isKept(path, contact.photoUrl);
  });

  it("when its contact is deleted through PostgREST, after the next request of anybody", async () => {
    expectStatus(await postgrestClient(owner.token).delete(`/contacts?id=eq.${contact.id}`), 200);
    await drained(path);
    await isKept(path, contact.photoUrl);
  });
});

describe("a removed photo", () => {
  it("is restored with its bytes where it was kept, and kept at another path the next time", async () => {
    await removePhoto();
    await drained(path);
    const kept = await keptAt(path);
    await restore(sql, owner, contact.id, path);
    expect([await pathOf(contact), await keptPath(sql, path)]).toEqual([kept, null]);
    expect(await queued()).toEqual([]);
    const [{ photoUrl, hasPhoto }] = await owner.listed("/contacts") as [Json];
    expect([hasPhoto, (await read(photoUrl)).bytes]).toEqual([true, photo]);
    expect((await read(contact.photoUrl)).status).toBe(400);
    await deleteContact(contact);
    await drained(kept);
    const again = await isKept(kept, photoUrl);
    expect(again).not.toBe(kept);
    expect(await objectsOf(sql, owner.id)).toEqual([again]);
  });

  it("is gone for good when it is erased from the trash, and others of the owner stay", async () => {
    const other = await makeWithPhoto(owner);
    const otherPath = await pathOf(other);
    for (const each of [contact, other]) await deleteContact(each);
    await drained(path, otherPath);
    const [kept, otherKept] = [await keptAt(path), await keptAt(otherPath)];
    const { id } = (await owner.listed("/trash"))
      .find(({ resourceId }) => resourceId === contact.id);
    expectStatus(await owner.delete(`/trash/${id}`), 204);
    await drained(kept);
    expect(await stored(kept, otherKept)).toEqual([otherKept]);
    expectStatus(await owner.delete("/trash"), 204);
    await drained(otherKept);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it("leaves the queue although its file is missing in Storage", async () => {
    const [from, to] = [path.replace(".png", ".none.png"), path.replace(".png", ".new.png")];
    await sql`
      insert into kith_private.photo_removals (path, owner_id, move_to) values (${from}, ${owner.id}, ${to})`;
    await drained(from);
    expect(await stored(path, from, to)).toEqual([path]);
  });
});

describe("an upload that is never attached", () => {
  it("is removed when it is older than a day and anybody prepares another", async () => {
    const [old, young] = [
      (await uploadFor(owner, contact.id)).path,
      (await uploadFor(owner, contact.id)).path,
    ];
    for (const [each, age] of [[old, "25 hours"], [young, "23 hours"]] as const) {
      await sql`
        update kith_private.photo_uploads set created_at = now() - ${age}::interval
         where path = ${each}`;
    }
    const other = await signUp();
    await prepareUpload(other, (await other.make("/contacts", { firstName: "B" })).id);
    await until("it is gone", async () => (await stored(old)).length === 0);
    const attach = (photoUrl: string) => owner.patch(`/contacts/${contact.id}`, { photoUrl });
    expectProblem(await attach(old), 400, "invalid_photo_path");
    expectStatus(await attach(young), 200);
  });

  it("is removed after its URL has expired if its contact or account was deleted, even if it is sent later", async () => {
    const user = await signUp();
    const { id } = await user.make("/contacts", { firstName: "A" });
    const uploads = [await uploadFor(user, id), await uploadFor(owner, contact.id)];
    // As in the dashboard, or with SQL: no request of Kith is told.
    await sql`delete from auth.users where id = ${user.id}`;
    await deleteContact(contact);
    for (const { path, expiresAt } of uploads) {
      const [row] = await sql`select due_at from kith_private.photo_removals where path = ${path}`;
      expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(expiresAt));
    }
    await drained(...uploads.map(({ path }) => path));
    const late = await prepareUpload(
      owner,
      (await owner.make("/contacts", { firstName: "A" })).id,
    );
    expectStatus(await owner.delete("/me"), 204);
    expect(await put(late, photo)).toBe(200);
    await drained(late.path);
  });
});

describe("an upload URL that is used again, after its upload was attached or its contact deleted", () => {
  const room = (maxima: { uploads?: number; photo_bytes?: number }) =>
    rolledBack(sql, async (tx) => {
      for (const [name, maximum] of Object.entries(maxima)) {
        await tx`update kith_private.quotas set maximum = ${maximum} where name = ${name}`;
      }
      return await sqlState(tx`select kith_private.check_upload_quotas(${owner.id})`);
    });

  it("counts until it has expired, and its file is removed then", async () => {
    const prepared = await uploadFor(owner, contact.id);
    await owner.change(`/contacts/${contact.id}`, { photoUrl: prepared.path });
    const [{ bytes }] = await sql`
      select coalesce(sum((metadata ->> 'size')::bigint), 0)::int as bytes from storage.objects
      where name like ${`${owner.id}/%`}` as [{ bytes: number }];
    // That of beforeEach, and this one.
    const open = bytes + 2 * 5_242_880;
    expect(await room({ uploads: 1, photo_bytes: open })).toBeNull();
    expect(await room({ photo_bytes: open - 1 })).toBe("23514");
    expect(await put(prepared, photo)).toBe(200);
    expect(await room({ uploads: 1 })).toBe("23514");
    expect(await room({ uploads: 2, photo_bytes: open })).toBeNull();
    const [row] = await sql`
      select due_at from kith_private.photo_removals where path = ${prepared.path}`;
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(prepared.expiresAt));
    await drained(prepared.path);
    expect(await stored(prepared.path)).toEqual([]);
  });

  it("counts although the contact is deleted", async () => {
    const other = await owner.make("/contacts", { firstName: "B" });
    const prepared = await prepareUpload(owner, other.id);
    await deleteContact(other);
    expect(await put(prepared, photo)).toBe(200);
    expect(await room({ uploads: 1 })).toBe("23514");
    expect(await room({ uploads: 2, photo_bytes: 2 * 5_242_880 - 1 })).toBe("23514");
    await drained(prepared.path);
    expect(await room({ uploads: 1 })).toBeNull();
  });
});

describe("while Storage is away", () => {
  let proxy: StorageProxy;
  let copy: FunctionCopy;
  beforeAll(async () => {
    proxy = await startStorageProxy();
    copy = await startFunctionCopy(throughProxy(proxy));
  });
  afterAll(async () => {
    await copy?.stop();
    await proxy?.stop();
  });

  it("photos are replaced, removed and deleted, and the files leave their paths later", async () => {
    const client = as(owner.token, copy.base);
    const [removed, deleted] = [await makeWithPhoto(owner), await makeWithPhoto(owner)];
    const all = [contact, removed, deleted];
    const paths = await Promise.all(all.map(pathOf));
    proxy.reset();
    proxy.behave("refuses", isCleanUp);
    expectStatus((await upload(client, contact.id)).answer, 200);
    await client.change(`/contacts/${removed.id}`, { photoUrl: null });
    expectStatus(await client.delete(`/contacts/${deleted.id}`), 204);
    await until(
      "three were tried",
      () => paths.every((path) => proxy.calls().includes(`KEEP ${path}`)),
    );
    expect(await stored(...paths)).toEqual(paths);
    expect((await queued()).map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    proxy.behave("works");
    await drained(...paths);
    for (const [index, path] of paths.entries()) await isKept(path, all[index].photoUrl);
  });

  it("an account is not deleted, nothing is lost, and the next attempt succeeds", async () => {
    proxy.behave("refuses", isCleanUp);
    const client = as(owner.token, copy.base);
    const answer = await client.delete("/me");
    expectProblem(answer, 503, "unavailable");
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const [{ photoUrl }] = await owner.listed("/contacts") as [Json];
    expect((await read(photoUrl)).status).toBe(200);
    proxy.behave("works");
    expectStatus(await client.delete("/me"), 204);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
  });
});

describe("deleting an account", () => {
  it("leaves no file and no row of it, and the photos and uploads of others", async () => {
    const other = await signUp();
    const { id, photoUrl } = await makeWithPhoto(other);
    const waiting = await uploadFor(other, id);
    const removed = await makeWithPhoto(owner);
    const removedPath = await pathOf(removed);
    await deleteContact(removed);
    await drained(removedPath);
    const uploads = [await uploadFor(owner, contact.id)];
    const { id: left } = await owner.make("/contacts", { firstName: "B" });
    uploads.push(await uploadFor(owner, left));
    expectStatus(await owner.delete(`/contacts/${left}`), 204);

    const paths = [...await objectsOf(sql, owner.id), ...uploads.map(({ path }) => path)];
    expect(paths.length).toBe(4);
    expect(await stored(...paths)).toEqual(paths);
    expectStatus(await owner.delete("/me"), 204);
    expect(await stored(...paths)).toEqual([]);
    expect(await ownedRows(sql, owner.id)).toEqual({});
    expect(await queued()).toEqual([]);

    expect((await read(photoUrl)).status).toBe(200);
    expect((await other.change(`/contacts/${id}`, { photoUrl: waiting.path })).hasPhoto).toBe(
      true,
    );
  });

  it("removes more files than one request to Storage does", async () => {
    // Rows without bytes: what counts is that each is asked for.
    await sql`
      insert into storage.objects (bucket_id, name, version, metadata)
      select 'kith-photos', ${`${owner.id}/${contact.id}/`} || gen_random_uuid() || '.png', '1', '{}'
        from generate_series(1, 100)`;
    expectStatus(await owner.delete("/me"), 204);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await stored(path)).toEqual([]);
  });
});

describe("the photo of a user whose row is deleted", () => {
  const deleteUser = () => sql`delete from auth.users where id = ${owner.id}`;

  it("is removed after the next request, with somebody's key or without a credential", async () => {
    const other = await signUp();
    const gone = { path: await pathOf(await makeWithPhoto(other)), id: other.id };
    await deleteUser();
    await drained(path);
    expect((await read(contact.photoUrl)).status).toBe(400);
    const { key } = await makeKey(await signUp());
    await sql`delete from auth.users where id = ${gone.id}`;
    await drain(sql, () => as(key).get("/notes"), gone.path);
  });

  it.each(["is done", "is still to be done"])(
    "is removed where it is kept: its move %s",
    async (state) => {
      await committed(sql, async (tx) => {
        await tx`update kith.contacts set photo_path = null where id = ${contact.id}`;
        await tx`
          update kith_private.photo_removals set due_at = now() + interval '1 hour' where path = ${path}`;
      });
      const kept = await keptAt(path);
      if (state === "is done") await drained(path);
      await deleteUser();
      await drained(path, kept);
      expect(await objectsOf(sql, owner.id)).toEqual([]);
      expect(await queued()).toEqual([]);
      expect(await sql`select from kith_private.kept_photos where owner_id = ${owner.id}`)
        .toEqual([]);
    },
  );
});
