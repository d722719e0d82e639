import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import { committed } from "../support/database.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
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
  stored,
  type Upload,
  upload,
} from "../support/photos.ts";
import { ownedRows } from "../support/owned-rows.ts";
import { expectProblem } from "../support/problems.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { until } from "../support/wait.ts";

const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

async function isGone(path: string): Promise<void> {
  const rows = () => sql`select from storage.objects where name = ${path}`;
  await until(`${path} is gone`, async () => (await rows()).length === 0);
  expect(await stored(path)).toEqual([]);
}

/** An upload whose bytes are there and which waits to be attached. */
async function uploadFor(owner: Account, contactId: string): Promise<Upload> {
  const prepared = await prepareUpload(owner, contactId);
  expect(await put(prepared, picture("picture.png"))).toBe(200);
  return prepared;
}

async function isForgotten(path: string): Promise<boolean> {
  return (await sql`select from kith_private.photo_removals where path = ${path}`).length === 0;
}

/** Waits until what is queued for these paths is done after somebody's request. */
const drained = (...paths: string[]) =>
  drain(sql, () => make(ada, "/contacts", { firstName: "Passer-by" }), ...paths);

/** A removed photo is kept where nobody knows it: its old path and the links to it are dead. */
async function isKept(path: string, photoUrl: string): Promise<void> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const kept = await keptPath(sql, path) ?? "";
  expect(kept).toMatch(/^[0-9a-f-]{36}\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.[0-9a-f-]{36}\.png$/);
  expect(kept.startsWith(`${folder}/`)).toBe(true);
  expect(await stored(path, kept)).toEqual([kept]);
  expect((await read(photoUrl)).status).toBe(400);
  expect(await isForgotten(kept)).toBe(true);
}

describe("the file of a photo", () => {
  it("leaves its path when the photo is removed, and nothing is left to do", async () => {
    const { id, photoUrl } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expect(await stored(path)).toEqual([path]);
    const answer = await ada.patch(`/contacts/${id}`, { photoUrl: null });
    expect(expectStatus(answer, 200)).toMatchObject({ photoUrl: null, hasPhoto: false });
    await isGone(path);
    await until("it is forgotten", () => isForgotten(path));
    await isKept(path, photoUrl);
    const again = expectStatus(await ada.patch(`/contacts/${id}`, { photoUrl: null }), 200);
    expect(again).toEqual(answer.body);
  });

  it("leaves its path when the photo is replaced", async () => {
    const { id, photoUrl: old } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    const { answer } = await upload(ada, id, picture("camera.jpg"), "jpg");
    const { photoUrl } = expectStatus(answer, 200);
    await isGone(path);
    await isKept(path, old);
    expect((await read(photoUrl)).bytes).toEqual(picture("camera.jpg"));
  });

  it("leaves its path when the contact is deleted", async () => {
    const { id, photoUrl } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    await isGone(path);
    await isKept(path, photoUrl);
  });

  it("leaves its path when the contact is deleted through PostgREST", async () => {
    const { id, photoUrl } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    const answer = await postgrestClient(ada.token).delete(`/contacts?id=eq.${id}`);
    expect(answer.status).toBe(200);
    await drained(path);
    await isKept(path, photoUrl);
  });

  it("stays while other members of the contact change", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expectStatus(await ada.patch(`/contacts/${id}`, { nickname: "N" }), 200);
    expect(await photoPath(sql, id)).toBe(path);
    expect(await isForgotten(path)).toBe(true);
    expect(await stored(path)).toEqual([path]);
  });
});

describe("an upload that is never attached", () => {
  it("is removed when it is older than a day and anybody prepares another", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const [old, young] = [
      (await uploadFor(owner, id)).path,
      (await uploadFor(owner, id)).path,
    ];
    for (const [path, age] of [[old, "25 hours"], [young, "23 hours"]] as const) {
      await sql`
        update kith_private.photo_uploads set created_at = now() - ${age}::interval
         where path = ${path}`;
    }
    await prepareUpload(ada, (await make(ada, "/contacts", { firstName: "B" })).id);
    await isGone(old);
    expect(await stored(young)).toEqual([young]);
    expectProblem(
      await owner.patch(`/contacts/${id}`, { photoUrl: old }),
      400,
      "invalid_photo_path",
    );
    expectStatus(await owner.patch(`/contacts/${id}`, { photoUrl: young }), 200);
  });

  it("is removed after its contact was deleted and its URL has expired", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await uploadFor(ada, id);
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    const [row] =
      await sql`select due_at from kith_private.photo_removals where path = ${prepared.path}`;
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(prepared.expiresAt));
    await drained(prepared.path);
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
    const client = as(ada.token, copy.base);
    const [replaced, removed, deleted] = [
      await makeWithPhoto(ada),
      await makeWithPhoto(ada),
      await makeWithPhoto(ada),
    ];
    const paths = await Promise.all(
      [replaced, removed, deleted].map(async ({ id }) => await photoPath(sql, id) ?? ""),
    );
    proxy.reset();
    proxy.behave("refuses", isCleanUp);
    expectStatus((await upload(client, replaced.id)).answer, 200);
    expectStatus(await client.patch(`/contacts/${removed.id}`, { photoUrl: null }), 200);
    expect((await client.delete(`/contacts/${deleted.id}`)).status).toBe(204);
    await until(
      "three were tried",
      () => paths.every((path) => proxy.calls().includes(`KEEP ${path}`)),
    );
    expect(await stored(...paths)).toEqual(paths);
    for (const path of paths) expect(await isForgotten(path)).toBe(false);
    proxy.behave("works");
    await drained(...paths);
    const links = [replaced, removed, deleted].map(({ photoUrl }) => photoUrl);
    for (const [index, path] of paths.entries()) await isKept(path, links[index]);
  });

  it("an account is not deleted, nothing is lost, and the next attempt succeeds", async () => {
    const owner = await signUp();
    const contact = await makeWithPhoto(owner);
    proxy.behave("refuses", isCleanUp);
    const client = as(owner.token, copy.base);
    const answer = await client.delete("/me");
    expectProblem(answer, 503, "unavailable");
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const shown = expectStatus(await owner.get(`/contacts/${contact.id}`), 200);
    expect((await read(shown.photoUrl)).status).toBe(200);
    proxy.behave("works");
    expect((await client.delete("/me")).status).toBe(204);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
  });
});

describe("deleting an account", () => {
  it("leaves no file and no row", async () => {
    const owner = await signUp();
    await makeWithPhoto(owner);
    const removed = await makeWithPhoto(owner);
    const path = await photoPath(sql, removed.id) ?? "";
    expect((await owner.delete(`/contacts/${removed.id}`)).status).toBe(204);
    await isGone(path);
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const waiting = await uploadFor(owner, id);
    const { id: left } = await make(owner, "/contacts", { firstName: "B" });
    const orphan = await uploadFor(owner, left);
    expect((await owner.delete(`/contacts/${left}`)).status).toBe(204);

    const paths = [...await objectsOf(sql, owner.id), waiting.path, orphan.path];
    expect(paths.length).toBe(4);
    expect(await stored(...paths)).toEqual(paths);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await stored(...paths)).toEqual([]);
    expect(await ownedRows(sql, owner.id)).toEqual({});
    const rows = await sql`
      select name from storage.objects
       where name = any (${paths}) or name like ${`${owner.id}/%`}
      union all
      select path from kith_private.photo_removals
       where path like ${`${owner.id}/%`}`;
    expect(rows).toEqual([]);
  });

  it("leaves the photos of others, and their uploads that wait to be attached", async () => {
    const owner = await signUp();
    const { photoUrl } = await makeWithPhoto(ada);
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const waiting = await uploadFor(ada, id);
    await makeWithPhoto(owner);
    expect((await owner.delete("/me")).status).toBe(204);
    expect((await read(photoUrl)).status).toBe(200);
    const attached = await ada.patch(`/contacts/${id}`, { photoUrl: waiting.path });
    expect(expectStatus(attached, 200).hasPhoto).toBe(true);
  });

  it("leaves no file where one is uploaded afterwards", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const late = await prepareUpload(owner, id);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await put(late, picture("picture.png"))).toBe(200);
    await drained(late.path);
  });

  it("removes more files than one request to Storage does", async () => {
    const owner = await signUp();
    const contact = await makeWithPhoto(owner);
    const [photo] = await objectsOf(sql, owner.id);
    // Rows without bytes: what counts is that each is asked for.
    await sql`
      insert into storage.objects (bucket_id, name, version, metadata)
      select 'kith-photos', ${`${owner.id}/${contact.id}/`} || gen_random_uuid() || '.png', '1', '{}'
        from generate_series(1, 100)`;
    expect((await objectsOf(sql, owner.id)).length).toBe(101);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await stored(photo ?? "")).toEqual([]);
  });
});

/** Deletes a user as in the dashboard or with SQL, so that no request of Kith removes the photos first. */
const deleteUser = (id: string) => sql`delete from auth.users where id = ${id}`;

describe("the photo of a user whose row is deleted", () => {
  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    ["GET /health, without a credential", () => Promise.resolve(() => anyone().get("/health"))],
    ["GET /notes with somebody's key", async () => {
      const { key } = await makeKey(ada);
      return () => as(key).get("/notes");
    }],
  ])("is removed after the next request: %s", async (_, prepare) => {
    const ask = await prepare();
    const owner = await signUp();
    const { id, photoUrl } = await makeWithPhoto(owner);
    const path = await photoPath(sql, id) ?? "";
    expect((await read(photoUrl)).status).toBe(200);
    await deleteUser(owner.id);
    await drain(sql, ask, path);
    expect((await read(photoUrl)).status).toBe(400);
  });

  it.each(["is done", "is still to be done"])(
    "is removed where it is kept: its move %s",
    async (state) => {
      const owner = await signUp();
      const { id } = await makeWithPhoto(owner);
      const path = await photoPath(sql, id) ?? "";
      const ask = () => anyone().get("/health");
      await committed(sql, async (tx) => {
        await tx`update kith.contacts set photo_path = null where id = ${id}`;
        await tx`
          update kith_private.photo_removals set due_at = now() + interval '1 hour' where path = ${path}`;
      });
      const kept = await keptPath(sql, path) ?? "";
      if (state === "is done") await drain(sql, ask, path);
      await deleteUser(owner.id);
      await drain(sql, ask, path, kept);
      expect(await objectsOf(sql, owner.id)).toEqual([]);
      const rows = await sql`
        select path from kith_private.photo_removals where path like ${`${owner.id}/%`}
        union all select path from kith_private.kept_photos where owner_id = ${owner.id}`;
      expect(rows).toEqual([]);
    },
  );

  it("is queued with the uploads, which are removed when their URLs have expired", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const { path, expiresAt } = await uploadFor(owner, id);
    await deleteUser(owner.id);
    const [row] = await sql`select due_at from kith_private.photo_removals where path = ${path}`;
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(expiresAt));
    await drain(sql, () => anyone().get("/health"), path);
  });
});
