import { beforeAll, describe, expect, it } from "vitest";
import { expectStatus } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { build, type Built, leave } from "../support/halves/build.ts";
import { answers, brief, differences } from "../support/halves/compare.ts";
import { sharedPlace } from "../support/halves/place.ts";
import { readsOf } from "../support/halves/reads.ts";
import type { World } from "../support/halves/world.ts";
import { superuser } from "../support/sql.ts";

/**
 * An account of two halves that mirror each other, and a key for one of them: what the key reads equals, but for ids, what
 * it reads in an account that has this half only. The writes are in limited-halves-writes.test.ts.
 */
const place = sharedPlace(superuser());
let both: Built;
let half: Built;
/** The half alone again, where the key has no limits. */
let free: Built;

beforeAll(async () => {
  [both, half, free] = await Promise.all([
    build(place, { hasRightHalf: true, isLimited: true }),
    build(place, { hasRightHalf: false, isLimited: true }),
    build(place, { hasRightHalf: false, isLimited: false }),
  ]);
});

const read = async ({ key, fill }: World, path: string): Promise<Json> =>
  expectStatus(await key.get(fill(path)), 200);

/** The names of what a list of a key has. */
async function listed(world: World, path: string): Promise<string[]> {
  const { data } = await read(world, `${path}?pageSize=200`);
  return data.map(({ id }: Json) => world.named(id)).sort();
}

describe("a key for one half", () => {
  it("reads what there is where this half is all there is", async () => {
    const reads = readsOf(both.world);
    expect(reads.length).toBeGreaterThan(300);
    expect(brief(await differences([both.world, half.world], reads))).toEqual([]);
  });

  it("reads what a key without limits reads there", async () => {
    // A key for some networks reads no imports: they may be of contacts in any.
    const reads = readsOf(both.world).filter(({ route }) => !route.startsWith("get /imports"));
    const found = await differences([both.world, free.world], reads);
    expect(brief(found)).toEqual([]);
  });

  it("is told its networks, also those of it that only the owner has", async () => {
    const networks = ["{left net 1}", "{left net 2}", "{left net 3}"].map(both.world.fill).sort();
    expect(await read(both.world, "/me")).toMatchObject({ scopes: null, networkIds: networks });
    expect(await read(free.world, "/me")).toMatchObject({ scopes: null, networkIds: null });
    const jana = await read(both.world, "/contacts/{left jana}");
    expect(jana.networkIds.map(both.world.fill)).toEqual([both.world.id("left net 1")]);
    const owners = expectStatus(await both.world.owner.get(`/contacts/${jana.id}`), 200);
    expect(owners.networkIds).toHaveLength(2);
  });

  it.each(["left emil", "right emil", "nobody bert", "nothing"])(
    "reads %s by its entity tag as where there is no other half",
    async (name) => {
      const path = `/contacts/{${name}}`;
      const found = [];
      for (const world of [both.world, half.world]) {
        const tag = (await world.key.get(world.fill(path))).headers.get("etag") ?? '"none"';
        for (const value of [tag, "*", '"other"']) {
          const headers = { "if-none-match": value };
          found.push(...await answers([world], { method: "GET", path, headers }));
        }
      }
      expect(found.slice(0, 3)).toEqual(found.slice(3));
    },
  );

  describe("where something has left its networks", () => {
    beforeAll(async () => {
      await Promise.all([both, half, free].map(leave));
    });

    it("reads what there is where there is no other half", async () => {
      expect(brief(await differences([both.world, half.world], readsOf(both.world)))).toEqual([]);
    });

    it.each([
      ["/contacts", ["left hugo", "left kira", "left lena"]],
      ["/networks", []],
      ["/notes", ["left note 10", "left note 15", "left note 18", "left note 8", "left note 9"]],
      ["/note-types", []],
      ["/reminders", [
        "left next of a week",
        "left reminder 4",
        "left reminder 6",
        "left reminder 9",
      ]],
    ])("does not read of %s what a key without limits still reads", async (path, left) => {
      const [mine, all] = [await listed(both.world, path), await listed(free.world, path)];
      expect(all.filter((name) => !mine.includes(name))).toEqual(left.map((name) => `{${name}}`));
      expect(mine.filter((name) => !all.includes(name))).toEqual([]);
    });

    it("is not told which reminder came next, once that is about somebody else", async () => {
      for (const { world } of [both, half]) {
        const read = async (path: string) => JSON.stringify((await world.ask("GET", path)).body);
        const id = world.id("left next of a week");
        expect(await read("/reminders/{left reminder 11}")).toContain('"nextId":null');
        for (
          const path of [
            "/activity/{left set of a week}",
            "/activity?resourceId={left reminder 11}",
          ]
        ) {
          expect(await read(path)).toContain(world.id("left reminder 11"));
          expect(await read(path)).not.toContain(id);
        }
        expect((await world.owner.get(`/reminders/${world.id("left reminder 11")}`)).body.nextId)
          .toBe(id);
      }
    });

    it("is not told of the notes that a deleted contact left behind", async () => {
      const path = "/activity/{left set of deletion of fred}";
      const summaries = [];
      for (const world of [both.world, free.world]) {
        summaries.push((await read(world, path)).summary);
      }
      expect(summaries[0]).toContain("changed note And Fred");
      expect(summaries[1]).toContain("changed 2 notes");
    });
  });
});
