import { beforeEach, describe, expect, it } from "vitest";
import { expectStatus } from "../../support/accounts.ts";
import type { Answer, Client, Json } from "../../support/client.ts";
import { prepareUpload } from "../../support/photos.ts";
import { expectProblem, sameBytesOfKey } from "../../support/problems.ts";
import { superuser } from "../../support/sql.ts";
import { NamedAccount, sharedStack } from "./named-account.ts";

// Answers that are repeated for an Idempotency-Key, and keys that are limited to networks: each sees its own only, and of
// them what it may still see.

const stack = sharedStack(superuser());
let account: NamedAccount;

beforeEach(async () => {
  account = await NamedAccount.make(stack, { hasOutside: true, isLimited: true });
  for (const name of ["inside 1", "inside 2", "outside 1"]) {
    account.keep(name, expectStatus(await account.owner.post("/networks", { name }), 201).id);
  }
  for (const [name, network] of [["inside", "inside 1"], ["outside", "outside 1"]] as const) {
    const body = { firstName: name, networkIds: [account.id(network)] };
    account.keep(name, expectStatus(await account.owner.post("/contacts", body), 201).id);
  }
  account.key = await account.newKey("key", { networkIds: ["{inside 1}", "{inside 2}"] });
});

const retry = { "idempotency-key": "one" };
const send = (by: Client, path: string, body: Json, headers = retry): Promise<Answer> =>
  account.send(by, "post", path, body, headers);
const isReplay = (answer: Answer) => answer.headers.get("idempotency-replayed") === "true";
const contacts = async () => (await account.owner.get("/contacts")).body.total;

/** Gives the key other networks. */
async function narrow(...networks: string[]): Promise<void> {
  const networkIds = networks.map((name) => account.id(name));
  const path = `/api-keys/${account.id("key")}`;
  expectStatus(await account.owner.patch(path, { networkIds }), 200);
}

describe("an Idempotency-Key that somebody else has used", () => {
  const others = [
    ["the owner", () => Promise.resolve(account.owner)],
    ["a key without limits", () => account.newKey("unlimited")],
    ["a key for another network", () => account.newKey("other", { networkIds: ["{outside 1}"] })],
    [
      "a key for the same networks",
      () => account.newKey("same", { networkIds: ["{inside 1}", "{inside 2}"] }),
    ],
  ] as const;

  it.each(others)("of %s is new to a limited key", async (_, client) => {
    const about = ["{inside}", "{outside}"];
    const by = await client();
    for (const [n, contactId] of about.entries()) {
      await send(by, "/notes", { content: "A", contactId }, { "idempotency-key": `${n}` });
      await send(by, "/contacts", { firstName: "B", networkIds: ["{outside 1}"] }, {
        "idempotency-key": `c${n}`,
      });
    }
    const used = { "idempotency-key": "0" };
    const made = await send(account.key, "/notes", { content: "A", contactId: "{inside}" }, used);
    expectStatus(made, 201);
    expect(isReplay(made)).toBe(false);
    const same = [
      await send(account.key, "/notes", { content: "A", contactId: "{outside}" }, {
        "idempotency-key": "1",
      }),
      await send(account.key, "/notes", { content: "A", contactId: "{nothing}" }, {
        "idempotency-key": "fresh",
      }),
      await send(account.key, "/notes", { content: "A", contactId: "{outside}" }, {
        "idempotency-key": "c0",
      }),
    ].map(sameBytesOfKey);
    expect(same[0]).toEqual(same[1]);
    expect(same[2]).toEqual(same[1]);
    expect(same[1]!.status).toBe(400);
    const contact = await send(account.key, "/contacts", {
      firstName: "B",
      networkIds: ["{outside 1}"],
    }, { "idempotency-key": "c0" });
    expectProblem(contact, 400, "invalid_reference");
    const other = { firstName: "Other", networkIds: ["{inside 1}"] };
    expectStatus(await send(account.key, "/contacts", other, { "idempotency-key": "c1" }), 201);
  });
});

describe("a limited key's own Idempotency-Key", () => {
  const body = { firstName: "Secret", networkIds: ["{inside 1}"] };

  it("repeats its answer and makes nothing twice", async () => {
    const first = expectStatus(await send(account.key, "/contacts", body), 201);
    const before = await contacts();
    const again = await send(account.key, "/contacts", body);
    expect([again.status, again.body, isReplay(again)]).toEqual([201, first, true]);
    const note = { content: "N", contactId: "{inside}" };
    expectProblem(await send(account.key, "/notes", note), 422, "idempotency_key_reused");
    expect(await contacts()).toBe(before);
  });

  it.each([
    ["its key has other networks", () => narrow("inside 2")],
    ["the contact left them", async (id: string) => {
      const networkIds = [account.id("outside 1")];
      expectStatus(await account.owner.patch(`/contacts/${id}`, { networkIds }), 200);
    }],
    ["the contact was deleted", async (id: string) => {
      expectStatus(await account.owner.delete(`/contacts/${id}`), 204);
    }],
    ["the network was deleted", async () => {
      expectStatus(await account.owner.delete(`/networks/${account.id("inside 1")}`), 204);
    }],
  ])("shows and makes nothing once %s", async (_, change) => {
    const first = expectStatus(await send(account.key, "/contacts", body), 201);
    const note = { content: "Secret", contactId: `${first.id}` };
    const about = { "idempotency-key": "two" };
    const made = expectStatus(await send(account.key, "/notes", note, about), 201);
    await change(first.id);
    const before = await contacts();
    for (
      const again of [
        await send(account.key, "/contacts", body),
        await send(account.key, "/notes", note, about),
      ]
    ) {
      expect(again.status, again.text).toBeGreaterThanOrEqual(400);
      expect(again.status, again.text).toBeLessThan(500);
      for (const secret of ["Secret", first.id, made.id]) expect(again.text).not.toContain(secret);
      expect(again.headers.get("x-activity-id")).toBeNull();
    }
    expect(await contacts()).toBe(before);
  });

  it("does not show networks that were taken from it", async () => {
    const two = { firstName: "Two", networkIds: ["{inside 1}", "{inside 2}"] };
    expectStatus(await send(account.key, "/contacts", two), 201);
    await narrow("inside 2");
    const again = await send(account.key, "/contacts", two);
    expect(again.text).not.toContain(account.id("inside 1"));
  });

  it("does not show a note that was moved out of its networks", async () => {
    const note = { content: "Secret", contactId: "{inside}" };
    const { id } = expectStatus(await send(account.key, "/notes", note), 201);
    expectStatus(
      await account.owner.patch(`/notes/${id}`, { contactId: account.id("outside") }),
      200,
    );
    const again = await send(account.key, "/notes", note);
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.text).not.toContain(id);
  });

  it("does not prepare an upload for a contact that has left", async () => {
    const path = `/contacts/${account.id("inside")}/photo-upload`;
    const first = expectStatus(await send(account.key, path, { extension: "png" }), 200);
    const networkIds = [account.id("outside 1")];
    expectStatus(
      await account.owner.patch(`/contacts/${account.id("inside")}`, { networkIds }),
      200,
    );
    const again = await send(account.key, path, { extension: "png" });
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.text).not.toContain(first.path);
  });

  it.each(["one change set", "everything that it did"])(
    "does not show what undoing %s has shown once it has left",
    async (what) => {
      const body = { jobTitle: "Secret" };
      const edited = await account.send(account.key, "patch", "/contacts/{inside}", body);
      const set = edited.headers.get("x-activity-id");
      const [path, undo] = what === "one change set"
        ? [`/activity/${set}/undo`, {}]
        : ["/activity/undo", { actorId: "{key}", since: "2026-01-01" }];
      expectStatus(await send(account.key, path, undo), 200);
      const networkIds = [account.id("outside 1")];
      expectStatus(
        await account.owner.patch(`/contacts/${account.id("inside")}`, { networkIds }),
        200,
      );
      const again = await send(account.key, path, undo);
      expect(again.text).not.toContain("Secret");
      expect(again.text).not.toContain(account.id("inside"));
    },
  );

  it("is refused once the key lacks the scope, and repeats it where it has it again", async () => {
    const first = expectStatus(await send(account.key, "/contacts", body), 201);
    const path = `/api-keys/${account.id("key")}`;
    expectStatus(await account.owner.patch(path, { scopes: ["contacts:read"] }), 200);
    expectProblem(await send(account.key, "/contacts", body), 403, "insufficient_scope");
    expectStatus(await account.owner.patch(path, { scopes: null }), 200);
    expect((await send(account.key, "/contacts", body)).body).toEqual(first);
  });
});

it("an upload outside of its networks is no upload for a limited key", async () => {
  const { path } = await prepareUpload(account.owner, account.id("outside"));
  const found = [];
  for (const photoUrl of [path, "uploads/00000000-0000-4000-8000-000000000000.png"]) {
    found.push(
      sameBytesOfKey(await account.key.patch(`/contacts/${account.id("inside")}`, { photoUrl })),
    );
  }
  expect(found[0]).toEqual(found[1]);
  expect(found[0]!.status).toBe(400);
});
