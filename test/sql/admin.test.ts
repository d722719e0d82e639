import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { identifier, rolledBack, type Sql } from "../support/database.ts";
import { project } from "../../local/core/settings.ts";
import { asPersona, asPostgres, type become, sqlState, superuser } from "../support/sql.ts";

const views = ["admin_accounts", "admin_api_keys", "admin_api_key_days", "admin_activity"];
const admin = superuser();
const sql = asPostgres();
let ada: Account;

beforeAll(async () => {
  ada = await signUp();
});

const counts = (id: string) =>
  sql`select requests, refusals from kith_private.admin_api_key_days where api_key_id = ${id} order by day`;
const dayBefore = (id: string, days: number) =>
  admin`update kith_private.api_keys set last_used_at = last_used_at - ${days} * interval '1 day' where id = ${id}`;

describe("the views for administrators", () => {
  it.each(views)(
    "%s is read by the dashboard and by service_role and by nobody else, and says what it is",
    async (view) => {
      const owner = await signUp();
      await as((await makeKey(owner)).key).make("/contacts", { firstName: "C" });
      const rowsOf = (db: Sql) =>
        db`select owner_id from ${identifier("kith_private", view)} where owner_id = ${owner.id}`;
      const rowsFor = (persona: Parameters<typeof become>[1]) =>
        asPersona(admin, persona, (tx) => rowsOf(tx));
      expect(await rowsOf(sql)).toEqual([{ owner_id: owner.id }]);
      expect(await rowsFor("service")).toEqual([{ owner_id: owner.id }]);
      for (const persona of [{ sub: owner.id }, "anonymous"] as const) {
        expect(await sqlState(rowsFor(persona))).toBe("42501");
      }
      const [said] =
        await sql`select obj_description(${`kith_private.${view}`}::regclass) as comment`;
      expect(said?.["comment"]).toMatch(/\w+ \w+/);
    },
  );
});

describe("an account", () => {
  it("the account is listed with what it holds", async () => {
    const bert = await signUp();
    const contact = await bert.make("/contacts", { firstName: "C" });
    await bert.make("/notes", { content: "zwölf", contactId: contact.id });
    await bert.make("/reminders", { title: "R" });
    await makeKey(bert);
    const [row] = await sql`
      select email, contacts::int, networks::int, notes::int, note_bytes::int, reminders::int, api_keys::int, photos::int,
             photo_bytes::int, last_request_at from kith_private.admin_accounts where owner_id = ${bert.id}`;
    expect(row).toEqual({
      email: bert.email,
      contacts: 1,
      networks: 0,
      notes: 1,
      note_bytes: 6,
      reminders: 1,
      api_keys: 1,
      photos: 0,
      photo_bytes: 0,
      last_request_at: null,
    });
  });
});

describe("what is written", () => {
  it("the row is told by owner and actor", async () => {
    const dora = await signUp();
    const { id: keyId, key } = await makeKey(dora, "Assistant");
    const client = as(key);
    const contact = await dora.make("/contacts", { firstName: "Zoë" });
    expect((await client.patch(`/contacts/${contact.id}`, { nickname: "Z" })).status).toBe(200);
    expect((await client.patch(`/contacts/${contact.id}`, { nickname: "Zo" })).status).toBe(200);
    await sql`update kith.contacts set company = 'Works' where owner_id = ${dora.id}`;
    const rows = await sql`
      select email, actor_kind, actor_id, actor_name, change_sets::int, changes::int,
             first_at <= last_at and last_at <= now() as "inOrder", bytes > 100 as "hasBytes"
        from kith_private.admin_activity where owner_id = ${dora.id} order by change_sets desc, actor_kind`;
    const each = { email: dora.email, inOrder: true, hasBytes: true };
    const once = { ...each, change_sets: 1, changes: 1 };
    expect(rows).toEqual([
      {
        ...each,
        actor_kind: "api_key",
        actor_id: keyId,
        actor_name: "Assistant",
        change_sets: 2,
        changes: 2,
      },
      { ...once, actor_kind: "access_token", actor_id: dora.id, actor_name: null },
      { ...once, actor_kind: "database", actor_id: null, actor_name: "postgres" },
    ]);
  });
});

describe("an administrator who loads much data", () => {
  it("leaves it out of the log, as docs/operating.md says", async () => {
    const fritz = await signUp();
    const text = await readFile(`${project}/docs/operating.md`, "utf8");
    const [, disable, enable] = /```sql\nbegin;\n(.*?)-- …[^\n]*\n(.*?)commit;/s.exec(text)!;
    const logged = (tx: Sql) =>
      tx`select action from kith_private.changes where owner_id = ${fritz.id}`;
    await rolledBack(sql, async (tx) => {
      const insert = () =>
        tx`insert into kith.contacts (owner_id, first_name) values (${fritz.id}, 'L')`;
      await tx.query(disable!);
      await insert();
      await tx`update kith.contacts set nickname = 'N' where owner_id = ${fritz.id}`;
      expect(await logged(tx)).toEqual([]);
      await tx.query(enable!);
      await insert();
      expect(await logged(tx)).toEqual([{ action: "create" }]);
    });
  });
});

describe("what a key is used for", () => {
  it("the use is counted request by request, refused ones apart, and by day, also after it was revoked", async () => {
    const { id, key } = await makeKey(ada);
    const client = as(key);
    expect((await client.get("/networks")).status).toBe(200);
    expect((await client.get("/contacts")).status).toBe(200);
    expect((await client.get("/contacts/00000000-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await client.get("/contacts?page=0")).status).toBe(400);
    expect((await client.get("/api-keys")).status).toBe(403);
    expect(await counts(id)).toEqual([{ requests: 5, refusals: 3 }]);
    const [row] = await sql`
      select key_prefix, email, last_operation, requests_today, refusals_today
        from kith_private.admin_api_keys where api_key_id = ${id}`;
    expect(row).toEqual({
      key_prefix: key.slice(0, 9),
      email: ada.email,
      last_operation: "list_networks",
      requests_today: 5,
      refusals_today: 3,
    });
    await dayBefore(id, 1);
    expect((await client.get("/reminders")).status).toBe(200);
    expect(await counts(id)).toEqual([{ requests: 5, refusals: 3 }, { requests: 1, refusals: 0 }]);
    const [next] = await sql`
      select last_operation, requests_today from kith_private.admin_api_keys where api_key_id = ${id}`;
    expect(next).toEqual({ last_operation: "list_reminders", requests_today: 1 });
    const days = await counts(id);
    expect((await ada.delete(`/api-keys/${id}`)).status).toBe(204);
    expect(await counts(id)).toEqual(days);
  });

  it("the use is written once a minute, whatever number of requests there is", async () => {
    const { id, key } = await makeKey(ada);
    await as(key).get("/me");
    const written = () => admin`select xmin::text from kith_private.api_keys where id = ${id}`;
    const first = await written();
    await Promise.all(Array.from({ length: 20 }, () => as(key).get("/contacts")));
    expect(await written()).toEqual(first);
    expect(await admin`select 1 from kith_private.api_key_days where api_key_id = ${id}`)
      .toHaveLength(
        0,
      );
  });

  it("the use is forgotten after a year, and with the account", async () => {
    const cara = await signUp();
    const { id, key } = await makeKey(cara);
    await as(key).get("/me");
    await dayBefore(id, 400);
    await as(key).get("/me");
    await dayBefore(id, 1);
    await as(key).get("/me");
    expect(await counts(id)).toEqual([{ requests: 1, refusals: 0 }, { requests: 1, refusals: 0 }]);
    expect((await cara.delete("/me")).status).toBe(204);
    expect(await counts(id)).toEqual([]);
    const left = await admin`select 1 from kith_private.api_key_days where owner_id = ${cara.id}`;
    expect(left).toHaveLength(0);
  });
});
