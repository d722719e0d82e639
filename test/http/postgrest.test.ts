import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { type Answer, clientOf, type Json } from "../support/client.ts";
import { postgrestClient } from "../support/supabase-clients.ts";
import { exposedTables } from "../support/catalog.ts";
import { superuser } from "../support/sql.ts";

const tables = await exposedTables(superuser());
let ada: Account;
let bob: Account;
let mine: Record<"contact" | "network" | "type" | "note" | "reminder", Json>;

beforeAll(async () => {
  [ada, bob] = [await signUp(), await signUp()];
  const network = await make(ada, "/networks", { name: "N" });
  const contact = await make(ada, "/contacts", { firstName: "Ada's", networkIds: [network.id] });
  const contactIds = [contact.id, (await make(ada, "/contacts", { firstName: "Other" })).id];
  const type = await make(ada, "/note-types", { name: "T" });
  mine = {
    contact,
    network,
    type,
    note: await make(ada, "/notes", { content: "x", contactIds, noteTypeId: type.id }),
    reminder: await make(ada, "/reminders", { title: "x", contactIds }),
  };
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

  it("are not shown to anyone who is not signed in", async () => {
    for (const table of tables) {
      const answer = await postgrestClient(null).get(`/${table}?select=*`);
      expect([table, answer.status, answer.body.code]).toEqual([table, 401, "42501"]);
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
    expect((await bob.get(`/contacts/${row.id}`)).status).toBe(404);
    await postgrestClient(ada.token).patch(`/contacts?id=eq.${row.id}`, { nickname: "R" });
    expect((await ada.get(`/contacts/${row.id}`)).body.nickname).toBe("R");
    await postgrestClient(ada.token).delete(`/contacts?id=eq.${row.id}`);
    expect((await ada.get(`/contacts/${row.id}`)).status).toBe(404);
  });

  it("of notes keep lastContactedAt right", async () => {
    const contact = await make(ada, "/contacts", { firstName: "R" });
    const occurred_at = "2026-02-03T04:05:06.789Z";
    const note = { content: "x", contact_id: contact.id, occurred_at };
    const [row] = expectStatus(await postgrestClient(ada.token).post("/notes", note), 201);
    expect((await ada.get(`/contacts/${contact.id}`)).body.lastContactedAt).toBe(occurred_at);
    await postgrestClient(ada.token).delete(`/notes?id=eq.${row.id}`);
    expect((await ada.get(`/contacts/${contact.id}`)).body.lastContactedAt).toBeNull();
  });
});

describe("somebody else", () => {
  it("changes and deletes nothing", async () => {
    const before = (await ada.get(`/contacts/${mine.contact.id}`)).body;
    const rest = postgrestClient(bob.token);
    expect((await rest.patch(`/contacts?id=eq.${before.id}`, { nickname: "X" })).body ?? [])
      .toEqual([]);
    expect((await rest.delete(`/contacts?id=eq.${before.id}`)).body ?? []).toEqual([]);
    expect((await ada.get(`/contacts/${before.id}`)).body).toEqual(before);
  });

  it("cannot write in another's name", async () => {
    const answer = await postgrestClient(bob.token).post("/contacts", {
      owner_id: ada.id,
      first_name: "X",
    });
    expect([answer.status, answer.body.code]).toEqual([403, "42501"]);
    const own = await make(bob, "/contacts", { firstName: "B" });
    const given = await postgrestClient(bob.token).patch(`/contacts?id=eq.${own.id}`, {
      owner_id: ada.id,
    });
    expect([given.status, given.body.code]).toEqual([403, "42501"]);
  });

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
        network_id: (await make(bob, "/networks", { name: randomUUID() })).id,
        contact_id: (await make(bob, "/contacts", { firstName: "B" })).id,
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

// test/http/postgrest-fields.test.ts tries the rules of single members.
describe("PostgREST refuses", () => {
  it.each<[string, string, Json]>([
    ["a contact without a name", "contacts", { job_title: "x" }],
    ["a blank network", "networks", { name: " " }],
    ["a blank reminder", "reminders", { title: "\u00a0" }],
  ])("%s", async (_, table, body) => {
    const { status, text } = await postgrestClient(ada.token).post(`/${table}`, body);
    expect(status, text).toBe(400);
  });

  it("a name that is taken", async () => {
    const { status, body } = await postgrestClient(ada.token).post("/networks", { name: "n" });
    expect([status, body.code]).toEqual([409, "23505"]);
  });

  it("values of derived columns", async () => {
    const derived = {
      display_name: "x",
      last_noted_at: "2020-01-01",
      search_text: "x",
      created_at: "2020-01-01",
    };
    for (const [column, value] of Object.entries(derived)) {
      const answer = await postgrestClient(ada.token).post("/contacts", {
        first_name: "A",
        [column]: value,
      });
      expect([column, answer.status]).toEqual([
        column,
        expect.toSatisfy((s: number) => s >= 400 && s < 500),
      ]);
    }
  });
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

  it("anything with the publishable key alone", async () => {
    expect(inject("stack").publishableKey).not.toBe(inject("stack").secretKey);
    const answer = await postgrestClient(null).post("/contacts", {
      first_name: "X",
      owner_id: ada.id,
    });
    expect([answer.status, answer.body.code]).toEqual([401, "42501"]);
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
