import { isDeepStrictEqual } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { expectStatus } from "../support/accounts.ts";
import { places } from "../support/halves/compare.ts";
import { normal } from "../support/halves/normal.ts";
import { sharedPlace } from "../support/halves/place.ts";
import { World } from "../support/halves/world.ts";
import { superuser } from "../support/sql.ts";

// Undoing with a key that is limited to networks, of what it did itself: neither conflicts nor what is restored tell of the
// rest of the account, and nothing is written there. Each case runs in an account with another half and in one without.

const place = sharedPlace(superuser());
let both: World;
let half: World;

/** An account with two contacts in the network of the key; one of them may be in the other half too. */
async function account(hasRightHalf: boolean): Promise<World> {
  const world = await World.make(place, { hasRightHalf, isLimited: true });
  for (const name of ["left", "right", "right 2"]) {
    if (name !== "left" && !hasRightHalf) continue;
    world.keep(name, expectStatus(await world.owner.post("/networks", { name }), 201).id);
  }
  world.key = await world.newKey("key", { networkIds: ["{left}"] });
  for (const [firstName, networks] of [["anna", ["left"]], ["jana", ["left", "right"]]] as const) {
    const networkIds = networks.filter((each) => world.has(each)).map((each) => world.id(each));
    const made = await world.owner.post("/contacts", { firstName, networkIds });
    world.keep(firstName, expectStatus(made, 201).id);
  }
  return world;
}

beforeEach(async () => {
  [both, half] = await Promise.all([account(true), account(false)]);
});

type Request = [
  by: "key" | "owner" | "owner of both",
  method: string,
  path: string,
  body?: unknown,
];

/** Sends the same to both accounts, and what is about the other half where there is one. */
async function happens(name: string, [by, method, path, body]: Request): Promise<void> {
  for (const world of [both, half]) {
    if (by === "owner of both" && world === half) continue;
    const client = by === "key" ? world.key : world.owner;
    const answer = await world.send(client, method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    if (answer.status === 201) world.keep(name, answer.body.id);
    const set = answer.headers.get("x-activity-id");
    if (set !== null) world.keep(`set of ${name}`, set);
  }
}

/** Demands that the key is answered alike in both accounts. */
async function expectAlike(method: string, path: string, body?: unknown): Promise<number> {
  const [one, other] = await Promise.all(
    [both, half].map(async (world) => normal(world, await world.ask(method, path, body))),
  );
  expect([path, isDeepStrictEqual(one, other), ...places(one, other)]).toEqual([path, true]);
  return one!.status;
}

async function expectReadsAlike(): Promise<void> {
  for (const path of ["/contacts", "/notes", "/activity", "/trash", "/networks"]) {
    expect(await expectAlike("GET", path)).toBe(200);
  }
}

const undo = (name: string) => `/activity/{set of ${name}}/undo`;

describe("what a limited key did is undone as where there is no other half", () => {
  it.each([{ partial: false }, { partial: true }, { dryRun: true }])(
    "a deletion, once a network of the contact that it did not see is gone: %o",
    async (options) => {
      await happens("deletion", ["key", "delete", "/contacts/{jana}"]);
      await happens("end", ["owner of both", "delete", "/networks/{right}"]);
      expect(await expectAlike("POST", undo("deletion"), options)).toBe(200);
      await expectReadsAlike();
    },
  );

  it("a deletion, which brings back the network that it did not see", async () => {
    await happens("deletion", ["key", "delete", "/contacts/{jana}"]);
    expect(await expectAlike("POST", undo("deletion"), {})).toBe(200);
    const { networkIds } = (await both.owner.get(both.fill("/contacts/{jana}"))).body;
    expect(networkIds.sort()).toEqual([both.id("left"), both.id("right")].sort());
    await expectReadsAlike();
  });

  it.each([{}, { partial: true }, { dryRun: true, partial: true }])(
    "a creation, once the contact is in a network that it does not see: %o",
    async (options) => {
      await happens("new", ["key", "post", "/contacts", { firstName: "New" }]);
      await happens("addition", ["owner of both", "put", "/networks/{right}/contacts/{new}"]);
      expect(await expectAlike("POST", undo("new"), options)).toBe(200);
      // A dry run leaves the contact there, whose updatedAt the addition has changed.
      if (!("dryRun" in options)) expect(await expectAlike("GET", "/contacts")).toBe(200);
      expect(await expectAlike("GET", "/trash")).toBe(200);
    },
  );

  it("nothing that has left its networks", async () => {
    await happens("new", ["key", "post", "/contacts", { firstName: "New" }]);
    await happens("note", ["key", "post", "/notes", { content: "N", contactId: "{new}" }]);
    await happens("edit", ["key", "patch", "/notes/{note}", { content: "M" }]);
    await happens("removal", ["owner", "delete", "/networks/{left}/contacts/{new}"]);
    await happens("addition", ["owner of both", "put", "/networks/{right}/contacts/{new}"]);
    for (const name of ["new", "note", "edit"]) {
      expect(await expectAlike("POST", undo(name), {})).toBeGreaterThanOrEqual(403);
    }
    const body = { actorId: "{key}", since: "2026-01-01", partial: true };
    await expectAlike("POST", "/activity/undo", body);
    expect((await both.owner.get(both.fill("/notes/{note}"))).body.content).toBe("M");
  });

  it("no move of a note from a contact that it does not see any more", async () => {
    await happens("note", ["owner", "post", "/notes", { content: "N", contactId: "{anna}" }]);
    await happens("move", ["key", "patch", "/notes/{note}", { contactId: "{jana}" }]);
    await happens("removal", ["owner", "delete", "/networks/{left}/contacts/{anna}"]);
    await happens("addition", ["owner of both", "put", "/networks/{right}/contacts/{anna}"]);
    expect(await expectAlike("POST", undo("move"), {})).toBeGreaterThanOrEqual(403);
    expect(await expectAlike("GET", "/notes/{note}")).toBe(200);
    const body = { actorId: "{key}", since: "2026-01-01", partial: true };
    await expectAlike("POST", "/activity/undo", body);
    expect(await expectAlike("GET", "/notes/{note}")).toBe(200);
  });
});

it("a limited key is told no more than a new updatedAt of a contact in networks that it does not see", async () => {
  const get = async () => (await both.ask("GET", "/contacts/{jana}")).body;
  const before = await get();
  const { cursor } = (await both.ask("GET", "/changes")).body;
  const log = normal(both, await both.ask("GET", "/activity"));
  await happens("addition", ["owner of both", "put", "/networks/{right 2}/contacts/{jana}"]);
  await happens("removal", ["owner of both", "delete", "/networks/{right}/contacts/{jana}"]);
  const { updatedAt, ...after } = await get();
  expect({ ...before, updatedAt }).toEqual({ ...after, updatedAt });
  expect(updatedAt > before.updatedAt).toBe(true);
  const { data } = (await both.ask("GET", `/changes?since=${cursor}`)).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([both.id("jana")]);
  expect(normal(both, await both.ask("GET", "/activity"))).toEqual(log);
});
