import { describe, expect, it } from "vitest";
import { workOf } from "../../functions/kith/core/work.ts";
import {
  type Bounds,
  ConnectionLimiter,
  type Requester,
  type Use,
} from "../../functions/kith/db/connection-limiter.ts";

const bounds: Bounds = {
  total: 4,
  account: { total: 2, longRead: 1, write: 1, snapshot: 1 },
  snapshots: 2,
  slow: 3,
  unknown: 2,
};
const ada: Requester = { account: "ada" };
const ben: Requester = { account: "ben" };

/** Makes requests one after the other and notes which are running. */
class Requests {
  readonly limiter = new ConnectionLimiter(bounds);
  readonly running: string[] = [];
  readonly #release = new Map<string, () => void>();

  async add(name: string, requester: Requester, use: Use = "read", waitMs = 60_000): Promise<void> {
    void this.limiter.acquire(requester, use, waitMs).then((release) => {
      this.running.push(name);
      this.#release.set(name, release);
    }, () => {});
    await this.settled();
  }

  async end(name: string): Promise<void> {
    this.#release.get(name)!();
    this.running.splice(this.running.indexOf(name), 1);
    await this.settled();
  }

  settled = () => new Promise((resolve) => setImmediate(resolve));
}

describe("an account", () => {
  it("the account has two connections, and its others wait in their order", async () => {
    const requests = new Requests();
    for (const name of ["1", "2", "3", "4"]) await requests.add(name, ada);
    expect(requests.running).toEqual(["1", "2"]);
    await requests.end("2");
    expect(requests.running).toEqual(["1", "3"]);
  });

  it("writes with one of them, and reads with the other meanwhile", async () => {
    const requests = new Requests();
    await requests.add("write 1", ada, "write");
    await requests.add("write 2", ada, "write");
    await requests.add("read", ada);
    expect(requests.running).toEqual(["write 1", "read"]);
    await requests.end("write 1");
    expect(requests.running).toEqual(["read", "write 2"]);
  });

  it("the account has one snapshot, and all together two", async () => {
    const requests = new Requests();
    for (const name of ["1", "2"]) await requests.add(`ada ${name}`, ada, "snapshot");
    for (const account of ["ben", "cleo"]) await requests.add(account, { account }, "snapshot");
    await requests.add("ada reads", ada);
    expect(requests.running).toEqual(["ada 1", "ben", "ada reads"]);
    await requests.end("ben");
    expect(requests.running).toEqual(["ada 1", "ada reads", "cleo"]);
  });

  it("does not keep others waiting, however many of its own wait", async () => {
    const requests = new Requests();
    for (let n = 0; n < 100; n++) await requests.add(`ada ${n}`, ada);
    await requests.add("ben", ben);
    expect(requests.running).toEqual(["ada 0", "ada 1", "ben"]);
  });

  it("takes turns with others where all connections are in use", async () => {
    const requests = new Requests();
    for (const account of ["ada", "ben", "cleo"]) {
      for (const n of [1, 2, 3]) await requests.add(`${account} ${n}`, { account });
    }
    expect(requests.running).toEqual(["ada 1", "ada 2", "ben 1", "ben 2"]);
    await requests.end("ada 1");
    expect(requests.running.at(-1)).toBe("cleo 1");
    await requests.end("cleo 1");
    expect(requests.running.at(-1)).toBe("cleo 2");
    await requests.end("ben 1");
    expect(requests.running.at(-1)).toBe("ada 3");
  });
});

describe("secrets whose accounts are not known", () => {
  it("have two connections together, and the others are for accounts", async () => {
    const requests = new Requests();
    for (const hash of ["a", "b", "c"]) await requests.add(hash, { hash });
    expect(requests.running).toEqual(["a", "b"]);
    await requests.add("ada", ada);
    await requests.add("ben", ben);
    expect(requests.running).toEqual(["a", "b", "ada", "ben"]);
    await requests.end("a");
    expect(requests.running.at(-1)).toBe("c");
  });

  it("stand in the queue of their account once it is known, however many secrets it has", async () => {
    const requests = new Requests();
    for (let n = 0; n < 100; n++) {
      requests.limiter.remember(`secret ${n}`, "ada");
      await requests.add(`ada ${n}`, { hash: `secret ${n}` });
    }
    await requests.add("token", ada);
    await requests.add("ben", ben);
    expect(requests.running).toEqual(["ada 0", "ada 1", "ben"]);
  });
});

it("what is slow leaves a connection for short reads, however many accounts ask for it", async () => {
  const requests = new Requests();
  for (const account of ["ada", "ben"]) {
    await requests.add(`${account} searches`, { account }, "longRead");
    await requests.add(`${account} writes`, { account }, "write");
  }
  await requests.add("cleo exports", { account: "cleo" }, "snapshot");
  await requests.add("cleo reads", { account: "cleo" });
  expect(requests.running).toEqual(["ada searches", "ada writes", "ben searches", "cleo reads"]);
  await requests.end("ada searches");
  await requests.end("ada writes");
  expect(requests.running.slice(-2)).toEqual(["ben writes", "cleo exports"]);
});

it("one that waits for too long is told so, and takes no turn", async () => {
  const requests = new Requests();
  await requests.add("1", ada);
  await requests.add("2", ada);
  await expect(requests.limiter.acquire(ada, "read", 1)).rejects.toMatchObject({
    code: "unavailable",
  });
  await requests.add("3", ada);
  await requests.end("1");
  expect(requests.running).toEqual(["2", "3"]);
});

it("reads are long where they match words, look up names or have large pages, or are declared so", () => {
  const query = (parameters: object) => workOf("read", { query: parameters });
  expect([{}, { pageSize: 100 }, { networkId: "x" }].map(query)).toEqual(["read", "read", "read"]);
  expect([{ search: "an" }, { company: "Acme" }, { pageSize: 200 }].map(query))
    .toEqual(["longRead", "longRead", "longRead"]);
  expect(workOf("read", { byName: { id: "Anna" } })).toBe("longRead");
  expect([workOf("longRead", {}), workOf("write", { query: { search: "an" } })])
    .toEqual(["longRead", "write"]);
});

it("checking a credential is short, whatever the operation", () => {
  expect([workOf("longRead", null), workOf("write", null)]).toEqual(["read", "read"]);
});
