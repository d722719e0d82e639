import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
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
import { expectProblem } from "../support/problems.ts";
import { restDoor } from "../support/rest-client.ts";
import { superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { placesOf } from "../support/traces.ts";
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

describe("the bytes of a photo", () => {
  it("leave its path when it is taken away, and nothing is left to do", async () => {
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

  it("leave its path when another takes its place", async () => {
    const { id, photoUrl: old } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    const { answer } = await upload(ada, id, picture("camera.jpg"), "jpg");
    const { photoUrl } = expectStatus(answer, 200);
    await isGone(path);
    await isKept(path, old);
    expect((await read(photoUrl)).bytes).toEqual(picture("camera.jpg"));
  });

  it("leave its path with the contact", async () => {
    const { id, photoUrl } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    await isGone(path);
    await isKept(path, photoUrl);
  });

  it("leave its path with a contact that is deleted through Supabase's own door", async () => {
    const { id, photoUrl } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    const answer = await restDoor(ada.token).delete(`/contacts?id=eq.${id}`);
    expect(answer.status).toBe(200);
    await drained(path);
    await isKept(path, photoUrl);
  });

  it("stay while other things of the contact change", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expectStatus(await ada.patch(`/contacts/${id}`, { nickname: "N" }), 200);
    expect(await photoPath(sql, id)).toBe(path);
    expect(await isForgotten(path)).toBe(true);
    expect(await stored(path)).toEqual([path]);
  });
});

describe("an upload that is never attached", () => {
  it("is removed when it is older than a day and anybody prepares another, and not before", async () => {
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

  it("goes after its contact, once nothing can be written there any more", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await uploadFor(ada, id);
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    const [row] =
      await sql`select due_at from kith_private.photo_removals where path = ${prepared.path}`;
    expect(row?.due_at.getTime()).toBeGreaterThan(Date.parse(prepared.expiresAt));
    await drained(prepared.path);
  });
});

describe("while Storage fails", () => {
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

  it("what takes a photo away succeeds, and the bytes leave its path later", async () => {
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

describe("deleting the account", () => {
  it("leaves no file and no row", async () => {
    const owner = await signUp();
    const { key } = await makeKey(owner);
    const client: Client = as(key);
    for (let count = 0; count < 3; count++) await makeWithPhoto(client);
    const removed = await makeWithPhoto(client);
    const kept = await photoPath(sql, removed.id) ?? "";
    expect((await owner.delete(`/contacts/${removed.id}`)).status).toBe(204);
    await isGone(kept);
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const waiting = await uploadFor(owner, id);
    const { id: left } = await make(owner, "/contacts", { firstName: "B" });
    const orphan = await uploadFor(owner, left);
    expect((await owner.delete(`/contacts/${left}`)).status).toBe(204);

    const paths = [...await objectsOf(sql, owner.id), waiting.path, orphan.path];
    expect(paths.length).toBe(6);
    expect(await stored(...paths)).toEqual(paths);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await stored(...paths)).toEqual([]);
    const rows = await sql`
      select name from storage.objects where name = any (${paths}) or name like ${`${owner.id}/%`}`;
    expect([...rows]).toEqual([]);
    // Auth's log of events is the project's; see docs/operating.md.
    const logOfAuth = "auth.audit_log_entries.payload";
    const places = await placesOf(sql, owner.id);
    expect(places.filter((place) => place !== logOfAuth)).toEqual([]);
  });

  it("leaves no file in the end where one was still being uploaded", async () => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const late = await prepareUpload(owner, id);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await put(late, picture("picture.png"))).toBe(200);
    await drained(late.path);
  });

  it("works with more photos than are removed in one call", async () => {
    const owner = await signUp();
    const contact = await makeWithPhoto(owner);
    const [photo] = await objectsOf(sql, owner.id);
    // Rows without bytes: what counts is that each is asked for.
    await sql`
      insert into storage.objects (bucket_id, name, version, metadata)
      select 'kith-photos', ${`${owner.id}/${contact.id}/`} || gen_random_uuid() || '.png', '1', '{}'
        from generate_series(1, 250)`;
    expect((await objectsOf(sql, owner.id)).length).toBe(251);
    expect((await owner.delete("/me")).status).toBe(204);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await stored(photo ?? "")).toEqual([]);
  });
});
