import { beforeAll, describe, expect, it } from "vitest";
import { expectStatus } from "../../support/accounts.ts";
import type { Json } from "../../support/client.ts";
import { superuser } from "../../support/sql.ts";
import { build, type Built, leaveNetworks } from "./build.ts";
import { answers, differences, expectNone } from "./compare.ts";
import { type NamedAccount, sharedStack } from "./named-account.ts";
import { readsOf } from "./reads.ts";

/**
 * An account that has the same inside and outside of a key's networks: what the key reads equals, but for ids, what it reads
 * in an account that has nothing outside. The writes are in writes.test.ts.
 */
const stack = sharedStack(superuser());
let whole: Built;
let alone: Built;
/** The same as `alone`, where the key has no limits. */
let unlimited: Built;

beforeAll(async () => {
  [whole, alone, unlimited] = await Promise.all([
    build(stack, { hasOutside: true, isLimited: true }),
    build(stack, { hasOutside: false, isLimited: true }),
    build(stack, { hasOutside: false, isLimited: false }),
  ]);
});

const read = async ({ key, fill }: NamedAccount, path: string): Promise<Json> =>
  expectStatus(await key.get(fill(path)), 200);

/** The names of what a list of a key has. */
async function listed(account: NamedAccount, path: string): Promise<string[]> {
  const { data } = await read(account, `${path}?pageSize=200`);
  return data.map(({ id }: Json) => account.named(id)).sort();
}

describe("a key for some networks", () => {
  it("reads what it reads where nothing else exists", async () => {
    const reads = readsOf(whole.account);
    expect(reads.length).toBeGreaterThan(300);
    expectNone(await differences([whole.account, alone.account], reads));
  });

  it("reads what a key without limits reads there", async () => {
    // A key for some networks reads no imports: they may be of contacts in any.
    const reads = readsOf(whole.account).filter(({ route }) => !route.startsWith("get /imports"));
    expectNone(await differences([whole.account, unlimited.account], reads));
  });

  it("is told its networks, also those of it that only the owner has", async () => {
    const networks = ["{inside net 1}", "{inside net 2}", "{inside net 3}"].map(whole.account.fill)
      .sort();
    expect(await read(whole.account, "/me")).toMatchObject({ scopes: null, networkIds: networks });
    expect(await read(unlimited.account, "/me")).toMatchObject({ scopes: null, networkIds: null });
    const jana = await read(whole.account, "/contacts/{inside jana}");
    expect(jana.networkIds.map(whole.account.fill)).toEqual([whole.account.id("inside net 1")]);
    const owners = expectStatus(await whole.account.owner.get(`/contacts/${jana.id}`), 200);
    expect(owners.networkIds).toHaveLength(2);
  });

  it.each(["inside emil", "outside emil", "unfiled bert", "nothing"])(
    "reads %s by its entity tag as where nothing else exists",
    async (name) => {
      const path = `/contacts/{${name}}`;
      const found = [];
      for (const account of [whole.account, alone.account]) {
        const tag = (await account.key.get(account.fill(path))).headers.get("etag") ?? '"none"';
        for (const value of [tag, "*", '"other"']) {
          const headers = { "if-none-match": value };
          found.push(...await answers([account], { method: "GET", path, headers }));
        }
      }
      expect(found.slice(0, 3)).toEqual(found.slice(3));
    },
  );

  describe("after something has left its networks", () => {
    beforeAll(async () => {
      await Promise.all([whole, alone, unlimited].map(leaveNetworks));
    });

    it("reads what it reads where nothing else exists", async () => {
      expectNone(await differences([whole.account, alone.account], readsOf(whole.account)));
    });

    it.each([
      ["/contacts", ["inside hugo", "inside kira", "inside lena"]],
      ["/networks", []],
      ["/notes", [
        "inside note 10",
        "inside note 15",
        "inside note 18",
        "inside note 8",
        "inside note 9",
      ]],
      ["/note-types", []],
      ["/reminders", [
        "inside next of a week",
        "inside reminder 4",
        "inside reminder 6",
        "inside reminder 9",
      ]],
    ])("does not read of %s what a key without limits still reads", async (path, left) => {
      const [mine, all] = [
        await listed(whole.account, path),
        await listed(unlimited.account, path),
      ];
      expect(all.filter((name) => !mine.includes(name))).toEqual(left.map((name) => `{${name}}`));
      expect(mine.filter((name) => !all.includes(name))).toEqual([]);
    });

    it("is not told which reminder came next, once that is about somebody else", async () => {
      for (const { account } of [whole, alone]) {
        const read = async (path: string) =>
          JSON.stringify((await account.send(account.key, "GET", path)).body);
        const id = account.id("inside next of a week");
        expect(await read("/reminders/{inside reminder 11}")).toContain('"nextId":null');
        for (
          const path of [
            "/activity/{inside set of a week}",
            "/activity?resourceId={inside reminder 11}",
          ]
        ) {
          expect(await read(path)).toContain(account.id("inside reminder 11"));
          expect(await read(path)).not.toContain(id);
        }
        expect(
          (await account.owner.get(`/reminders/${account.id("inside reminder 11")}`)).body.nextId,
        )
          .toBe(id);
      }
    });

    it("is not told of the notes that a deleted contact left behind", async () => {
      const path = "/activity/{inside set of deletion of fred}";
      const summaries = [];
      for (const account of [whole.account, unlimited.account]) {
        summaries.push((await read(account, path)).summary);
      }
      expect(summaries[0]).toContain("changed note And Fred");
      expect(summaries[1]).toContain("changed 2 notes");
    });
  });
});
