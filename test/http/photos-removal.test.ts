import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { as, type Json } from "../support/client.ts";
import { rolledBack } from "../support/database.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { ownedRows } from "../support/owned-rows.ts";
import {
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  stored,
  sweepAll,
  swept,
  type Upload,
  upload,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { sqlState, superuser } from "../support/sql.ts";
import {
  isRemoval,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { until } from "../support/wait.ts";

/** Photos that are replaced, removed or deleted: their files stay as long as a row names them, and are removed then. */
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
const deleteContact = async ({ id }: Json) =>
  expectStatus(await owner.delete(`/contacts/${id}`), 204);
const removePhoto = () => owner.change(`/contacts/${contact.id}`, { photoUrl: null });
const undoLast = async () => {
  const [{ id }] = await owner.listed("/activity") as [Json];
  return expectStatus(await owner.post(`/activity/${id}/undo`, {}), 200);
};
const filesAre = (...paths: string[]) =>
  until("only these files are left", async () => {
    const found = await objectsOf(sql, owner.id);
    return JSON.stringify(found) === JSON.stringify(paths.sort());
  });

/** An upload whose bytes are there and which waits to be attached. */
async function uploadFor(account: Account, contactId: string): Promise<Upload> {
  const prepared = await prepareUpload(account, contactId);
  expect(await put(prepared, photo)).toBe(200);
  return prepared;
}

describe("a removed photo", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["removed", removePhoto],
    ["replaced", () => upload(owner, contact.id, picture("camera.jpg"), "jpg")],
    ["deleted with its contact", () => deleteContact(contact)],
    [
      "deleted with its contact through PostgREST",
      () => postgrestClient(owner.token).delete(`/contacts?id=eq.${contact.id}`),
    ],
  ])(
    "that was %s stays at its path, and its link works on; undoing shows it again",
    async (_, remove) => {
      await remove();
      await sweepAll(sql);
      expect(await stored(path)).toEqual([path]);
      expect((await read(contact.photoUrl)).bytes).toEqual(photo);
      const { conflicts } = await undoLast();
      expect([conflicts, await pathOf(contact)]).toEqual([[], path]);
      const { photoUrl, hasPhoto } = await owner.read(`/contacts/${contact.id}`);
      expect([hasPhoto, (await read(photoUrl)).bytes]).toEqual([true, photo]);
      await undoLast();
      await sweepAll(sql);
      expect(await stored(path)).toEqual([path]);
    },
  );

  it("goes at once when it is erased from the trash, and others of the owner stay", async () => {
    const other = await makeWithPhoto(owner);
    const otherPath = await pathOf(other);
    for (const each of [contact, other]) await deleteContact(each);
    const { id } = (await owner.listed("/trash"))
      .find(({ resourceId }) => resourceId === contact.id);
    expectStatus(await owner.delete(`/trash/${id}`), 204);
    await filesAre(otherPath);
    expect((await read(contact.photoUrl)).status).toBe(400);
    expectStatus(await owner.delete("/trash"), 204);
    await filesAre();
  });

  it("goes at once when the log is erased; the photo of a contact stays", async () => {
    const { answer } = await upload(owner, contact.id, picture("camera.jpg"), "jpg");
    expectStatus(await owner.delete("/activity"), 204);
    await filesAre(await pathOf(contact));
    expect((await read(contact.photoUrl)).status).toBe(400);
    expect((await read(answer.body.photoUrl)).status).toBe(200);
  });

  it("goes with its change when the log is purged", async () => {
    await removePhoto();
    await sql`select kith_private.purge_changes(${owner.id}, 'infinity', 0, 1000)`;
    await swept(sql, path);
  });

  it("of one of two merged contacts stays as long as either's log names it", async () => {
    const target = await owner.make("/contacts", { firstName: "T" });
    expectStatus(
      await owner.post(`/contacts/${target.id}/merge`, { duplicateId: contact.id }),
      200,
    );
    expect(await pathOf(target)).toBe(path);
    expectStatus(await owner.delete("/trash"), 204);
    await sweepAll(sql);
    expect((await read((await owner.read(`/contacts/${target.id}`)).photoUrl)).bytes).toEqual(
      photo,
    );
    await owner.change(`/contacts/${target.id}`, { photoUrl: null });
    await sweepAll(sql);
    expect(await stored(path)).toEqual([path]);
    expectStatus(await owner.delete("/activity"), 204);
    await filesAre();
  });
});

/** What check_upload_quotas says where these are the most that an account may have. */
const room = (maxima: { uploads?: number; photo_bytes?: number }) =>
  rolledBack(sql, async (tx) => {
    for (const [name, maximum] of Object.entries(maxima)) {
      await tx`update kith_private.quotas set maximum = ${maximum} where name = ${name}`;
    }
    return await sqlState(tx`select kith_private.check_upload_quotas(${owner.id})`);
  });

const bytesOfOwner = async () => {
  const [{ bytes }] = await sql`
    select coalesce(sum((metadata ->> 'size')::bigint), 0)::int as bytes from storage.objects
    where name like ${`${owner.id}/%`}` as [{ bytes: number }];
  return bytes;
};

it("photos that are attached and removed again and again count until they are gone", async () => {
  const before = await bytesOfOwner();
  await removePhoto();
  await upload(owner, contact.id);
  await removePhoto();
  expect(await bytesOfOwner()).toBe(2 * before);
  // The two upload URLs have not expired.
  const open = 2 * 5_242_880;
  expect(await room({ photo_bytes: open + 2 * before })).toBeNull();
  expect(await room({ photo_bytes: open + 2 * before - 1 })).toBe("23514");
  expectStatus(await owner.delete("/activity"), 204);
  await filesAre();
  expect(await room({ photo_bytes: open })).toBeNull();
});

describe("an upload that is never attached", () => {
  const age = (prepared: Upload, old: string) =>
    sql`
      update kith_private.photo_uploads set created_at = now() - ${old}::interval where path = ${prepared.path}`;

  it("the upload is removed when it is older than a day", async () => {
    const [old, young] = [
      await uploadFor(owner, contact.id),
      await uploadFor(owner, contact.id),
    ];
    await age(old, "25 hours");
    await age(young, "23 hours");
    await swept(sql, old.path);
    const attach = (photoUrl: string) => owner.patch(`/contacts/${contact.id}`, { photoUrl });
    expectProblem(await attach(old.path), 400, "invalid_photo_path");
    expectStatus(await attach(young.path), 200);
  });

  it("of a deleted account is removed, even if it is sent later", async () => {
    const user = await signUp();
    const { id } = await user.make("/contacts", { firstName: "A" });
    const sent = await uploadFor(user, id);
    // As in the dashboard, or with SQL: no request of Kith is told.
    await sql`delete from auth.users where id = ${user.id}`;
    await swept(sql, sent.path);
    const late = await prepareUpload(owner, contact.id);
    expectStatus(await owner.delete("/me"), 204);
    expect(await put(late, photo)).toBe(200);
    await swept(sql, late.path);
  });

  it("counts although its contact is deleted, and can be attached when that is undone", async () => {
    const other = await owner.make("/contacts", { firstName: "B" });
    const prepared = await prepareUpload(owner, other.id);
    await deleteContact(other);
    expect(await put(prepared, photo)).toBe(200);
    expect(await room({ uploads: 1 })).toBe("23514");
    expect(await room({ uploads: 2, photo_bytes: 2 * 5_242_880 - 1 })).toBe("23514");
    await undoLast();
    expect(await owner.change(`/contacts/${other.id}`, { photoUrl: prepared.path }))
      .toMatchObject({ hasPhoto: true });
  });
});

describe("an upload URL that is used again after its upload was attached", () => {
  it("changes no photo, counts until it has expired, and its file is removed then", async () => {
    const prepared = await uploadFor(owner, contact.id);
    const { photoUrl } = await owner.change(`/contacts/${contact.id}`, { photoUrl: prepared.path });
    // That of beforeEach, and this one.
    const open = await bytesOfOwner() + 2 * 5_242_880;
    expect(await room({ uploads: 1, photo_bytes: open })).toBeNull();
    expect(await room({ photo_bytes: open - 1 })).toBe("23514");
    // Storage refuses it, or takes it where something else has removed the first file.
    await put(prepared, picture("camera.jpg"));
    expect((await read(photoUrl)).bytes).toEqual(photo);
    expect(await pathOf(contact)).not.toBe(prepared.path);
    expect(await room({ uploads: 1, photo_bytes: open })).toBeNull();
    expectProblem(
      await owner.patch(`/contacts/${contact.id}`, { photoUrl: prepared.path }),
      400,
      "invalid_photo_path",
    );
    await sweepAll(sql);
    expect(await stored(prepared.path)).toEqual([prepared.path]);
    await sql`
      update kith_private.photo_uploads set created_at = now() - interval '3 hours' where path = ${prepared.path}`;
    await swept(sql, prepared.path);
    expect((await read(photoUrl)).bytes).toEqual(photo);
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

  it("photos are removed and deleted, and what is erased is removed later", async () => {
    const client = as(owner.token, copy.base);
    const deleted = await makeWithPhoto(owner);
    const paths = [path, await pathOf(deleted)];
    await client.read("/me");
    proxy.behave("refuses", isRemoval);
    expect((await client.change(`/contacts/${contact.id}`, { photoUrl: null })).hasPhoto).toBe(
      false,
    );
    expectStatus(await client.delete(`/contacts/${deleted.id}`), 204);
    proxy.reset();
    expectStatus(await client.delete("/activity"), 204);
    await until("it was tried", () => proxy.calls().some(isRemoval));
    expect(await stored(...paths)).toEqual(paths);
    proxy.behave("works");
    await swept(sql, ...paths);
  });

  it("an account is not deleted, nothing is lost, and the next attempt succeeds", async () => {
    proxy.behave("refuses", isRemoval);
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
    await deleteContact(await makeWithPhoto(owner));
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

  it("in the dashboard has its photos, also removed ones, removed by the next sweep", async () => {
    const removed = await makeWithPhoto(owner);
    const removedPath = await pathOf(removed);
    await deleteContact(removed);
    await sql`delete from auth.users where id = ${owner.id}`;
    await swept(sql, path, removedPath);
    expect((await read(contact.photoUrl)).status).toBe(400);
  });
});

it("a function sweeps after its first answer", async () => {
  await sql`delete from auth.users where id = ${owner.id}`;
  const other = await signUp();
  // One sweep at a time looks at a part of the bucket: where a copy of another file has this turn, the next copy has another.
  await until("the photo is removed", async () => {
    await sql`update kith_private.photo_sweep set swept_at = null, last_name = ''`;
    const copy = await startFunctionCopy({});
    try {
      await as(other.token, copy.base).read("/me");
      const isRemoved = async () => (await stored(path)).length === 0;
      return await until("this copy has swept", isRemoved, 10_000).then(() => true, () => false);
    } finally {
      await copy.stop();
    }
  }, 60_000);
});
