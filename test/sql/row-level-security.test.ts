import { expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { catalogTables } from "../support/catalog.ts";
import { identifier, rolledBack } from "../support/database.ts";
import { superuser } from "../support/sql.ts";

// What owners and others may do with the rows of each table is in limited-role-property.test.ts, and every right and
// policy in privileges.snap.txt.
const sql = superuser();
const tables = await catalogTables(sql);

it("every table that does not belong to someone is out of reach for clients", () => {
  const others = tables.filter(({ isOwned }) => !isOwned);
  expect(others.length).toBeLessThan(tables.length / 2);
  expect(others.filter(({ schema, granted }) => schema === "kith" || granted.length > 0))
    .toEqual([]);
});

it("every table has row-level security, and one policy for its owner or one that is false", () => {
  const offenders = tables.filter(({ rowSecurity, granted, policies }) => {
    const [{ command, using, roles, name }] = policies;
    const forOwner = using === "(( SELECT kith_private.owner_id() AS owner_id) = owner_id)";
    const isRight = granted.length > 0
      ? forOwner && (command === "all" || command === granted.join())
      : using === "false" && command === "all";
    const isForClients = roles.join() === "authenticated" && /^[A-Z].* .* .*/.test(name);
    return !(rowSecurity && policies.length === 1 && isRight && isForClients);
  });
  expect(offenders).toEqual([]);
});

it.each(['{"role":"authenticated"}', "{}", ""])(
  "nothing is read by a request without an account, with the claims %j",
  async (claims) => {
    await (await signUp()).make("/contacts", { firstName: "C" });
    await rolledBack(sql, async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      for (const { schema, name, granted } of tables) {
        if (!granted.includes("select")) continue;
        expect(await tx`select owner_id from ${identifier(schema, name)}`).toEqual([]);
      }
    });
  },
);
