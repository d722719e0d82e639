import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationNames } from "../../../tools/schema.ts";
import { type BareDatabase, startBareDatabase } from "../../support/bare-database.ts";
import { wholeCatalog } from "../../support/whole-catalog.ts";

const uninstall = await readFile(new URL("../../../docs/uninstall.sql", import.meta.url), "utf8");
/** What the CLI keeps its history in stays: it is the CLI's. */
const isHistory = (line: string) => line.includes("supabase_migrations");

let database: BareDatabase;
let before: string[];

afterAll(() => database?.remove());
beforeAll(async () => {
  database = await startBareDatabase();
  before = await wholeCatalog(database.superuser);
});

describe("an empty project", () => {
  it("refuses Kith, and stays unchanged, while it has a schema of the same name", async () => {
    await database.postgres`create schema kith_api`;
    const taken = await wholeCatalog(database.superuser);
    await expect(database.push()).rejects.toThrow(/kith_api.* already exists/);
    const after = await wholeCatalog(database.superuser);
    expect(after.filter((line) => !isHistory(line))).toEqual(taken);
    await database.postgres`drop schema kith_api`;
  });

  it("accepts Kith with the extension that it needs", async () => {
    expect(await database.push()).toEqual(await migrationNames());
    const [home] = await database.superuser`
      select extnamespace::regnamespace::text as schema from pg_extension where extname = 'unaccent'`;
    expect(home).toEqual({ schema: "extensions" });
    expect(await database.push()).toEqual([]);
  });

  it("is empty again after docs/uninstall.sql, without the extension that Kith brought", async () => {
    await database.postgres.query(uninstall);
    const after = await wholeCatalog(database.superuser);
    expect(after.filter((line) => !isHistory(line))).toEqual(before);
    const history = await database.superuser`select 1 from supabase_migrations.schema_migrations`;
    expect(history).toHaveLength(0);
  });

  it("keeps an extension that Kith brought and that something else uses by now", async () => {
    await database.push();
    await database.postgres.query(`
      create function public.plain(text) returns text language sql begin atomic select extensions.unaccent($1); end`);
    await database.postgres.query(uninstall);
    expect(await database.postgres`select public.plain('é') as plain`).toEqual([{ plain: "e" }]);
  });
});
