import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import {
  makeWithPhoto,
  objectsOf,
  picture,
  prepareUpload,
  put,
  stored,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { startStorageProxy, type StorageProxy, throughProxy } from "../support/storage-proxy.ts";

const sql = superuser();
let storage: StorageProxy;
let copy: FunctionCopy;
let ada: Account;
/** Ada through a copy of the function whose calls of Storage can be seen and held up. */
let watched: Client;

beforeAll(async () => {
  storage = await startStorageProxy();
  copy = await startFunctionCopy(throughProxy(storage));
  ada = await signUp();
  watched = as(ada.token, copy.base);
});
afterAll(async () => {
  await copy?.stop();
  await storage?.stop();
});

const given = (name: string, value: string) => ({ headers: { [name]: value } });

/** A contact, its tag, and an upload for it whose bytes have arrived. */
async function uploaded() {
  const contact = await make(ada, "/contacts", { firstName: "A" });
  const tag = (await ada.get(`/contacts/${contact.id}`)).headers.get("etag")!;
  const upload = await prepareUpload(ada, contact.id);
  expect(await put(upload, picture("picture.png"))).toBe(200);
  return { path: `/contacts/${contact.id}`, tag, upload };
}

describe("attaching a photo with If-Match", () => {
  it("succeeds for the contact that was read, and changes its tag", async () => {
    const { path, tag, upload } = await uploaded();
    const attached = await ada.patch(path, { photoUrl: upload.path }, given("if-match", tag));
    expect(expectStatus(attached, 200).hasPhoto).toBe(true);
    expect(attached.headers.get("etag")).not.toBe(tag);
    const cleared = await ada.patch(path, { photoUrl: null }, given("if-match", tag));
    expectProblem(cleared, 412, "precondition_failed");
    expect((await ada.get(path)).body.hasPhoto).toBe(true);
  });

  it("is refused for one that has changed since, before Storage is asked, and the upload waits on", async () => {
    const { path, tag, upload } = await uploaded();
    expectStatus(await ada.patch(path, { nickname: "B" }), 200);
    storage.reset();
    const refused = await watched.patch(path, { photoUrl: upload.path }, given("if-match", tag));
    expectProblem(refused, 412, "precondition_failed");
    expect(storage.calls()).toEqual([]);
    expect(await stored(upload.path)).toEqual([upload.path]);
    expect(expectStatus(await ada.patch(path, { photoUrl: upload.path }), 200).hasPhoto).toBe(true);
  });

  it("is refused for one that changes while the photo is moved, and leaves no bytes behind", async () => {
    const { path, tag, upload } = await uploaded();
    const before = await objectsOf(sql, ada.id);
    storage.before(async (call) => {
      if (!call.includes("/object/move")) return;
      storage.before(() => Promise.resolve());
      expectStatus(await ada.patch(path, { nickname: "Meanwhile" }), 200);
    });
    const refused = await watched.patch(path, { photoUrl: upload.path }, given("if-match", tag));
    expectProblem(refused, 412, "precondition_failed");
    expect((await ada.get(path)).body).toMatchObject({ nickname: "Meanwhile", hasPhoto: false });
    expect(await objectsOf(sql, ada.id)).toEqual(before);
  });
});

describe("a contact with a photo", () => {
  it("is sent again to who has it, because the photo's URL expires", async () => {
    const contact: Json = await makeWithPhoto(ada);
    const path = `/contacts/${contact.id}`;
    const tag = (await ada.get(path)).headers.get("etag")!;
    for (const known of [tag, `W/${tag}`, "*"]) {
      const answer = await ada.get(path, given("if-none-match", known));
      expect(expectStatus(answer, 200).photoUrl).toMatch(/^http/);
      expect(answer.headers.get("etag")).toBe(tag);
    }
    const bare = await ada.patch(path, { photoUrl: null });
    const answer = await ada.get(path, given("if-none-match", bare.headers.get("etag")!));
    expect(answer.status).toBe(304);
  });
});

describe("a photo-upload that is sent again with its Idempotency-Key", () => {
  it("gets the same path until bytes were sent there, and then another", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const options = given("idempotency-key", `upload ${id}`);
    const ask = () => ada.post(`/contacts/${id}/photo-upload`, { extension: "png" }, options);
    const [first, again] = [await ask(), await ask()];
    expect(again.body.path).toBe(first.body.path);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await put(again.body, picture("picture.png"))).toBe(200);
    const after = await ask();
    expect(after.status).toBe(200);
    expect(after.body.path).not.toBe(first.body.path);
    expect(after.headers.has("idempotency-replayed")).toBe(false);
    const attached = await ada.patch(`/contacts/${id}`, { photoUrl: first.body.path });
    expect(expectStatus(attached, 200).hasPhoto).toBe(true);
    expect((await ask()).body.path).toBe(after.body.path);
  });
});
