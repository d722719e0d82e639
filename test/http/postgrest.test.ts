import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Ids, isAccepted, Pair, tableOf } from "../support/api-and-postgrest.ts";
import { exposedTables } from "../support/catalog.ts";
import { type Answer, clientOf, type Json } from "../support/client.ts";
import { fieldChanges } from "../support/field-changes.ts";
import { exampleBody, makeOne } from "../support/route-examples.ts";
import { superuser } from "../support/sql.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

const sql = superuser(4);
const tables = await exposedTables(sql);
let ada: Account;
let bob: Account;
let mine: Record<"contact" | "network" | "type" | "note" | "reminder", Json>;

beforeAll(async () => {
  [ada, bob] = [await signUp(), await signUp()];
  const network = await ada.make("/networks", { name: "N" });
  const contact = await ada.make("/contacts", { firstName: "Ada's", networkIds: [network.id] });
  const contactIds = [contact.id, (await ada.make("/contacts", { firstName: "Other" })).id];
  const type = await ada.make("/note-types", { name: "T" });
  mine = {
    contact,
    network,
    type,
    note: await ada.make("/notes", { content: "x", contactIds, noteTypeId: type.id }),
    reminder: await ada.make("/reminders", { title: "x", contactIds }),
  };
  // What a copy of the project has besides.
  for (const path of Object.keys(fieldChanges)) {
    if (path !== "/me") await makeOne(ada, path.slice(1));
  }
});

describe("through PostgREST, rows", () => {
  it("are shown to their owner and to nobody else", async () => {
    for (const table of tables) {
      const owned = expectStatus(await postgrestClient(ada.token).get(`/${table}?select=*`), 200);
      expect([table, owned.length]).not.toEqual([table, 0]);
      expect([table, owned.filter((row: Json) => row.owner_id !== ada.id)]).toEqual([table, []]);
      const others = expectStatus(
        await postgrestClient(bob.token).get(`/${table}?select=owner_id`),
        200,
      );
      expect([table, others.filter((row: Json) => row.owner_id !== bob.id)]).toEqual([table, []]);
    }
  });

  it("that are written are read by the API", async () => {
    const body = { first_name: " Via ", last_name: "Rest", phones: [{ value: "1" }] };
    const [row] = expectStatus(await postgrestClient(ada.token).post("/contacts", body), 201);
    expect(row.owner_id).toBe(ada.id);
    const contact = (await ada.get(`/contacts/${row.id}`)).body;
    expect(contact).toMatchObject({
      displayName: "Via Rest",
      phones: [{ value: "1", label: null }],
    });
    const path = `/contacts?id=eq.${row.id}`;
    const theirs = postgrestClient(bob.token);
    expect((await theirs.patch(path, { nickname: "X" })).body ?? []).toEqual([]);
    expect((await theirs.delete(path)).body ?? []).toEqual([]);
    expect(await ada.read(`/contacts/${row.id}`)).toEqual(contact);
    await postgrestClient(ada.token).patch(path, { nickname: "R" });
    expect((await ada.read(`/contacts/${row.id}`)).nickname).toBe("R");
    await postgrestClient(ada.token).delete(path);
    expect((await ada.get(`/contacts/${row.id}`)).status).toBe(404);
  });
});

describe("somebody else", () => {
  /** Every foreign key, and the row of Ada's that Bob points it at. */
  const pointers: [table: string, column: string, body: Json, target: keyof typeof mine][] = [
    ["notes", "contact_id", { content: "x" }, "contact"],
    ["notes", "note_type_id", { content: "x" }, "type"],
    ["reminders", "contact_id", { title: "x" }, "contact"],
    ["contact_networks", "contact_id", {}, "contact"],
    ["contact_networks", "network_id", {}, "network"],
  ];

  it.each(pointers)(
    "is answered alike where %s.%s points at another owner's row and at none",
    async (table, column, body, target) => {
      const rest = postgrestClient(bob.token);
      const own = table !== "contact_networks" ? {} : {
        network_id: (await bob.make("/networks", { name: randomUUID() })).id,
        contact_id: (await bob.make("/contacts", { firstName: "B" })).id,
      };
      const attempt = (id: string) => rest.post(`/${table}`, { ...own, ...body, [column]: id });
      const nothing = randomUUID();
      const atNothing = await attempt(nothing);
      const atHers = await attempt(mine[target].id);
      expect(atNothing.status).toBe(409);
      expect(withoutId(atHers, mine[target].id)).toEqual(withoutId(atNothing, nothing));
      if (table === "contact_networks") return;
      const [row] = expectStatus(await rest.post(`/${table}`, body), 201);
      const move = (id: string) => rest.patch(`/${table}?id=eq.${row.id}`, { [column]: id });
      const toNothing = await move(nothing);
      expect(toNothing.status).toBe(409);
      expect(withoutId(await move(mine[target].id), mine[target].id)).toEqual(
        withoutId(toNothing, nothing),
      );
    },
  );

  function withoutId({ status, body }: Answer, id: string): Json {
    return { status, body: JSON.parse(JSON.stringify(body).replaceAll(id, "(id)")) };
  }
});

describe("what PostgREST does not serve", () => {
  it.each(["kith_private", "kith_api", "auth", "storage"])(
    "the schema %s by its profile",
    async (schema) => {
      for (const table of ["api_keys", "contacts", "users", "objects"]) {
        const answer = await postgrestClient(ada.token).get(`/${table}?select=*`, {
          headers: { "accept-profile": schema },
        });
        expect([schema, table, answer.status]).toEqual([schema, table, 406]);
      }
    },
  );

  it("tables and functions of kith_private and kith_api", async () => {
    const rest = postgrestClient(ada.token);
    for (
      const path of [
        "/api_keys",
        "/api_key_requests",
        "/kith_private.api_keys",
        "/rpc/handle",
        "/rpc/list_contacts",
        "/rpc/delete_account",
      ]
    ) {
      const answer = path.startsWith("/rpc") ? await rest.post(path, {}) : await rest.get(path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });
});

it("PostgREST writes for whoever is named with the secret key", async () => {
  const { secretKey } = inject("stack");
  const service = clientOf((method, path, body) =>
    postgrestClient(null).send(method, path, body, { headers: { apikey: secretKey } })
  );
  const made = await service.post("/contacts", { first_name: "Zoe", owner_id: ada.id });
  expect([made.status, made.body[0].owner_id]).toEqual([201, ada.id]);
  const { id } = made.body[0];
  const changed = await service.patch(`/contacts?id=eq.${id}`, { first_name: "Zoé" });
  expect([changed.status, changed.body[0].first_name]).toEqual([200, "Zoé"]);
  expect(expectStatus(await ada.get(`/contacts/${id}`), 200).firstName).toBe("Zoé");
  expect((await service.delete(`/contacts?id=eq.${id}`)).status).toBe(200);
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
        for (const [value] of refused) {
          expect([member, value, await attempt(value, isProfile ? profile : undefined)])
            .toEqual([member, value, undefined]);
        }
        expect([member, await attempt(refused[0]![0], made)]).toEqual([member, undefined]);
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
