import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client, type Json } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import {
  makeWithPhoto,
  objectsOf,
  photoPath,
  picture,
  prepareUpload,
  put,
  read,
  signal,
} from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { startTripProxy, type TripProxy } from "../support/trip-proxy.ts";

/** What requests with photos cost, and what they answer while Storage fails. */
const sql = superuser();
const photo = picture("picture.png");
const signing = "POST /storage/v1/object/sign/kith-photos";
const moving = "POST /storage/v1/object/move";
const reading = /^GET \/storage\/v1\/object\/authenticated\/kith-photos\//;
const sizeOf = (path: string) => `GET /storage/v1/object/info/kith-photos/${path}`;
let storage: StorageProxy;
let database: TripProxy;
let copy: FunctionCopy;
let ada: Account;
/** Ada through a copy of the function whose requests to Storage and the database are counted. */
let client: Client;

beforeAll(async () => {
  storage = await startStorageProxy();
  database = await startTripProxy(inject("stack").databaseUrl);
  const addresses = { SUPABASE_DB_URL: database.url, KITH_DB_URL: database.url };
  copy = await startFunctionCopy({ ...throughProxy(storage), ...addresses });
});
afterAll(async () => {
  await copy?.stop();
  await storage?.stop();
  await database?.stop();
});
beforeEach(async () => {
  // Others' photos may be due to be removed, which this copy would note in a trip after its answer.
  storage.behave("refuses", isCleanUp);
  ada = await signUp();
  client = as(ada.token, copy.base);
});
afterEach(() => storage.before(() => Promise.resolve()));

const calls = () => storage.calls().filter((call) => !isCleanUp(call));

/** Round trips to the database, and requests to Storage. */
async function cost(request: () => Promise<Answer>) {
  database.reset();
  storage.reset();
  const { status } = await request();
  return { status, trips: database.trips(), storage: calls() };
}

/** Gives the owner this many more contacts with photos that exist in Storage's table only. */
async function addPhotos(owner: Account, count: number): Promise<void> {
  const folder = `${owner.id}/00000000-0000-4000-8000-000000000000/`;
  await sql`
    with contact as (
      insert into kith.contacts (owner_id, first_name, photo_path)
      select ${owner.id}, 'Contact ' || n, ${folder} || gen_random_uuid() || '.png'
        from generate_series(1, ${count}::integer) n
      returning photo_path
    )
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'kith-photos', photo_path, '1', '{}' from contact`;
}

describe("showing photos", () => {
  it("of 200 contacts costs one trip to the database and one request to Storage, which is not repeated", async () => {
    const { id } = await makeWithPhoto(ada);
    await addPhotos(ada, 199);
    let answer: Json;
    const list = async () => answer = await client.get("/contacts?pageSize=200");
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [signing] });
    const { data } = answer.body;
    expect(new Set(data.map((contact: Json) => contact.photoUrl)).size).toBe(200);
    const { photoUrl } = data.find((contact: Json) => contact.id === id);
    expect((await read(photoUrl)).bytes).toEqual(photo);
    const first = answer.text;
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [] });
    expect(answer.text).toBe(first);

    const fresh = await makeWithPhoto(ada, { firstName: "Fresh" });
    const newest = () => client.get("/contacts?sort=-createdAt&pageSize=50");
    expect(await cost(newest)).toEqual({ status: 200, trips: 1, storage: [signing] });
    const get = () => client.get(`/contacts/${fresh.id}`);
    expect(await cost(get)).toEqual({ status: 200, trips: 1, storage: [] });
  });

  it("of changed contacts costs as much", async () => {
    const { cursor } = expectStatus(await client.get("/changes"), 200);
    for (const firstName of ["A", "B"]) await makeWithPhoto(ada, { firstName });
    let answer: Json;
    const page = async () => answer = await client.get(`/changes?since=${cursor}`);
    expect(await cost(page)).toEqual({ status: 200, trips: 1, storage: [signing] });
    for (const { value } of answer.body.data) {
      expect((await read(value.photoUrl)).bytes).toEqual(photo);
    }
    expect(answer.body.data).toHaveLength(2);
    expect(await cost(page)).toEqual({ status: 200, trips: 1, storage: [] });
  });
});

describe("a contact without a photo", () => {
  it("costs no request to Storage, whatever its texts are", async () => {
    const { id } = await make(ada, "/contacts", {
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

/** A contact, and what attaches an upload with these bytes to it. */
async function uploaded(bytes: Uint8Array = photo) {
  const { id } = await make(ada, "/contacts", { firstName: "A" });
  const upload = await prepareUpload(ada, id);
  expect(await put(upload, bytes)).toBe(200);
  const attach = () => client.patch(`/contacts/${id}`, { photoUrl: upload.path });
  storage.reset();
  return { id, path: upload.path, attach };
}

describe("attaching a photo", () => {
  it("costs two trips, a move and a look at the first bytes", async () => {
    const { attach } = await uploaded();
    expect(await cost(attach)).toEqual({
      status: 200,
      trips: 2,
      storage: [moving, expect.stringMatching(reading), signing],
    });
  });

  it("is refused for an empty upload, which costs a look at its size", async () => {
    storage.behave("works");
    const { id, attach } = await uploaded(new Uint8Array());
    expectProblem(await attach(), 400, "invalid_photo");
    expect(calls()).toEqual([
      moving,
      expect.stringMatching(reading),
      expect.stringContaining(sizeOf(ada.id)),
    ]);
    expect(await photoPath(sql, id)).toBeNull();
    expect(await objectsOf(sql, ada.id)).toEqual([]);
  });

  it.each([
    ["the move", (call: string) => call === moving],
    ["the look at the first bytes", (call: string) => reading.test(call)],
  ])("is 503 where Storage answers 500 to %s and the upload exists", async (_, applies) => {
    const { id, attach } = await uploaded();
    storage.behave("fails", applies);
    expectProblem(await attach(), 503, "unavailable");
    expect(calls().at(-1)).toContain(sizeOf(""));
    expect(await photoPath(sql, id)).toBeNull();
  });

  it("succeeds once where Storage moves one upload twice at the same time", async () => {
    const { id, path, attach } = await uploaded();
    const bothCame = signal();
    let moves = 0;
    storage.before(async (call) => {
      if (call !== moving) return;
      if (++moves === 2) bothCame.give();
      await bothCame.given;
    });
    const answers = await Promise.all([attach(), attach()]);
    const outcome = ({ status, body }: Answer) => body.code ?? status;
    expect(answers.map(outcome).sort()).toEqual([200, "invalid_photo_path"]);
    expect(calls().filter((call) => call === sizeOf(path))).toEqual([sizeOf(path)]);
    const { photoUrl } = expectStatus(await ada.get(`/contacts/${id}`), 200);
    expect((await read(photoUrl)).bytes).toEqual(photo);
  });
});

describe("while Storage does not work", () => {
  it.each(["refuses", "hangs"] as const)(
    "contacts are read without the URL of their photo: Storage %s",
    async (behaviour) => {
      const contact = await makeWithPhoto(ada);
      storage.behave(behaviour);
      const [one, list] = await Promise.all([
        client.get(`/contacts/${contact.id}`),
        client.get("/contacts"),
      ]);
      for (const shown of [expectStatus(one, 200), expectStatus(list, 200).data[0]]) {
        expect(shown).toEqual({ ...contact, photoUrl: null, hasPhoto: true });
      }
    },
  );

  it("contacts are changed, photos are 503, and the same request succeeds afterwards", async () => {
    const { id } = await makeWithPhoto(ada);
    const prepared = await prepareUpload(ada, id);
    expect(await put(prepared, picture("camera.jpg"))).toBe(200);
    storage.behave("refuses");
    const changed = await client.patch(`/contacts/${id}`, { jobTitle: "T" });
    const { photoUrl, hasPhoto, updatedAt } = expectStatus(changed, 200);
    expect([photoUrl, hasPhoto]).toEqual([null, true]);

    const prepare = await client.post(`/contacts/${id}/photo-upload`, { extension: "png" });
    const change = { photoUrl: prepared.path, nickname: "Not" };
    for (const answer of [prepare, await client.patch(`/contacts/${id}`, change)]) {
      expectProblem(answer, 503, "unavailable");
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    const now = expectStatus(await ada.get(`/contacts/${id}`), 200);
    expect(now.updatedAt).toBe(updatedAt);
    expect((await read(now.photoUrl)).bytes).toEqual(photo);
    // The move never reached Storage.
    expectStatus(await ada.patch(`/contacts/${id}`, change), 200);
  });
});
