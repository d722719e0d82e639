import { expect, it, vi } from "vitest";
import type { Delivery, Handled } from "../../functions/kith/core/database.ts";
import { connectMachines } from "../../functions/kith/db/machines.ts";
import type { PostgresDatabase } from "../../functions/kith/db/postgres.ts";

/** What several databases are as one; that they are Postgres is in test/thorough/machines.test.ts. */
const refused: Handled = {
  status: null,
  body: '{"code":"unauthorized"}',
  ownerId: null,
  keyId: null,
  rateLimit: null,
  retryAfter: null,
  tag: null,
  replayed: false,
  activityId: null,
  log: null,
};
const owners = {
  low: "11000000-0000-4000-8000-000000000000",
  high: "ee000000-0000-4000-8000-000000000000",
};
const done: Handled = { ...refused, status: 200, body: "{}" };

/** A database that has nothing, but for what is said. */
function machine(changes: Partial<PostgresDatabase> = {}) {
  const none = {
    handle: vi.fn(() => Promise.resolve(done)),
    ownerOf: vi.fn(() => Promise.resolve(refused)),
    takeDeliveries: vi.fn(() => Promise.resolve([])),
    markDeliveries: vi.fn(() => Promise.resolve()),
    photosToRemove: vi.fn(() => Promise.resolve([])),
    unnamedPhotos: vi.fn((paths: string[]) => Promise.resolve(paths)),
    tick: vi.fn(() => Promise.resolve(null)),
    stopChannel: vi.fn(() => Promise.resolve(false)),
    ping: vi.fn(() => Promise.resolve()),
  };
  return Object.assign(none, changes) as typeof none & PostgresDatabase;
}

function connect(low: PostgresDatabase, high: PostgresDatabase) {
  return connectMachines(Array.from({ length: 256 }, (_, byte) => byte < 128 ? low : high), low);
}

const down = () => Promise.reject(new Error("It is down."));
const delivery = (ownerId: string, id = ownerId) => ({ id, ownerId }) as Delivery;

it("a secret is asked for once where its hash leads, and on each database where it is not there", async () => {
  const low = machine();
  const high = machine({ ownerOf: vi.fn(() => Promise.resolve(owners.high)) });
  const database = connect(low, high);
  const key = (hash: string) => ({ kind: "api_key", hash }) as const;
  await database.handle(key("ff"), "get_me", {}, "read");
  expect([low.ownerOf, high.ownerOf].map((ask) => vi.mocked(ask).mock.calls.length)).toEqual([
    0,
    1,
  ]);
  await database.handle(key("00"), "get_me", {}, "read");
  expect([low.ownerOf, high.ownerOf].map((ask) => vi.mocked(ask).mock.calls.length)).toEqual([
    1,
    2,
  ]);
  expect([low.handle, high.handle].map((run) => vi.mocked(run).mock.calls.length)).toEqual([0, 2]);
  expect(await connect(low, machine()).handle(key("ff"), "get_me", {}, "read")).toEqual(refused);
});

it("a database that is down keeps nobody else from being told, and is reported", async () => {
  const up = machine({
    takeDeliveries: vi.fn(() => Promise.resolve([delivery(owners.low)])),
    tick: vi.fn(() => Promise.resolve({ digests: 2 })),
    stopChannel: vi.fn(() => Promise.resolve(true)),
  });
  const broken = { takeDeliveries: down, tick: down, stopChannel: down, ping: down };
  const database = connect(up, machine(broken));
  for (let n = 0; n < 2; n++) {
    expect(await database.takeDeliveries(10)).toEqual([delivery(owners.low)]);
  }
  expect(await database.tick()).toEqual({ digests: 2 });
  expect(await database.stopChannel("secret")).toBe(true);
  await expect(database.ping()).rejects.toThrow("It is down.");
  const idle = connect(machine(), machine(broken));
  await expect(idle.takeDeliveries(10)).rejects.toThrow("It is down.");
  await expect(idle.tick()).rejects.toThrow("It is down.");
  await expect(idle.stopChannel("secret")).rejects.toThrow("It is down.");
});

it("what is taken is at most what was asked for, of all in turn, and is marked where it is from", async () => {
  const some = (ownerId: string) => (most: number) =>
    Promise.resolve(Array.from({ length: Math.min(most, 3) }, (_, n) => delivery(ownerId, `${n}`)));
  const [low, high] = [
    machine({ takeDeliveries: vi.fn(some(owners.low)) }),
    machine({ takeDeliveries: vi.fn(some(owners.high)) }),
  ];
  const database = connect(low, high);
  const firsts: string[] = [];
  for (let n = 0; n < 2; n++) {
    const taken = await database.takeDeliveries(4);
    expect(taken).toHaveLength(4);
    firsts.push(taken[0]!.ownerId);
  }
  expect(firsts.toSorted()).toEqual([owners.low, owners.high]);
  await database.markDeliveries([delivery(owners.high), delivery(owners.low)]);
  expect(low.markDeliveries).toHaveBeenCalledWith([delivery(owners.low)]);
  expect(high.markDeliveries).toHaveBeenCalledWith([delivery(owners.high)]);
});

it("the sweep removes files of a database's own accounts, and uploads that no database names", async () => {
  const [ofLow, ofHigh] = [`${owners.low}/a/b.png`, `${owners.high}/a/b.png`];
  const both = [ofLow, ofHigh, "uploads/1.png", "uploads/2.png"];
  const low = machine({ photosToRemove: () => Promise.resolve(both) });
  const high = machine({
    photosToRemove: () => Promise.resolve([ofLow, `${owners.high}/c/d.png`]),
    unnamedPhotos: (paths) => Promise.resolve(paths.filter((path) => path !== "uploads/2.png")),
  });
  expect((await connect(low, high).photosToRemove(null, true)).toSorted())
    .toEqual([ofLow, `${owners.high}/c/d.png`, "uploads/1.png"].toSorted());
});
