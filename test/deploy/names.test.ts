import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { basePath } from "../../functions/kith/core/paths.ts";
import { names } from "../../supabase/deploy/names.ts";
import { superuser } from "../support/sql.ts";

/** The names that a deployment uses, against those that the migration, the function and the uninstalling use. */
const sql = superuser();
const text = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
const found = (where: string, pattern: RegExp) =>
  [...where.matchAll(pattern)].map(([, name]) => name!).sort();

describe("the names of what Kith creates are", () => {
  it("those of the database", async () => {
    const schemas = await sql<{ name: string }[]>`
      select nspname as name from pg_namespace where obj_description(oid, 'pg_namespace') like 'Kith: %' order by 1`;
    expect(schemas.map(({ name }) => name)).toEqual(names.schemas);
    const buckets = await sql<{ name: string }[]>`select id as name from storage.buckets`;
    expect(buckets.map(({ name }) => name)).toEqual([names.bucket]);
    const roles = await sql<{ name: string }[]>`
      select rolname as name from pg_roles where rolname like 'kith%'`;
    expect(roles.map(({ name }) => name)).toEqual([names.role]);
    const policies = await sql<{ name: string }[]>`
      select policyname as name from pg_policies where schemaname = 'storage' and policyname like 'Kith: %' order by 1`;
    expect(policies.map(({ name }) => name)).toEqual(names.policies);
  });

  it("those that docs/uninstall.sql removes", async () => {
    const uninstall = await text("docs/uninstall.sql");
    expect(found(uninstall, /^drop schema if exists (\w+)/gm)).toEqual(names.schemas);
    expect(found(uninstall, /^drop policy if exists "(.+)" on storage.objects/gm)).toEqual(
      names.policies,
    );
    expect(found(uninstall, /^delete from storage.buckets where id = '(.+)'/gm)).toEqual([
      names.bucket,
    ]);
    expect(found(uninstall, /^delete from storage.objects where bucket_id = '(.+)'/gm)).toEqual([
      names.bucket,
    ]);
    expect(found(uninstall, /^ {2}drop role if exists (\w+)/gm)).toEqual([names.role]);
    expect(found(uninstall, /`supabase functions delete (\w+)`/g)).toEqual([names.edgeFunction]);
    expect(found(uninstall, /`supabase secrets unset ([\w ]+)`/g)).toEqual([
      names.secrets.join(" "),
    ]);
  });

  it("those of the function and of the CLI's configuration", async () => {
    const config = await text("supabase/config.toml");
    expect(found(config, /^\[functions\.(\w+)\]/gm)).toEqual([names.edgeFunction]);
    expect(found(config, /^schemas = \["public", "(\w+)"\]/gm)).toEqual([names.exposedSchema]);
    expect(basePath.split("/")[1]).toBe(names.edgeFunction);
    expect(found(await text("functions/kith/environment.ts"), /"(KITH_(?:DB_URL|DB_CA|TICK)\w*)"/g))
      .toEqual(
        [...names.secrets].sort(),
      );
    expect(found(await text("functions/kith/contacts/photos/store.ts"), /^const bucket = "(.+)"/gm))
      .toEqual([names.bucket]);
  });
});
