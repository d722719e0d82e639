import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { deploy } from "../../supabase/deploy.ts";
import { supabaseCli } from "../../supabase/deploy/cli.ts";
import { copyProject } from "../../supabase/deploy/project-copy.ts";
import { publishableKey } from "../../supabase/local/core/keys.ts";
import { migrationNames } from "../../supabase/schema.ts";
import { type BareDatabase, startBareDatabase } from "../support/bare-database.ts";
import { rolledBack } from "../support/database.ts";
import {
  early,
  functionsBeside,
  later,
  liveIn,
  theirRows,
  useFunctions,
} from "../support/lived-in-project.ts";
import { type ManagementApi, projectRef, startManagementApi } from "../support/management-api.ts";
import { become } from "../support/sql.ts";
import { wholeCatalog } from "../support/whole-catalog.ts";

const uninstall = await readFile(new URL("../../docs/uninstall.sql", import.meta.url), "utf8");

/** One after the other: what there was, Kith on top of it, Kith used, and Kith gone. */
let database: BareDatabase;
let api: ManagementApi;
const before = { catalog: [] as string[], rows: "", functions: "" };

afterAll(async () => {
  await database?.remove();
  await api?.stop();
});
beforeAll(async () => {
  const keys = [{ name: "default", type: "publishable", api_key: publishableKey }];
  api = await startManagementApi({ ref: projectRef, answers: { "/api-keys": keys } });
  useFunctions(api);
  before.functions = functionsBeside(api);
  database = await startBareDatabase();
  await liveIn(database.superuser);
  before.catalog = await wholeCatalog(database.superuser);
  before.rows = await theirRows(database.superuser);
});

async function ask(operation: string, args: unknown, sub = early) {
  const credential = { kind: "access_token", sub };
  const { postgres: sql } = database;
  const [answer] = await sql`
    select status, body::json as body
      from kith_private.handle(${JSON.stringify(credential)}, ${operation}, ${
    JSON.stringify(args)
  })`;
  return answer as unknown as { status: number; body: Record<string, unknown> };
}

describe("pushing into a project of 1,000 users with objects and migrations of its own", () => {
  it("goes through, as the role postgres, which is no superuser", async () => {
    expect(await database.push()).toEqual(await migrationNames());
    const owners = await database.superuser`
      select distinct r.rolname, r.rolsuper from pg_class c join pg_roles r on r.oid = c.relowner
       where c.relnamespace in ('kith'::regnamespace, 'kith_api'::regnamespace, 'kith_private'::regnamespace)`;
    expect(owners).toEqual([{ rolname: "postgres", rolsuper: false }]);
  });

  it("changes nothing the second time", async () => {
    const once = await wholeCatalog(database.superuser);
    const profiles = await database.superuser`select * from kith.profiles order by owner_id`;
    expect(await database.push()).toEqual([]);
    expect(await wholeCatalog(database.superuser)).toEqual(once);
    expect(await database.superuser`select * from kith.profiles order by owner_id`).toEqual(
      profiles,
    );
  });

  it("goes through as a whole deployment, which leaves their function and secret alone", async () => {
    const catalog = await wholeCatalog(database.superuser);
    const { superuser: sql } = database;
    const buckets = async () =>
      (await sql`select * from storage.buckets order by id`).map(({ updated_at: _, ...row }) =>
        row
      );
    const bucketsBefore = await buckets();
    await deploy({
      ref: projectRef,
      password: "postgres",
      dryRun: false,
      smokeTest: false,
      projectUrl: inject("stack").url,
      databaseUrl: `${database.url}?sslmode=disable`,
      profile: api.profile,
      environment: api.environment,
    }, () => {});
    expect([...api.functions.keys()]).toEqual(["api", "kith"]);
    expect([...api.secrets.keys()]).toEqual(["PAYMENT_KEY", "KITH_DB_URL"]);
    expect(functionsBeside(api, "kith", "KITH_DB_URL")).toBe(before.functions);
    expect(await wholeCatalog(database.superuser)).toEqual(catalog);
    expect(await buckets()).toEqual(bucketsBefore);
  });

  it("gives everyone who was there a profile", async () => {
    const [count] = await database.superuser`
      select count(*)::int as profiles, count(distinct owner_id)::int as owners from kith.profiles`;
    expect(count).toEqual({ profiles: 1000, owners: 1000 });
  });

  it("adds to the catalog and takes nothing away but what it says", async () => {
    // The Edge Function connects as postgres, which may therefore become the role of keys with limits.
    const withoutOurs = (line: string) =>
      line.replace(/^role postgres: .*/, (role) => role.replaceAll(",kith_limited", ""));
    const now = new Set((await wholeCatalog(database.superuser)).map(withoutOurs));
    expect(before.catalog.filter((line) => !now.has(line))).toEqual([]);
  });

  it("leaves their rows as they were", async () => {
    const { superuser: sql } = database;
    const rows = JSON.parse(await theirRows(sql))[0];
    const [then] = JSON.parse(before.rows);
    for (const kind of ["users", "orders", "profiles", "notes", "contacts", "keys", "objects"]) {
      expect(rows[kind]).toEqual(then[kind]);
    }
    expect(rows.buckets).toEqual(expect.arrayContaining(then.buckets));
    expect(rows.migrations).toEqual(expect.arrayContaining(then.migrations));
  });
});

describe("what was there before", () => {
  it("still works: their trigger on auth.users beside Kith's, their views, functions and extensions", async () => {
    await rolledBack(database.superuser, async (tx) => {
      await tx`set local role supabase_auth_admin`;
      const id = "00000000-0000-4000-9000-000000000001";
      await tx`insert into auth.users (id, email) values (${id}, 'new@example.com')`;
      await tx`reset role`;
      const [made] = await tx`
        select (select count(*)::int from public.welcomes where account = ${id}) as welcomes,
               (select count(*)::int from kith.profiles where owner_id = ${id}) as profiles,
               (select count(*)::int from public.open_orders) as open, public.plain('é') as plain`;
      expect(made).toEqual({ welcomes: 1, profiles: 1, open: 1, plain: "e" });
    });
  });

  it("still is who may see it: each policy and grant on its own bucket and table", async () => {
    const seenBy = (persona: Parameters<typeof become>[1]) =>
      rolledBack(database.superuser, async (tx) => {
        await become(tx, persona);
        return (await tx`select name from storage.objects order by name`).map((row) => row["name"]);
      });
    expect(await seenBy({ sub: early })).toEqual([`${early}/1.pdf`]);
    expect(await seenBy({ sub: later })).toEqual([`${later}/2.pdf`]);
    expect(await seenBy("anonymous")).toEqual(["logo.png"]);
    await rolledBack(database.superuser, async (tx) => {
      await become(tx, { sub: early });
      expect((await tx`select id::int as id from public.orders`).map((row) => row["id"])).toEqual([
        1,
      ]);
      expect(await tx`select public.order_total(3)::int as total`).toMatchObject([{ total: 3 }]);
    });
  });
});

describe("Kith in such a project", () => {
  it("serves those who were there, and finds accents through an unaccent that lives elsewhere", async () => {
    expect((await ask("get_me", {})).body).toMatchObject({ email: "user1@example.com" });
    const contact = await ask("create_contact", { body: { firstName: "Zoë" } });
    expect(contact.status).toBe(201);
    const found = await ask("list_contacts", { query: { search: "ZOE" } });
    expect(found.body).toMatchObject({ total: 1 });
    expect((await ask("list_contacts", { query: {} }, later)).body).toMatchObject({ total: 0 });
    await ask("create_note", { body: { content: "x", contactId: contact.body["id"] } });
    await database.superuser`
      insert into storage.objects (bucket_id, name) values ('kith-photos', ${`${early}/x.png`})`;
  });
});

describe("docs/uninstall.sql", () => {
  it("leaves everything as it was, by catalog and by row", async () => {
    await database.postgres.query(uninstall);
    expect(await wholeCatalog(database.superuser)).toEqual(before.catalog);
    expect(await theirRows(database.superuser)).toEqual(before.rows);
  });

  it("names the commands that remove function and secrets, and no others", async () => {
    const copy = await copyProject();
    const cli = supabaseCli(copy.folder, api.environment, api.profile);
    const commands = [...uninstall.matchAll(/`supabase ([^`]+)`/g)].map(([, words]) => words!);
    for (const words of commands) {
      const { ok, output } = await cli(...words.split(" "), `--remote=${projectRef}`);
      expect(ok, output).toBe(true);
    }
    await copy.remove();
    expect(functionsBeside(api)).toBe(before.functions);
  });

  it("can be run again, and Kith pushed again", async () => {
    await database.postgres.query(uninstall);
    expect(await wholeCatalog(database.superuser)).toEqual(before.catalog);
    expect(await database.push()).toEqual(await migrationNames());
    expect((await ask("list_contacts", { query: {} })).body).toMatchObject({ total: 0 });
  });
});
