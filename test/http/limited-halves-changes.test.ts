import { beforeAll, describe, expect, it } from "vitest";
import { httpSource } from "../support/activity/http-source.ts";
import { differences, everything, Replica } from "../support/activity/replica.ts";
import { expectStatus } from "../support/accounts.ts";
import type { Client, Json } from "../support/client.ts";
import { sharedPlace } from "../support/halves/place.ts";
import { moves } from "../support/halves/moves.ts";
import { visibleTo, withoutProfile } from "../support/halves/oracle.ts";
import { World } from "../support/halves/world.ts";
import { superuser } from "../support/sql.ts";

// The feed of changes for a key that is limited to networks: what leaves them is a deletion, what joins them comes with
// its notes and reminders, and of the rest there is nothing.

const place = sharedPlace(superuser());

/** An account with two networks for the key, and one that it must not see. */
async function account(): Promise<World> {
  const world = await World.make(place, { hasRightHalf: true, isLimited: true });
  for (const name of ["left 1", "left 2", "right 1"]) {
    world.keep(name, expectStatus(await world.owner.post("/networks", { name }), 201).id);
  }
  world.key = await world.newKey("key", { networkIds: ["{left 1}", "{left 2}"] });
  return world;
}

/** A client that remembers every text that the feed has answered. */
function listening(client: Client, heard: string[]): Client {
  return {
    ...client,
    async get(path) {
      const answer = await client.get(path);
      if (path.startsWith("/changes")) heard.push(answer.text);
      return answer;
    },
  };
}

describe("a copy that follows the feed of a limited key", () => {
  let world: World;
  const heard: string[] = [];
  const copies: Replica[] = [];
  let late: Replica;

  beforeAll(async () => {
    world = await account();
    const source = httpSource(listening(world.key, heard));
    for (const size of [1, 3, 200]) {
      copies.push(await Replica.of(source, undefined, size, Infinity));
    }
    late = await Replica.of(source, undefined, 2, Infinity);
  });

  const expectRight = async (copy: Replica) => {
    const networkIds = [world.id("left 1"), world.id("left 2")];
    const expected = await visibleTo(httpSource(world.owner), networkIds);
    expect(differences(withoutProfile(copy.things), withoutProfile(expected))).toEqual([]);
    const lists = await everything(httpSource(world.key));
    expect(differences(copy.things, lists)).toEqual([]);
  };

  it.each(moves)("is right after: $what", async ({ requests }) => {
    for (const { method, path, body, name } of requests) {
      const answer = await world.send(world.owner, method, path, body);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      if (name === undefined) continue;
      if (answer.status === 201) world.keep(name, answer.body.id, path.slice(1));
      world.keep(`set of ${name}`, answer.headers.get("x-activity-id")!);
    }
    for (const copy of copies) {
      await copy.follow();
      await expectRight(copy);
    }
  });

  it("is right also where it reads for the first time in the end", async () => {
    await late.follow();
    await expectRight(late);
  });

  it("never hears of what was never in its networks", () => {
    const hidden = [...world.collections.keys()].filter((name) => name.startsWith("hidden"));
    expect(hidden.length).toBeGreaterThan(4);
    const texts = heard.join("");
    expect(texts.length).toBeGreaterThan(1000);
    expect(hidden.filter((name) => texts.includes(world.id(name)))).toEqual([]);
    expect(texts).not.toContain(world.id("right 1"));
  });
});

describe("the feed of a limited key", () => {
  it("stands still while only the rest of the account is written", async () => {
    const world = await account();
    const make = async (path: string, body: Json) =>
      expectStatus(await world.owner.post(path, world.fillBody(body)), 201).id;
    const changes = async (query = ""): Promise<Json> =>
      expectStatus(await world.key.get(`/changes${query}`), 200);
    await make("/contacts", { firstName: "L", networkIds: ["{left 1}"] });
    const start = await changes();
    const contact = await make("/contacts", { firstName: "R", networkIds: ["{right 1}"] });
    const none = await make("/contacts", { firstName: "N" });
    await make("/notes", { content: "R", contactId: contact });
    await make("/notes", { content: "N" });
    await make("/reminders", { title: "N", contactId: none });
    for (const id of [contact, none]) {
      expectStatus(await world.owner.patch(`/contacts/${id}`, { nickname: "X" }), 200);
      expectStatus(await world.owner.delete(`/contacts/${id}`), 204);
    }
    expectStatus(await world.owner.patch(`/networks/${world.id("right 1")}`, { name: "R" }), 200);
    expect(await changes()).toEqual(start);
    expect(await changes(`?since=${start.cursor}`)).toEqual(start);
    expect(await changes(`?since=${start.cursor}&pageSize=1`)).toEqual(start);
  });
});
