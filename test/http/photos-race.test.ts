import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, as } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import {
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  stored,
  type Upload,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { startStorageProxy, type StorageProxy, throughProxy } from "../support/storage-proxy.ts";

const sql = superuser();
const runs = 200;
const atOnce = 8;
const photo = picture("picture.png");
const other = picture("camera.jpg");
const script = new TextEncoder().encode("<!doctype html><script>alert(document.domain)</script>");
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

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Two writers on one upload URL against one who attaches. The second begins first and ends around the attaching: what
 * it writes replaces the first one's bytes, or comes too late.
 */
async function race(
  ada: Account,
  run: number,
  second: Uint8Array,
): Promise<"attached" | "refused"> {
  const { id } = await make(ada, "/contacts", { firstName: `Run ${run}` });
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

/** Something that is waited for until it is given. */
function signal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => give = resolve);
  return { given, give };
}

/** A body of which the second half comes when it is told to. */
function halting(bytes: Uint8Array): { body: ReadableStream; finish(): void } {
  const told = signal();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 10));
      await told.given;
      controller.enqueue(bytes.subarray(10));
      controller.close();
    },
  });
  return { body, finish: told.give };
}

describe("two uploads to one URL against attaching it", () => {
  it.each([["a script", script], ["another photo", other]])(
    "show a reader only what was checked, 200 times: %s",
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
    120_000,
  );

  it.each([
    ["before it is moved", "/object/move", 400],
    ["between the move and the check", "/object/authenticated/", 200],
    ["after the check", "/object/sign/", 200],
  ])("show a reader only what was checked: a script that ends %s", async (_, step, status) => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    const slow = halting(script);
    const late = put(prepared, slow.body);
    await pause(50);
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

  it("change nothing when the slower one ends after attaching", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    const slow = halting(script);
    const late = put(prepared, slow.body);
    await pause(50);
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

describe("attaching one upload twice at once", () => {
  const between: [string, (upload: Upload) => Promise<number>, number][] = [
    ["nothing happens", () => Promise.resolve(0), 0],
    // The path is empty after the first move, and its URL is still valid.
    ["other bytes are uploaded", (upload) => put(upload, other), 200],
  ];

  it.each(between)(
    "gives the contact the photo once, when between the moves %s",
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

describe("what goes away while its photo is being attached", () => {
  const cases: [string, (owner: Account, id: string) => Promise<Answer>, number, string][] = [
    ["a contact", (owner, id) => owner.delete(`/contacts/${id}`), 404, "not_found"],
    // It takes the moved bytes along, and the check finds nothing.
    ["an account", (owner) => owner.delete("/me"), 503, "unavailable"],
  ];

  it.each(cases)("leaves no bytes: %s", async (_, leave, status, code) => {
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
