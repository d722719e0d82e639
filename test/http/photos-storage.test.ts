import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../support/client.ts";
import { startCountedCopy } from "../support/function-copy.ts";
import {
  halting,
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  signal,
  stored,
  sweepAll,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import { isRemoval } from "../support/storage-proxy.ts";

/** What requests with photos ask of Storage, what they answer while it fails, and what happens between its steps. */
const sql = superuser();
const photo = picture("picture.png");
const signing = "POST /storage/v1/object/sign/kith-photos";
const copying = "POST /storage/v1/object/copy";
const reading = /^GET \/storage\/v1\/object\/authenticated\/kith-photos\//;
const sizeOf = (path: string) => `GET /storage/v1/object/info/kith-photos/${path}`;
let copy: Awaited<ReturnType<typeof startCountedCopy>>;
let ada: Account;
/** Ada through a copy of the function whose requests to Storage and the database are counted. */
let client: Client;

beforeAll(async () => {
  copy = await startCountedCopy();
});
afterAll(() => copy?.stop());
beforeEach(async () => {
  copy.storage.behave("refuses", isRemoval);
  copy.storage.before(() => Promise.resolve());
  ada = await signUp();
  client = as(ada.token, copy.base);
});

const calls = () => copy.storage.calls().filter((call) => !isRemoval(call));

/** Round trips to the database, and requests to Storage. */
async function cost(request: () => Promise<Answer>) {
  copy.database.reset();
  copy.storage.reset();
  const { status } = await request();
  return { status, trips: copy.database.trips(), storage: calls() };
}

/** A contact, and what attaches an upload with these bytes to it. */
async function uploaded(bytes: Uint8Array | ReadableStream = photo) {
  const { id } = await ada.make("/contacts", { firstName: "A" });
  const upload = await prepareUpload(ada, id);
  expect(await put(upload, bytes)).toBe(200);
  const attach = (headers = {}) =>
    client.patch(`/contacts/${id}`, { photoUrl: upload.path }, { headers });
  copy.storage.reset();
  return { id, path: upload.path, upload, attach };
}

const ifUnchanged = async (id: string) => ({
  "if-match": (await ada.get(`/contacts/${id}`)).headers.get("etag")!,
});

const shownBytes = async (id: string) =>
  (await read((await ada.read(`/contacts/${id}`)).photoUrl)).bytes;

describe("showing photos", () => {
  it("of 200 contacts costs one trip to the database and one request to Storage, and the same list again none to Storage", async () => {
    const { id } = await makeWithPhoto(ada);
    const folder = `${ada.id}/00000000-0000-4000-8000-000000000000/`;
    await sql`
      with contact as (
        insert into kith.contacts (owner_id, first_name, photo_path)
        select ${ada.id}, 'Contact ' || n, ${folder} || gen_random_uuid() || '.png'
          from generate_series(1, 199) n
        returning photo_path)
      insert into storage.objects (bucket_id, name, version, metadata)
      select 'kith-photos', photo_path, '1', '{}' from contact`;
    let answer: Json;
    const list = async () => answer = await client.get("/contacts?pageSize=200");
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [signing] });
    const { data } = answer.body;
    expect(new Set(data.map(({ photoUrl }: Json) => photoUrl)).size).toBe(200);
    const { photoUrl } = data.find((contact: Json) => contact.id === id);
    expect((await read(photoUrl)).bytes).toEqual(photo);
    const first = answer.text;
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [] });
    expect(answer.text).toBe(first);

    const fresh = await makeWithPhoto(ada, { firstName: "Fresh" });
    const newest = () => client.get("/contacts?sort=-createdAt&pageSize=50");
    expect(await cost(newest)).toEqual({ status: 200, trips: 1, storage: [signing] });
    const one = () => client.get(`/contacts/${fresh.id}`);
    expect(await cost(one)).toEqual({ status: 200, trips: 1, storage: [] });
  });

  it("of changed contacts costs as much", async () => {
    const { cursor } = await client.read("/changes");
    for (const firstName of ["A", "B"]) await makeWithPhoto(ada, { firstName });
    let answer: Json;
    const page = async () => answer = await client.get(`/changes?since=${cursor}`);
    expect(await cost(page)).toEqual({ status: 200, trips: 1, storage: [signing] });
    expect(answer.body.data).toHaveLength(2);
    for (const { value } of answer.body.data) {
      expect((await read(value.photoUrl)).bytes).toEqual(photo);
    }
    expect(await cost(page)).toEqual({ status: 200, trips: 1, storage: [] });
  });

  it("costs no request to Storage if no contact has one, whatever their texts are", async () => {
    const { id } = await ada.make("/contacts", {
      firstName: '"hasPhoto" : true',
      description: '{"hasPhoto" : true, "photoUrl" : "uploads/x"}',
    });
    const requests = [
      () => client.get("/contacts"),
      () => client.get(`/contacts/${id}`),
      () => client.post("/contacts", { firstName: "B" }),
      () => client.patch(`/contacts/${id}`, { nickname: "N" }),
    ];
    for (const request of requests) expect((await cost(request)).storage).toEqual([]);
  });
});

describe("attaching a photo", () => {
  it("costs two trips, a copy and a look at the first bytes", async () => {
    const { attach } = await uploaded();
    const storage = [copying, expect.stringMatching(reading), signing];
    expect(await cost(attach)).toEqual({ status: 200, trips: 2, storage });
  });

  it.each([
    ["the copy", (call: string) => call === copying, copying],
    ["the look at the first bytes", (call: string) => reading.test(call), sizeOf("")],
  ])("is 503 where Storage answers 500 to %s and the upload exists", async (_, applies, last) => {
    const { id, attach } = await uploaded();
    copy.storage.behave("fails", applies);
    expectProblem(await attach(), 503, "unavailable");
    expect(calls().at(-1)).toContain(last);
    expect(await photoPath(sql, id)).toBeNull();
    copy.storage.behave("works");
    expectStatus(await attach(), 200);
  });

  it("attaching a photo is refused where Storage answers 500 because the uploaded file is empty", async () => {
    const { attach } = await uploaded(new Uint8Array());
    copy.storage.behave("fails", (call) => reading.test(call));
    expectProblem(await attach(), 400, "invalid_photo");
  });

  it("with If-Match succeeds for the contact that was read; otherwise Storage is not asked", async () => {
    const { id, path, attach } = await uploaded();
    const condition = await ifUnchanged(id);
    await ada.change(`/contacts/${id}`, { nickname: "N" });
    expectProblem(await attach(condition), 412, "precondition_failed");
    expect(calls()).toEqual([]);
    expect(await stored(path)).toEqual([path]);
    expectStatus(await attach(await ifUnchanged(id)), 200);
  });

  it("with If-Match is refused for a contact that changes meanwhile, leaves no copy, and can be sent again", async () => {
    const { id, attach } = await uploaded();
    const condition = await ifUnchanged(id);
    copy.storage.behave("works");
    copy.storage.before(async (call) => {
      if (call === copying) await ada.change(`/contacts/${id}`, { nickname: "Meanwhile" });
    });
    expectProblem(await attach(condition), 412, "precondition_failed");
    expect(await ada.read(`/contacts/${id}`)).toMatchObject({
      nickname: "Meanwhile",
      hasPhoto: false,
    });
    expect(await objectsOf(sql, ada.id)).toEqual([]);
    copy.storage.before(() => Promise.resolve());
    expectStatus(await attach(), 200);
  });

  it("twice at once gives the contact the photo once, and leaves no other copy", async () => {
    const { id, attach } = await uploaded();
    copy.storage.behave("works");
    // Neither copies the upload before both have a path.
    const bothPrepared = signal();
    let copies = 0;
    copy.storage.before(async (call) => {
      if (call !== copying) return;
      if (++copies === 2) bothPrepared.give();
      await bothPrepared.given;
    });
    const answers = await Promise.all([attach(), attach()]);
    const outcomes = answers.map(({ status, body }) => body.code ?? status);
    expect(outcomes.sort()).toEqual([200, "invalid_photo_path"]);
    expect(await shownBytes(id)).toEqual(photo);
    expect(await objectsOf(sql, ada.id)).toEqual([await photoPath(sql, id)]);
  });

  it("attaching a photo is not undone by a sweep between its steps", async () => {
    const { id, attach } = await uploaded();
    copy.storage.before(async (call) => {
      if (call === copying || reading.test(call)) await sweepAll(sql);
    });
    expectStatus(await attach(), 200);
    await sweepAll(sql);
    expect(await shownBytes(id)).toEqual(photo);
  });

  it.each([
    ["before it is copied", "/object/copy", 400],
    ["between the copy and the check", "/object/authenticated/", 200],
    ["after the check", "/object/sign/", 200],
    ["after the answer", "nothing", 200],
  ])(
    "never shows what was not checked: a script whose upload to the same URL ends %s",
    async (_, step, status) => {
      const { id } = await ada.make("/contacts", { firstName: "A" });
      const prepared = await prepareUpload(ada, id);
      const slow = halting(new TextEncoder().encode("<!doctype html><script>alert(1)</script>"));
      const late = put(prepared, slow.body);
      // In which an upload that was sent has begun in Storage.
      await pause(300);
      expect(await put(prepared, photo)).toBe(200);
      copy.storage.before(async (call) => {
        if (!call.includes(step)) return;
        slow.finish();
        await late;
      });
      const attach = () => client.patch(`/contacts/${id}`, { photoUrl: prepared.path });
      expect((await attach()).status).toBe(status);
      slow.finish();
      await late;
      if (status === 200) expect(await shownBytes(id)).toEqual(photo);
      else expect((await ada.read(`/contacts/${id}`)).hasPhoto).toBe(false);
      if (step === "nothing") expectProblem(await attach(), 400, "invalid_photo_path");
    },
  );

  it.each<[string, (id: string) => Promise<Answer>, number, string]>([
    ["a contact", (id) => ada.delete(`/contacts/${id}`), 404, "not_found"],
    // It takes the copied bytes along, and the check finds nothing.
    ["an account", () => ada.delete("/me"), 503, "unavailable"],
  ])("leaves no file where it is deleted meanwhile: %s", async (_, leave, status, code) => {
    const { id, attach } = await uploaded();
    copy.storage.behave("works");
    let copied: string[] = [];
    copy.storage.before(async (call) => {
      if (!reading.test(call)) return;
      copied = await objectsOf(sql, ada.id);
      expectStatus(await leave(id), 204);
    });
    expectProblem(await attach(), status, code);
    expect(copied.length).toBe(1);
    expect(await objectsOf(sql, ada.id)).toEqual([]);
    expect(await stored(...copied)).toEqual([]);
  });
});

describe("while Storage does not work", () => {
  it.each(["refuses", "hangs"] as const)(
    "contacts are read without the URL of their photo: Storage %s",
    async (behaviour) => {
      const contact = await makeWithPhoto(ada);
      copy.storage.behave(behaviour);
      const [one, list] = await Promise.all([
        client.read(`/contacts/${contact.id}`),
        client.read("/contacts"),
      ]);
      for (const shown of [one, list.data[0]]) {
        expect(shown).toEqual({ ...contact, photoUrl: null, hasPhoto: true });
      }
    },
  );

  it("contacts are changed, photos are 503, and the same request succeeds afterwards", async () => {
    const { id } = await makeWithPhoto(ada);
    const path = `/contacts/${id}`;
    const prepared = await prepareUpload(ada, id);
    expect(await put(prepared, picture("camera.jpg"))).toBe(200);
    copy.storage.behave("refuses");
    const changed = await client.change(path, { jobTitle: "T" });
    expect(changed).toMatchObject({ photoUrl: null, hasPhoto: true });
    const photoUrl = { photoUrl: prepared.path, nickname: "Not" };
    for (
      const answer of [
        await client.post(`${path}/photo-upload`, { extension: "png" }),
        await client.patch(path, photoUrl),
      ]
    ) {
      expectProblem(answer, 503, "unavailable");
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    expect((await ada.read(path)).updatedAt).toBe(changed.updatedAt);
    expect(await shownBytes(id)).toEqual(photo);
    // The copy never reached Storage.
    await ada.change(path, photoUrl);
  });
});
