import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import {
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
import { startStorageProxy, type StorageProxy, throughProxy } from "../support/storage-proxy.ts";
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

/** Somebody's request, to which what is due is handed; others' requests may have come before it. */
async function drain(...paths: string[]): Promise<void> {
  await until(`${paths} are removed and forgotten`, async () => {
    await sql`update kith_private.photo_removals set due_at = now() where path = any (${paths})`;
    await make(ada, "/contacts", { firstName: "Passer-by" });
    for (const path of paths) if (!await isForgotten(path)) return false;
    return true;
  });
  expect(await stored(...paths)).toEqual([]);
}

describe("the bytes of a photo", () => {
  it("go when it is taken away, and nothing is left to do", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expect(await stored(path)).toEqual([path]);
    const answer = await ada.patch(`/contacts/${id}`, { photoUrl: null });
    expect(expectStatus(answer, 200)).toMatchObject({ photoUrl: null, hasPhoto: false });
    await isGone(path);
    await until("it is forgotten", () => isForgotten(path));
    const again = expectStatus(await ada.patch(`/contacts/${id}`, { photoUrl: null }), 200);
    expect(again).toEqual(answer.body);
  });

  it("go when another takes its place", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    const { answer } = await upload(ada, id, picture("camera.jpg"), "jpg");
    const { photoUrl } = expectStatus(answer, 200);
    await isGone(path);
    expect((await read(photoUrl)).bytes).toEqual(picture("camera.jpg"));
  });

  it("go with the contact", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    expect((await ada.delete(`/contacts/${id}`)).status).toBe(204);
    await isGone(path);
  });

  it("go with a contact that is deleted through Supabase's own door", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = await photoPath(sql, id) ?? "";
    const answer = await restDoor(ada.token).delete(`/contacts?id=eq.${id}`);
    expect(answer.status).toBe(200);
    await drain(path);
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
    await drain(prepared.path);
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
  const removals = (call: string) => call.startsWith("DELETE");

  it("what takes a photo away succeeds, and the bytes go later", async () => {
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
    proxy.behave("refuses", removals);
    expectStatus((await upload(client, replaced.id)).answer, 200);
    expectStatus(await client.patch(`/contacts/${removed.id}`, { photoUrl: null }), 200);
    expect((await client.delete(`/contacts/${deleted.id}`)).status).toBe(204);
    await until("three were tried", () => proxy.calls().filter(removals).length >= 3);
    expect(await stored(...paths)).toEqual(paths);
    for (const path of paths) expect(await isForgotten(path)).toBe(false);
    proxy.behave("works");
    await drain(...paths);
  });

  it("an account is not deleted, nothing is lost, and the next attempt succeeds", async () => {
    const owner = await signUp();
    const contact = await makeWithPhoto(owner);
    proxy.behave("refuses", removals);
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
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const waiting = await uploadFor(owner, id);
    const { id: left } = await make(owner, "/contacts", { firstName: "B" });
    const orphan = await uploadFor(owner, left);
    expect((await owner.delete(`/contacts/${left}`)).status).toBe(204);

    const paths = [...await objectsOf(sql, owner.id), waiting.path, orphan.path];
    expect(paths.length).toBe(5);
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
    await drain(late.path);
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
