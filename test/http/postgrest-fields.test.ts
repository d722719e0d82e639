import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { type Ids, isAccepted, Pair, tableOf } from "../support/api-and-postgrest.ts";
import { exposedTables } from "../support/catalog.ts";
import { fieldChanges } from "../support/field-changes.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { exampleBody, makeOne } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";

/** Two accounts make the same writes; test/thorough/postgrest-rows.test.ts does so with random rows. */
const sql = superuser(4);
const exposed = await exposedTables(sql);
const paths = Object.keys(fieldChanges).filter((path) => exposed.includes(tableOf(path)));
/** Members without a column: memberships are rows of another table, and a photo is not attached through PostgREST. */
const withoutColumn = ["networkIds", "photoUrl"];

let pair: Pair;
beforeAll(async () => {
  pair = await Pair.signUp(sql);
});

describe("the API and PostgREST", () => {
  it("write every table that clients may write", async () => {
    const writable = await sql<{ table: string }[]>`
      select distinct table_name as table from information_schema.column_privileges
       where table_schema = 'kith' and grantee = 'authenticated' and privilege_type in ('INSERT', 'UPDATE')`;
    expect(writable.map(({ table }) => table).sort())
      .toEqual([...paths.map(tableOf), "contact_networks"].sort());
  });

  it.each(paths)(
    "store the same values of every member of %s, and refuse the same",
    async (path) => {
      const isProfile = path === "/me";
      const profile: Ids = [pair.api.id, pair.postgrest.id];
      const [one, other] = pair.owned.contacts;
      for (const [member, { values, refused }] of Object.entries(fieldChanges[path]!)) {
        if (withoutColumn.includes(member)) continue;
        const [before, after] = values({ ...pair.owned, contacts: [one, other] });
        const required = exampleBody({ method: "post", path, takesBody: !isProfile });
        const attempt = (value: unknown, ids?: Ids) => {
          const others = ids
            ? {}
            : { ...required, ...(path === "/reminders" ? { dueAt: "2024-01-01T00:00:00Z" } : {}) };
          return pair.write(path, { ...others, [member]: value }, ids);
        };
        const made = await attempt(before, isProfile ? profile : undefined);
        expect([member, before, made]).not.toContain(undefined);
        expect([member, after, await attempt(after, made)]).toEqual([member, after, made]);
        if (typeof after === "string") await attempt(` \u00a0${after}\t`, made);
        expect(refused.length, member).toBeGreaterThan(0);
        for (const value of refused) {
          expect([member, value, await attempt(value, isProfile ? profile : undefined)])
            .toEqual([member, value, undefined]);
        }
        expect([member, await attempt(refused[0], made)]).toEqual([member, undefined]);
      }
    },
  );

  it("let the same memberships in", async () => {
    const stranger = await signUp();
    const choices = async (collection: string, own: string) => ({
      own,
      foreign: await makeOne(stranger, collection),
      unknown: randomUUID(),
      none: "x",
    });
    const networks = await choices("networks", pair.owned.networks[0]);
    const contacts = await choices("contacts", pair.owned.contacts[0]);
    for (const [network, network_id] of Object.entries(networks)) {
      for (const [contact, contact_id] of Object.entries(contacts)) {
        const path = `/networks/${network_id}/contacts/${contact_id}`;
        const api = isAccepted(await pair.api.put(path));
        const row = JSON.parse(pair.forPostgrest(JSON.stringify({ network_id, contact_id })));
        const rest = isAccepted(
          await postgrestClient(pair.postgrest.token).post("/contact_networks", row),
        );
        const isOwn = network === "own" && contact === "own";
        expect([network, contact, api, rest]).toEqual([network, contact, isOwn, isOwn]);
      }
    }
  });
});
