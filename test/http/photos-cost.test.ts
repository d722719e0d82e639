import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { makeWithPhoto, photoPath, picture, prepareUpload, put, read } from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";
import {
  isCleanUp,
  startStorageProxy,
  type StorageProxy,
  throughProxy,
} from "../support/storage-proxy.ts";
import { startTripProxy, type TripProxy } from "../support/trip-proxy.ts";

const sql = superuser();
const signing = "POST /storage/v1/object/sign/kith-photos";
const count = 200;
let storage: StorageProxy;
let database: TripProxy;
let copy: FunctionCopy;
let ada: Account;
let client: Client;

beforeAll(async () => {
  storage = await startStorageProxy();
  // Others' photos may be due to be removed, which this copy would note in a trip after its answer.
  refuseCleanUp();
  database = await startTripProxy(inject("stack").databaseUrl);
  copy = await freshCopy();
  ada = await signUp();
  client = as(ada.token, copy.base);
});
afterAll(async () => {
  await copy?.stop();
  await storage?.stop();
  await database?.stop();
});

function refuseCleanUp() {
  storage.behave("refuses", isCleanUp);
}

/** A copy that has signed nothing yet. */
function freshCopy(): Promise<FunctionCopy> {
  const addresses = { SUPABASE_DB_URL: database.url, KITH_DB_URL: database.url };
  return startFunctionCopy({ ...throughProxy(storage), ...addresses });
}

/** What a request costs: trips to the database and what Storage is asked. */
async function cost(request: () => Promise<{ status: number }>) {
  database.reset();
  storage.reset();
  const { status } = await request();
  return {
    status,
    trips: database.trips(),
    storage: storage.calls().filter((call) => !isCleanUp(call)),
  };
}

/** Contacts with photos that were all uploaded once: copies of one picture, as Storage makes them. */
async function manyWithPhotos(owner: Account): Promise<void> {
  const { id } = await makeWithPhoto(owner);
  const photo = await photoPath(sql, id);
  const { url, secretKey } = inject("stack");
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/json",
  };
  for (let made = 1; made < count; made++) {
    const contact = await make(owner, "/contacts", { firstName: `Contact ${made}` });
    const destinationKey = `${owner.id}/${contact.id}/${contact.id}.png`;
    const answer = await fetch(`${url}/storage/v1/object/copy`, {
      method: "POST",
      headers,
      body: JSON.stringify({ bucketId: "kith-photos", sourceKey: photo, destinationKey }),
    });
    expect(answer.status).toBe(200);
    await sql`update kith.contacts set photo_path = ${destinationKey} where id = ${contact.id}`;
  }
}

describe("a page of changes with photos", () => {
  it("costs one trip to the database and one call of Storage, and the next time none", async () => {
    const owner = await signUp();
    const reader = as(owner.token, copy.base);
    const { cursor } = expectStatus(await reader.get("/changes"), 200);
    for (const firstName of ["A", "B"]) await makeWithPhoto(owner, { firstName });
    let answer: Json;
    const page = async () => answer = await reader.get(`/changes?since=${cursor}`);
    expect(await cost(page)).toEqual({ status: 200, trips: 1, storage: [signing] });
    for (const { value } of answer.body.data) {
      expect((await read(value.photoUrl)).bytes).toEqual(picture("picture.png"));
    }
    expect(answer.body.data).toHaveLength(2);
    expect(await cost(page)).toEqual({ status: 200, trips: 1, storage: [] });
  });
});

describe("a list of 200 contacts with photos", () => {
  it("costs one trip to the database and one call of Storage, and the next time none", async () => {
    await manyWithPhotos(ada);
    await client.get("/networks");
    let answer: Json;
    const list = async () => answer = await client.get(`/contacts?pageSize=${count}`);
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [signing] });
    const { data } = answer.body;
    expect(data.length).toBe(count);
    const urls = new Set(data.map((contact: Json) => contact.photoUrl));
    expect(urls.size).toBe(count);
    for (const url of [data[0].photoUrl, data[count - 1].photoUrl]) {
      expect((await read(url)).bytes).toEqual(picture("picture.png"));
    }
    const first = answer.text;
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [] });
    expect(answer.text).toBe(first);
  });

  it("signs only what is new", async () => {
    const fresh = await makeWithPhoto(ada, { firstName: "Fresh" });
    const list = () => client.get(`/contacts?sort=-createdAt&pageSize=50`);
    expect(await cost(list)).toEqual({ status: 200, trips: 1, storage: [signing] });
    expect(await cost(() => client.get(`/contacts/${fresh.id}`))).toEqual({
      status: 200,
      trips: 1,
      storage: [],
    });
  });
});

describe("what has no photo", () => {
  it("costs no call of Storage, whatever a text says", async () => {
    const owner = await signUp();
    const other = as(owner.token, copy.base);
    const { id } = await make(owner, "/contacts", {
      firstName: '"hasPhoto" : true',
      description: '{"hasPhoto" : true, "photoUrl" : "uploads/x"}',
    });
    for (
      const request of [
        () => other.get("/contacts"),
        () => other.get(`/contacts/${id}`),
        () => other.post("/contacts", { firstName: "B" }),
        () => other.patch(`/contacts/${id}`, { nickname: "N" }),
      ]
    ) {
      const { storage: calls } = await cost(request);
      expect(calls).toEqual([]);
    }
  });
});

describe("attaching", () => {
  it("costs two trips, a move and a look at the first bytes", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    const prepared = await prepareUpload(ada, id);
    expect(await put(prepared, picture("picture.png"))).toBe(200);
    const patch = () => client.patch(`/contacts/${id}`, { photoUrl: prepared.path });
    const { status, trips, storage: calls } = await cost(patch);
    expect([status, trips]).toEqual([200, 2]);
    expect(calls).toEqual([
      "POST /storage/v1/object/move",
      expect.stringMatching(/^GET \/storage\/v1\/object\/authenticated\/kith-photos\//),
      signing,
    ]);
  });
});

describe.each(["refuses", "hangs"] as const)("while Storage %s", (behaviour) => {
  let isolate: FunctionCopy;
  let there: Client;
  let contact: Json;
  beforeAll(async () => {
    isolate = await freshCopy();
    there = as(ada.token, isolate.base);
    contact = await makeWithPhoto(ada);
    await there.get("/networks");
    storage.behave(behaviour);
  });
  afterAll(async () => {
    refuseCleanUp();
    await isolate?.stop();
  });

  it("contacts are read, and say that there is a photo that cannot be shown", async () => {
    const [one, list] = await Promise.all([
      there.get(`/contacts/${contact.id}`),
      there.get("/contacts?sort=-createdAt&pageSize=1"),
    ]);
    for (const shown of [expectStatus(one, 200), expectStatus(list, 200).data[0]]) {
      expect(shown).toEqual({ ...contact, photoUrl: null, hasPhoto: true });
    }
  });

  it("contacts are changed", async () => {
    const changed = await there.patch(`/contacts/${contact.id}`, { jobTitle: "T" });
    expect(expectStatus(changed, 200)).toMatchObject({ photoUrl: null, hasPhoto: true });
    contact = expectStatus(await ada.get(`/contacts/${contact.id}`), 200);
  });

  it("an upload cannot be prepared: 503", async () => {
    const answer = await there.post(`/contacts/${contact.id}/photo-upload`, { extension: "png" });
    expectProblem(answer, 503, "unavailable");
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  });

  it("an upload cannot be attached: 503, and the contact is as it was", async () => {
    const prepared = await prepareUpload(ada, contact.id);
    expect(await put(prepared, picture("camera.jpg"))).toBe(200);
    const change = { photoUrl: prepared.path, nickname: "Not" };
    expectProblem(await there.patch(`/contacts/${contact.id}`, change), 503, "unavailable");
    const now = expectStatus(await ada.get(`/contacts/${contact.id}`), 200);
    expect(now.updatedAt).toBe(contact.updatedAt);
    expect((await read(now.photoUrl)).bytes).toEqual(picture("picture.png"));
    // The move never reached Storage, so the same request succeeds when it does.
    expectStatus(await ada.patch(`/contacts/${contact.id}`, change), 200);
  });
});
