import { describe, expect, it } from "vitest";
import {
  type Bounds,
  Gate,
  type Visitor,
  type Work,
  workOf,
} from "../../functions/kith/db/gate.ts";

const bounds: Bounds = {
  total: 4,
  account: { total: 2, longRead: 1, write: 1, snapshot: 1 },
  snapshots: 2,
  strangers: 2,
};
const ada: Visitor = { account: "ada" };
const ben: Visitor = { account: "ben" };

/** Enters one after the other and notes who is in. */
class House {
  readonly gate = new Gate(bounds);
  readonly inside: string[] = [];
  readonly #leave = new Map<string, () => void>();

  async enter(name: string, visitor: Visitor, work: Work = "read", waitMs = 60_000): Promise<void> {
    void this.gate.enter(visitor, work, waitMs).then((leave) => {
      this.inside.push(name);
      this.#leave.set(name, leave);
    }, () => {});
    await this.settled();
  }

  async leave(name: string): Promise<void> {
    this.#leave.get(name)!();
    this.inside.splice(this.inside.indexOf(name), 1);
    await this.settled();
  }

  settled = () => new Promise((resolve) => setImmediate(resolve));
}

describe("an account", () => {
  it("has two connections, and its others wait in their order", async () => {
    const house = new House();
    for (const name of ["1", "2", "3", "4"]) await house.enter(name, ada);
    expect(house.inside).toEqual(["1", "2"]);
    await house.leave("2");
    expect(house.inside).toEqual(["1", "3"]);
  });

  it("writes with one of them, and reads with the other meanwhile", async () => {
    const house = new House();
    await house.enter("write 1", ada, "write");
    await house.enter("write 2", ada, "write");
    await house.enter("read", ada);
    expect(house.inside).toEqual(["write 1", "read"]);
    await house.leave("write 1");
    expect(house.inside).toEqual(["read", "write 2"]);
  });

  it("has one snapshot, and all together two", async () => {
    const house = new House();
    for (const name of ["1", "2"]) await house.enter(`ada ${name}`, ada, "snapshot");
    for (const account of ["ben", "cleo"]) await house.enter(account, { account }, "snapshot");
    await house.enter("ada reads", ada);
    expect(house.inside).toEqual(["ada 1", "ben", "ada reads"]);
    await house.leave("ben");
    expect(house.inside).toEqual(["ada 1", "ada reads", "cleo"]);
  });

  it("does not keep others waiting, however many of its own wait", async () => {
    const house = new House();
    for (let n = 0; n < 100; n++) await house.enter(`ada ${n}`, ada);
    await house.enter("ben", ben);
    expect(house.inside).toEqual(["ada 0", "ada 1", "ben"]);
  });

  it("takes turns with others where all connections are in use", async () => {
    const house = new House();
    for (const account of ["ada", "ben", "cleo"]) {
      for (const n of [1, 2, 3]) await house.enter(`${account} ${n}`, { account });
    }
    expect(house.inside).toEqual(["ada 1", "ada 2", "ben 1", "ben 2"]);
    await house.leave("ada 1");
    expect(house.inside.at(-1)).toBe("cleo 1");
    await house.leave("cleo 1");
    expect(house.inside.at(-1)).toBe("cleo 2");
    await house.leave("ben 1");
    expect(house.inside.at(-1)).toBe("ada 3");
  });
});

describe("secrets whose accounts are not known", () => {
  it("have two connections together, and share those of the account once it is known", async () => {
    const house = new House();
    for (const hash of ["a", "b", "c"]) await house.enter(hash, { hash });
    expect(house.inside).toEqual(["a", "b"]);
    for (const hash of ["a", "b", "c"]) house.gate.identify(hash, "ada");
    await house.leave("a");
    await house.enter("d", { hash: "a" });
    await house.enter("token", ada);
    expect(house.inside).toEqual(["b", "c"]);
  });
});

it("one that waits for too long is told so, and takes no turn", async () => {
  const house = new House();
  await house.enter("1", ada);
  await house.enter("2", ada);
  await expect(house.gate.enter(ada, "read", 1)).rejects.toMatchObject({ code: "unavailable" });
  await house.enter("3", ada);
  await house.leave("1");
  expect(house.inside).toEqual(["2", "3"]);
});

it("operations that list, get and export read, searches and large pages for long; all others write", () => {
  const work = (operation: string, query?: unknown) => workOf(operation, query ? { query } : {});
  expect(["list_contacts", "get_me", "export_account"].map((each) => work(each)))
    .toEqual(["read", "read", "read"]);
  expect([
    work("list_contacts", { search: "an" }),
    work("list_contacts", { pageSize: 200 }),
    work("list_duplicates"),
  ]).toEqual(["longRead", "longRead", "longRead"]);
  expect(["undo_activity", "bulk_contacts"].map((each) => work(each)))
    .toEqual(["write", "write"]);
});
