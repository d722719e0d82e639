import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, as } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { objectsOf, photoPath, picture, prepareUpload, put, read } from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";

/** Attaching where Storage answers 500, which says too little: what is there decides. */
const sql = superuser();
const photo = picture("picture.png");
const moving = "POST /storage/v1/object/move";
const reading = /^GET \/storage\/v1\/object\/authenticated\//;
let proxy: StorageProxy;
let copy: FunctionCopy;
let owner: Account;
beforeAll(async () => {
  proxy = await startStorageProxy();
  copy = await startFunctionCopy(throughProxy(proxy));
  owner = await signUp();
});
afterEach(() => {
  proxy.behave("works");
  proxy.before(() => Promise.resolve());
});
afterAll(async () => {
  await copy?.stop();
  await proxy?.stop();
});

/** A contact, and what attaches an upload with these bytes to it through the proxy. */
async function uploaded(bytes: Uint8Array) {
  const { id } = await make(owner, "/contacts", { firstName: "A" });
  const upload = await prepareUpload(owner, id);
  expect(await put(upload, bytes)).toBe(200);
  const change = { photoUrl: upload.path };
  const attach = () => as(owner.token, copy.base).patch(`/contacts/${id}`, change);
  proxy.reset();
  return { id, path: upload.path, attach };
}

const calls = () => proxy.calls().filter((call) => !isCleanUp(call));
const sizeOf = (path: string) => `GET /storage/v1/object/info/kith-photos/${path}`;

it("an empty upload is no photo, which costs a look at its size", async () => {
  const { id, attach } = await uploaded(new Uint8Array());
  expectProblem(await attach(), 400, "invalid_photo");
  expect(calls()).toEqual([
    moving,
    expect.stringMatching(reading),
    expect.stringContaining(sizeOf(owner.id)),
  ]);
  expect(await photoPath(sql, id)).toBeNull();
  expect(await objectsOf(sql, owner.id)).toEqual([]);
});

it("two moves of one upload at once give the contact the photo once; the other is refused", async () => {
  const { id, path, attach } = await uploaded(photo);
  let letOn = () => {};
  const bothCame = new Promise<void>((resolve) => letOn = resolve);
  let moves = 0;
  proxy.before(async (call) => {
    if (call !== moving) return;
    if (++moves === 2) letOn();
    await bothCame;
  });
  const answers = await Promise.all([attach(), attach()]);
  const outcome = ({ status, body }: Answer) => body.code ?? status;
  expect(answers.map(outcome).sort()).toEqual([200, "invalid_photo_path"]);
  expect(calls().filter((call) => call === sizeOf(path))).toEqual([sizeOf(path)]);
  const { photoUrl } = expectStatus(await owner.get(`/contacts/${id}`), 200);
  expect((await read(photoUrl)).bytes).toEqual(photo);
});

it.each([
  ["the move", (call: string) => call === moving],
  ["the look at the first bytes", (call: string) => reading.test(call)],
])("a 500 to %s is a 503 where the upload is there and has bytes", async (_, applies) => {
  const { id, attach } = await uploaded(photo);
  proxy.behave("fails", applies);
  expectProblem(await attach(), 503, "unavailable");
  expect(calls().at(-1)).toContain(sizeOf(""));
  expect(await photoPath(sql, id)).toBeNull();
});
