import { beforeEach, describe, expect, it } from "vitest";
import { expectStatus } from "../../support/accounts.ts";
import { superuser } from "../../support/sql.ts";
import { answers } from "./compare.ts";
import { NamedAccount, sharedStack } from "./named-account.ts";

// Undoing with a key that is limited to networks, of what it did itself: neither conflicts nor what is restored tell of the
// rest of the account, and nothing is written there. Each case runs in an account with something outside and in one without.

const stack = sharedStack(superuser());
let whole: NamedAccount;
let alone: NamedAccount;

/** An account with two contacts in the network of the key; one of them may be in a network outside too. */
async function newAccount(hasOutside: boolean): Promise<NamedAccount> {
  const account = await NamedAccount.make(stack, { hasOutside, isLimited: true });
  for (const name of ["inside", "outside", "outside 2"]) {
    if (name !== "inside" && !hasOutside) continue;
    account.keep(name, expectStatus(await account.owner.post("/networks", { name }), 201).id);
  }
  account.key = await account.newKey("key", { networkIds: ["{inside}"] });
  for (
    const [firstName, networks] of [["anna", ["inside"]], ["jana", ["inside", "outside"]]] as const
  ) {
    const networkIds = networks.filter((each) => each === "inside" || hasOutside)
      .map((each) => account.id(each));
    const made = await account.owner.post("/contacts", { firstName, networkIds });
    account.keep(firstName, expectStatus(made, 201).id);
  }
  return account;
}

beforeEach(async () => {
  [whole, alone] = await Promise.all([newAccount(true), newAccount(false)]);
});

type Request = [
  by: "key" | "owner" | "owner of more",
  method: string,
  path: string,
  body?: unknown,
];

/** Sends the same to both accounts, and what is about the outside where there is one. */
async function happens(name: string, [by, method, path, body]: Request): Promise<void> {
  for (const account of [whole, alone]) {
    if (by === "owner of more" && account === alone) continue;
    const client = by === "key" ? account.key : account.owner;
    const answer = await account.send(client, method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    if (answer.status === 201) account.keep(name, answer.body.id);
    const set = answer.headers.get("x-activity-id");
    if (set !== null) account.keep(`set of ${name}`, set);
  }
}

/** Demands that the key is answered alike in both accounts. */
async function expectAlike(method: string, path: string, body?: unknown): Promise<number> {
  const [one, other] = await answers([whole, alone], { method, path, body });
  expect(one, path).toStrictEqual(other);
  return one!.status;
}

async function expectReadsAlike(): Promise<void> {
  for (const path of ["/contacts", "/notes", "/activity", "/trash", "/networks"]) {
    expect(await expectAlike("GET", path)).toBe(200);
  }
}

const undo = (name: string) => `/activity/{set of ${name}}/undo`;

describe("what a limited key did is undone as in an account without anything outside", () => {
  it.each([{ partial: false }, { partial: true }, { dryRun: true }])(
    "a deletion, once a network of the contact that it did not see is gone: %o",
    async (options) => {
      await happens("deletion", ["key", "delete", "/contacts/{jana}"]);
      await happens("end", ["owner of more", "delete", "/networks/{outside}"]);
      expect(await expectAlike("POST", undo("deletion"), options)).toBe(200);
      await expectReadsAlike();
    },
  );

  it("a deletion, which brings back the network that it did not see", async () => {
    await happens("deletion", ["key", "delete", "/contacts/{jana}"]);
    expect(await expectAlike("POST", undo("deletion"), {})).toBe(200);
    const { networkIds } = (await whole.owner.get(whole.fill("/contacts/{jana}"))).body;
    expect(networkIds.sort()).toEqual([whole.id("inside"), whole.id("outside")].sort());
    await expectReadsAlike();
  });

  it.each([{}, { partial: true }, { dryRun: true, partial: true }])(
    "a creation, once the contact is in a network that it does not see: %o",
    async (options) => {
      await happens("new", ["key", "post", "/contacts", { firstName: "New" }]);
      await happens("addition", ["owner of more", "put", "/networks/{outside}/contacts/{new}"]);
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
    await happens("removal", ["owner", "delete", "/networks/{inside}/contacts/{new}"]);
    await happens("addition", ["owner of more", "put", "/networks/{outside}/contacts/{new}"]);
    for (const name of ["new", "note", "edit"]) {
      expect(await expectAlike("POST", undo(name), {})).toBeGreaterThanOrEqual(403);
    }
    const body = { actorId: "{key}", since: "2026-01-01", partial: true };
    await expectAlike("POST", "/activity/undo", body);
    expect((await whole.owner.get(whole.fill("/notes/{note}"))).body.content).toBe("M");
  });

  it("no move of a note from a contact that it does not see any more", async () => {
    await happens("note", ["owner", "post", "/notes", { content: "N", contactId: "{anna}" }]);
    await happens("move", ["key", "patch", "/notes/{note}", { contactId: "{jana}" }]);
    await happens("removal", ["owner", "delete", "/networks/{inside}/contacts/{anna}"]);
    await happens("addition", ["owner of more", "put", "/networks/{outside}/contacts/{anna}"]);
    expect(await expectAlike("POST", undo("move"), {})).toBeGreaterThanOrEqual(403);
    expect(await expectAlike("GET", "/notes/{note}")).toBe(200);
    const body = { actorId: "{key}", since: "2026-01-01", partial: true };
    await expectAlike("POST", "/activity/undo", body);
    expect(await expectAlike("GET", "/notes/{note}")).toBe(200);
  });
});

it("a limited key is told no more than a new updatedAt of a contact in networks that it does not see", async () => {
  const ask = (path: string) => whole.send(whole.key, "GET", path);
  const get = async () => (await ask("/contacts/{jana}")).body;
  const before = await get();
  const { cursor } = (await ask("/changes")).body;
  const log = await answers([whole], { method: "GET", path: "/activity" });
  await happens("addition", ["owner of more", "put", "/networks/{outside 2}/contacts/{jana}"]);
  await happens("removal", ["owner of more", "delete", "/networks/{outside}/contacts/{jana}"]);
  const { updatedAt, ...after } = await get();
  expect({ ...before, updatedAt }).toEqual({ ...after, updatedAt });
  expect(updatedAt > before.updatedAt).toBe(true);
  const { data } = (await ask(`/changes?since=${cursor}`)).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([whole.id("jana")]);
  expect(await answers([whole], { method: "GET", path: "/activity" })).toEqual(log);
});
