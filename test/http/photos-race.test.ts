import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, as } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import {
  halting,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  signal,
  stored,
  type Upload,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { startStorageProxy, type StorageProxy, throughProxy } from "../support/storage-proxy.ts";

const sql = superuser();
const photo = picture("picture.png");
const other = picture("camera.jpg");
const script = new TextEncoder().encode("<!doctype html><script>alert(document.domain)</script>");
/** Milliseconds in which an upload that was sent has begun in Storage. */
const uploadBegins = 300;
let ada: Account;
let proxy: StorageProxy;
let copy: FunctionCopy;
beforeAll(async () => {
  ada = await signUp();
  proxy = await startStorageProxy();
  copy = await startFunctionCopy(throughProxy(proxy));
});
afterAll(async () => {
  await copy?.stop();
  await proxy?.stop();
});

describe("two uploads to one URL while it is attached", () => {
  it.each([
    ["before it is moved", "/object/move", 400],
    ["between the move and the check", "/object/authenticated/", 200],
    ["after the check", "/object/sign/", 200],
  ])("never show what was not checked: a script whose upload ends %s", async (_, step, status) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    const slow = halting(script);
    const late = put(prepared, slow.body);
    await pause(uploadBegins);
    expect(await put(prepared, photo)).toBe(200);
    let isThere = false;
    proxy.before(async (call) => {
      if (!call.includes(step)) return;
      slow.finish();
      await late;
      isThere = true;
    });
    const change = { photoUrl: prepared.path };
    const answer = await as(ada.token, copy.base).patch(`/contacts/${id}`, change);
    expect([answer.status, isThere]).toEqual([status, true]);
    const { body } = await ada.get(`/contacts/${id}`);
    if (status === 200) expect((await read(body.photoUrl)).bytes).toEqual(photo);
    else expect(body.hasPhoto).toBe(false);
  });

  it("change nothing where the slower one ends after the answer", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    const slow = halting(script);
    const late = put(prepared, slow.body);
    await pause(uploadBegins);
    expect(await put(prepared, photo)).toBe(200);
    const change = { photoUrl: prepared.path };
    const { photoUrl } = expectStatus(await ada.patch(`/contacts/${id}`, change), 200);
    slow.finish();
    await late;
    expect((await read(photoUrl)).bytes).toEqual(photo);
    expect((await ada.patch(`/contacts/${id}`, change)).body.code).toBe("invalid_photo_path");
    expect((await ada.get(`/contacts/${id}`)).body.photoUrl).toBe(photoUrl);
  });
});

describe("attaching one upload twice at the same time", () => {
  const between: [string, (upload: Upload) => Promise<number>, number][] = [
    ["nothing happens", () => Promise.resolve(0), 0],
    // The path is empty after the first move, and its URL is still valid.
    ["other bytes are uploaded", (upload) => put(upload, other), 200],
  ];

  it.each(between)(
    "gives the contact the photo once, where %s between the moves",
    async (...given) => {
      const [, work, status] = given;
      const owner = await signUp();
      const { id } = await make(owner, "/contacts", { firstName: "A" });
      const prepared = await prepareUpload(owner, id);
      expect(await put(prepared, photo)).toBe(200);
      // Both are let on to move the upload before either does, and one after the other from there: how Storage
      // orders two moves at once is its own affair.
      const bothPrepared = signal();
      const firstAnswered = signal();
      let moves = 0;
      proxy.before(async (call) => {
        if (!call.includes("/object/move")) return;
        if (++moves === 1) return await bothPrepared.given;
        bothPrepared.give();
        await firstAnswered.given;
      });
      const attach = () =>
        as(owner.token, copy.base).patch(`/contacts/${id}`, { photoUrl: prepared.path });
      const attempts = [attach(), attach()];
      expectStatus(await Promise.race(attempts), 200);
      expect(await work(prepared)).toBe(status);
      firstAnswered.give();
      const outcomes = (await Promise.all(attempts)).map(({ status, body }) => body.code ?? status);
      expect(outcomes.sort()).toEqual([200, "invalid_photo_path"]);
      const { body } = await owner.get(`/contacts/${id}`);
      expect((await read(body.photoUrl)).bytes).toEqual(photo);
      expect(await objectsOf(sql, owner.id)).toEqual([await photoPath(sql, id)]);
      expect(await stored(prepared.path)).toEqual([]);
      const removals =
        sql`select path from kith_private.photo_removals where owner_id = ${owner.id}`;
      expect(await removals).toEqual([]);
    },
  );
});

describe("what is deleted while its photo is attached", () => {
  const cases: [string, (owner: Account, id: string) => Promise<Answer>, number, string][] = [
    ["a contact", (owner, id) => owner.delete(`/contacts/${id}`), 404, "not_found"],
    // It takes the moved bytes along, and the check finds nothing.
    ["an account", (owner) => owner.delete("/me"), 503, "unavailable"],
  ];

  it.each(cases)("leaves no file: %s", async (_, leave, status, code) => {
    const owner = await signUp();
    const { id } = await make(owner, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(owner, id);
    expect(await put(prepared, photo)).toBe(200);
    let moved: string[] = [];
    proxy.before(async (call) => {
      if (!call.includes("/object/authenticated/")) return;
      moved = await objectsOf(sql, owner.id);
      expect((await leave(owner, id)).status).toBe(204);
    });
    const client = as(owner.token, copy.base);
    const answer = await client.patch(`/contacts/${id}`, { photoUrl: prepared.path });
    expect(moved.length).toBe(1);
    expectProblem(answer, status, code);
    expect(await objectsOf(sql, owner.id)).toEqual([]);
    expect(await stored(...moved)).toEqual([]);
  });
});
