import { randomUUID } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { expectStatus, signUp } from "../support/accounts.ts";
import { type Ids, Pair, tableOf } from "../support/api-and-postgrest.ts";
import { exposedTables } from "../support/catalog.ts";
import { type Answer, clientOf, type Json } from "../support/client.ts";
import { fieldChanges } from "../support/field-changes.ts";
import { exampleBody, makeOne } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

const sql = superuser(4);
const tables = await exposedTables(sql);
const [ada, bob] = [await signUp(), await signUp()];
const idsOfAda = {
  contact: await makeOne(ada, "contacts"),
  network: await makeOne(ada, "networks"),
  type: await makeOne(ada, "note-types"),
};

it("what is written through PostgREST is read by the API", async () => {
  const body = { first_name: " Via ", last_name: "Rest", phones: [{ value: "1" }] };
  const [{ id }] = expectStatus(await postgrestClient(ada.token).post("/contacts", body), 201);
  expect(await ada.read(`/contacts/${id}`))
    .toMatchObject({ displayName: "Via Rest", phones: [{ value: "1", label: null }] });
});

describe("somebody else", () => {
  /** Every foreign key, and the row of Ada's that Bob points it at. */
  it.each<[table: string, column: string, body: Json, target: keyof typeof idsOfAda]>([
    ["notes", "contact_id", { content: "x" }, "contact"],
    ["notes", "note_type_id", { content: "x" }, "type"],
    ["reminders", "contact_id", { title: "x" }, "contact"],
    ["contact_networks", "contact_id", {}, "contact"],
    ["contact_networks", "network_id", {}, "network"],
  ])(
    "their request is answered alike where %s.%s points at another owner's row and at none",
    async (table, column, body, target) => {
      const rest = postgrestClient(bob.token);
      const own = table !== "contact_networks" ? {} : {
        network_id: await makeOne(bob, "networks"),
        contact_id: await makeOne(bob, "contacts"),
      };
      const expectAlike = async (send: (body: Json) => Promise<Answer>) => {
        const [missing, foreign] = await Promise.all(
          [randomUUID(), idsOfAda[target]].map(async (id) => {
            const { status, text } = await send({ [column]: id });
            return [status, text.replaceAll(id, "(id)")];
          }),
        );
        expect(missing![0]).toBe(409);
        expect(foreign).toEqual(missing);
      };
      await expectAlike((pointer) => rest.post(`/${table}`, { ...own, ...body, ...pointer }));
      if (table === "contact_networks") return;
      const [{ id }] = expectStatus(await rest.post(`/${table}`, body), 201);
      await expectAlike((pointer) => rest.patch(`/${table}?id=eq.${id}`, pointer));
    },
  );
});

it("PostgREST serves none of our other schemas, tables and functions", async () => {
  const rest = postgrestClient(ada.token);
  for (const schema of ["kith_private", "kith_api", "auth", "storage"]) {
    const answer = await rest.get("/contacts", { headers: { "accept-profile": schema } });
    expect([schema, answer.status]).toEqual([schema, 406]);
  }
  for (const path of ["/api_keys", "/api_key_requests", "/kith_private.api_keys"]) {
    expect([path, (await rest.get(path)).status]).toEqual([path, 404]);
  }
  for (const path of ["/rpc/handle", "/rpc/list_contacts", "/rpc/delete_account"]) {
    expect([path, (await rest.post(path, {})).status]).toEqual([path, 404]);
  }
});

it("PostgREST writes for whoever is named with the secret key", async () => {
  const { secretKey } = inject("stack");
  const service = clientOf((method, path, body) =>
    postgrestClient(null).send(method, path, body, { headers: { apikey: secretKey } })
  );
  const row = { first_name: "Zoe", owner_id: ada.id };
  const [{ id, owner_id }] = expectStatus(await service.post("/contacts", row), 201);
  expect(owner_id).toBe(ada.id);
  expectStatus(await service.patch(`/contacts?id=eq.${id}`, { first_name: "Zoé" }), 200);
  expect((await ada.read(`/contacts/${id}`)).firstName).toBe("Zoé");
  expectStatus(await service.delete(`/contacts?id=eq.${id}`), 200);
});

/** Two accounts make the same writes; test/thorough/postgrest-rows.test.ts does so with random rows. */
const paths = Object.keys(fieldChanges).filter((path) => tables.includes(tableOf(path)));
/** Members without a column: memberships are rows of another table, and a photo is not attached through PostgREST. */
const withoutColumn = ["networkIds", "photoUrl"];

const pair = await Pair.signUp(sql);

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
      const [one, other, third] = pair.owned.contacts;
      for (const [member, { values, refused }] of Object.entries(fieldChanges[path]!)) {
        if (withoutColumn.includes(member)) continue;
        const [before, after] = values({ ...pair.owned, contacts: [one, other] });
        const required = exampleBody({ method: "post", path, takesBody: !isProfile });
        const attempt = (value: unknown, ids?: Ids) => {
          const others = ids ? {} : {
            ...required,
            ...(path === "/reminders" ? { dueAt: "2024-01-01T00:00:00Z" } : {}),
            // Each is there once, and with a contact or a name.
            ...(path === "/relationships" ? { contactId: third, relatedName: randomUUID() } : {}),
            ...(member === "relatedContactId" ? { relatedName: null } : {}),
          };
          return pair.write(path, { ...others, [member]: value }, ids);
        };
        const made = await attempt(before, isProfile ? profile : undefined);
        expect([member, before, made]).not.toContain(undefined);
        expect([member, after, await attempt(after, made)]).toEqual([member, after, made]);
        if (typeof after === "string") await attempt(` \u00a0${after}\t`, made);
        expect(refused.length, member).toBeGreaterThan(0);
        for (const [value] of refused) {
          expect([member, value, await attempt(value, isProfile ? profile : undefined)])
            .toEqual([member, value, undefined]);
        }
        expect([member, await attempt(refused[0]![0], made)]).toEqual([member, undefined]);
      }
    },
  );
});
