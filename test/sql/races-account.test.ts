import { beforeEach, describe, expect, it } from "vitest";
import { type Account, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type Asked, overlap, statusesOf, withKey, withTokenOf } from "../support/overlap.ts";
import { rowsWithId } from "../support/owned-rows.ts";
import { asPostgres, superuser } from "../support/sql.ts";

/**
 * Of each race the order in which it is lost: the second request starts when the first has done its work and has not
 * committed. None of it hangs on chance or time.
 */
const sql = asPostgres(4);
const admin = superuser();
let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const withToken = (operation: string, args: Json): Asked => withTokenOf(ada, operation, args);
const statuses = (first: Asked, second: Asked) => statusesOf(sql, first, second);

describe("a key that is being revoked", () => {
  it("lets nothing more in, also when it was used before, and what came first is done", async () => {
    for (const used of [false, true]) {
      const { id, key } = await makeKey(ada);
      const request = withKey(key, "create_contact", { body: { firstName: "A" } });
      if (used) await statuses(request, withToken("list_contacts", {}));
      const revoke = withToken("delete_api_key", { id });
      expect(await statuses(revoke, request)).toEqual([204, 401]);
    }
    const { id, key } = await makeKey(ada);
    const request = withKey(key, "create_contact", { body: { firstName: "Before" } });
    expect(await statuses(request, withToken("delete_api_key", { id }))).toEqual([201, 204]);
    const names = (await ada.get("/contacts?search=Before")).body.total;
    expect(names).toBe(1);
  });
});

describe("an account that is being deleted", () => {
  const writes: [string, (contactId: string) => [string, Json]][] = [
    ["a new contact", () => ["create_contact", { body: { firstName: "Late" } }]],
    ["a change", (id) => ["update_contact", { id, body: { firstName: "Late" } }]],
    ["a note", (contactId) => ["create_note", { body: { content: "Late", contactId } }]],
    ["a network", () => ["create_network", { body: { name: "Late" } }]],
    ["a name", () => ["update_me", { body: { name: "Late" } }]],
    ["a retry", () => ["create_contact", { body: { firstName: "L" }, idempotencyKey: "k" }]],
    ["a read", () => ["list_contacts", {}]],
  ];

  /** A write waits for the deletion, and then there is no account. A read finds what is left, nothing. */
  const lateAnswers: Record<string, number[]> = {
    list_contacts: [200],
  };

  it.each(writes)("is not written to any more: %s", async (_, write) => {
    for (const credential of ["token", "key"]) {
      const account = ada = await signUp();
      const { key } = await makeKey(account);
      const contact = await make(account, "/contacts", { firstName: "A" });
      const [operation, args] = write(contact.id);
      const request = credential === "key"
        ? withKey(key, operation, args)
        : withToken(operation, args);
      const [deleted, late] = await overlap(sql, withToken("delete_me", {}), request);
      expect(deleted.status).toBe(204);
      const allowed = credential === "key" ? [401] : lateAnswers[operation] ?? [401];
      expect([credential, allowed]).toEqual([credential, expect.arrayContaining([late.status])]);
      expect(await rowsWithId(admin, account.id)).toEqual({});
    }
  });

  it.each(writes)("takes along what was just written: %s", async (_, write) => {
    for (const credential of ["token", "key"]) {
      const account = ada = await signUp();
      const { key } = await makeKey(account);
      const contact = await make(account, "/contacts", { firstName: "A" });
      const [operation, args] = write(contact.id);
      const request = credential === "key"
        ? withKey(key, operation, args)
        : withToken(operation, args);
      const [made, deleted] = await overlap(sql, request, withToken("delete_me", {}));
      expect([credential, made.status < 300, deleted.status]).toEqual([credential, true, 204]);
      expect(await rowsWithId(admin, account.id)).toEqual({});
    }
  });
});
