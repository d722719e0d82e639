import { afterAll, describe, expect, it } from "vitest";
import { requiredSchemaVersion } from "../../../functions/kith/db/schema-version.ts";
import { deploy, type DeployOptions } from "../../../supabase/deploy.ts";
import { publishableKey, secretKey } from "../../../local/core/keys.ts";
import { openDatabase } from "../../support/database.ts";
import { projectRef, startManagementApi } from "../../support/management-api.ts";
import { startOwnStack } from "../../support/own-stack.ts";
import { startBareDatabase } from "../../support/fresh-database.ts";
import { wholeCatalog } from "../../support/whole-catalog.ts";

/** The management API is ours; the CLI, the database, Auth, Storage and the function are the real ones. */
const bare = await startBareDatabase();
const stack = await startOwnStack();
const usualKeys = [
  { name: "default", type: "publishable", api_key: publishableKey },
  { name: "anon", type: "legacy", api_key: "x" },
];
const api = await startManagementApi({ "/api-keys": usualKeys });
afterAll(() => Promise.all([api.stop(), stack.stop()]));

async function run(options: Partial<DeployOptions> = {}, using = api) {
  const lines: string[] = [];
  await deploy({
    ref: projectRef,
    password: "postgres",
    dryRun: false,
    smokeTest: true,
    projectUrl: stack.url,
    databaseUrl: `${stack.databaseUrl.replace(":postgres@", "@")}?sslmode=disable`,
    profile: using.profile,
    environment: using.environment,
    ...options,
  }, (line) => lines.push(line));
  return lines.join("\n");
}

/** A deployment to a project whose management API answers otherwise. */
async function runAgainst(answers: Record<string, unknown>, options: Partial<DeployOptions> = {}) {
  const other = await startManagementApi({ "/api-keys": usualKeys, ...answers });
  try {
    return await run(options, other);
  } finally {
    await other.stop();
  }
}

describe("npm run deploy", () => {
  it("updates a project, tries it out and leaves no account behind, however often it runs", async () => {
    for (const _ of [1, 2]) {
      const said = await run();
      expect(said).toContain("smoke test    passed; its account is deleted; phones will work");
      expect(api.secrets.get("KITH_DB_URL")).toMatch(/^postgresql:\/\/postgres:postgres@/);
      expect(api.upload?.files.has("functions/kith/index.ts")).toBe(true);
    }
    const sql = openDatabase(stack.adminDatabaseUrl);
    expect(await sql`select 1 from auth.users where email like 'kith-smoke-test-%'`).toHaveLength(
      0,
    );
    await sql.end();
  });

  it("changes nothing on a dry run", async () => {
    const before = await wholeCatalog(bare.superuser);
    const sent = api.requests.length;
    const said = await run({ dryRun: true, databaseUrl: `${bare.url}?sslmode=disable` });
    expect(said).toContain("is without Kith; 20261120000000_kith.sql");
    expect(await wholeCatalog(bare.superuser)).toEqual(before);
    expect(api.requests.slice(sent).filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

  it("leaves the schemas that PostgREST serves alone, and with --expose adds kith to them, once", async () => {
    const before = api.exposedSchemas;
    await run({ smokeTest: false });
    expect(api.exposedSchemas).toBe(before);
    for (const _ of [1, 2]) {
      const said = await run({ smokeTest: false, expose: true });
      expect(said).toContain("exposed       public, graphql_public, shop, kith");
      expect(api.exposedSchemas).toBe("public,graphql_public,shop,kith");
    }
  });

  it("uploads no function for a schema that is too old, or of another baseline", async () => {
    const sql = openDatabase(stack.adminDatabaseUrl);
    const replace = (name: string, value: string) =>
      sql.query(`create or replace function kith_private.${name} language plpgsql immutable
        parallel safe set search_path = '' as $$ begin return ${value}; end $$`);
    const digest = (await sql`select kith_private.baseline_digest() as digest`)[0]!["digest"];
    const sent = api.requests.length;
    try {
      await replace("schema_version() returns integer", "0");
      await expect(run()).rejects.toThrow(
        `schema version 0 and the function needs ${requiredSchemaVersion}`,
      );
      await replace("schema_version() returns integer", String(requiredSchemaVersion));
      await replace("baseline_digest() returns text", "repeat('0', 64)");
      await expect(run()).rejects.toThrow("set up from another baseline (00000000)");
    } finally {
      await replace("schema_version() returns integer", String(requiredSchemaVersion));
      await replace("baseline_digest() returns text", `'${digest}'`);
      await sql.end();
    }
    expect(api.requests.slice(sent).filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

  it("says which names are taken before it changes anything", async () => {
    await bare.postgres.query("create schema kith; create schema kith_private");
    const before = await wholeCatalog(bare.superuser);
    await expect(run({ databaseUrl: `${bare.url}?sslmode=disable` })).rejects.toThrow(
      "names that Kith needs: schema kith, schema kith_private",
    );
    expect(await wholeCatalog(bare.superuser)).toEqual(before);
  });
});

describe("an error is one clear line", () => {
  const unreachable = "postgresql://postgres@127.0.0.1:9/postgres?sslmode=disable";
  const denied = () => runAgainst({ "/postgrest": 403 }, { expose: true, smokeTest: false });
  it.each<[string, () => Promise<unknown>, string]>([
    [
      "nobody is logged in",
      () => run({ environment: { ...api.environment, SUPABASE_ACCESS_TOKEN: "" } }),
      "You are not logged in. Run `npx supabase",
    ],
    [
      "the login is no longer good",
      () => runAgainst({ "/api-keys": 401 }),
      "does not accept your access",
    ],
    ["the reference is wrong", () => run({ ref: "Kith" }), '"Kith" is not a project reference'],
    ["there is no project", () => run({ ref: "z".repeat(20) }), "There is no project zzzz"],
    ["it is somebody else's", () => runAgainst({ "/api-keys": 403 }), "There is no project"],
    [
      "there is no password",
      () => run({ password: "", databaseUrl: undefined }),
      "Set SUPABASE_DB_",
    ],
    [
      "the password is wrong",
      () => run({ password: "wrong" }),
      "The database refuses the password",
    ],
    [
      "the project tells no pooler's address",
      () => run({ databaseUrl: undefined }),
      "reports no address of its pooler",
    ],
    [
      "the database cannot be reached",
      () => run({ databaseUrl: unreachable }),
      "127.0.0.1:9 cannot be reached",
    ],
    ["the exposed schemas cannot be read", denied, "The exposed schemas cannot be read (403)"],
  ])("when %s", async (_, work, said) => {
    await expect(work()).rejects.toThrow(said);
  });

  it("when the function does not answer", async () => {
    await stack.function.stop();
    try {
      await expect(run({ readyTimeoutMs: 1 })).rejects.toThrow(
        /The function does not answer at .*\/health/,
      );
    } finally {
      await stack.function.start();
    }
  });

  it("when a privilege is missing: it names the failed request and leaves no account", async () => {
    const sql = openDatabase(stack.adminDatabaseUrl);
    await sql`revoke execute on function kith_api.attach_photo(jsonb) from authenticated`;
    await expect(run()).rejects.toThrow(
      /^Smoke test: attaching the photo was answered 500 instead of 200 \(request [0-9a-f-]+\)/,
    );
    await sql`grant execute on function kith_api.attach_photo(jsonb) to authenticated`;
    expect(await sql`select 1 from auth.users where email like 'kith-smoke-test-%'`).toHaveLength(
      0,
    );
    await sql.end();
  });

  it("and a note when the project works with limitations", async () => {
    const legacy = [
      { name: "anon", type: "legacy", api_key: publishableKey },
      { name: "service_role", type: "legacy", api_key: secretKey },
    ];
    const said = await runAgainst({ "/api-keys": legacy }, { dryRun: true });
    expect(said).toContain("only the legacy keys");
  });
});

describe("where Auth is an OAuth server", () => {
  const ready = {
    oauth_server_enabled: true,
    security_update_password_require_current_password: true,
    mailer_secure_email_change_enabled: true,
    mailer_autoconfirm: false,
  };
  const said = (settings: object, answers: object = {}, options: object = {}) =>
    runAgainst({ "/config/auth": settings, ...answers }, { dryRun: true, ...options });

  it.each([
    ["security_update_password_require_current_password", false, "on   Require current password"],
    ["mailer_secure_email_change_enabled", false, "on   Secure email change"],
    ["mailer_autoconfirm", true, "on   Confirm email"],
    ["passkey_enabled", true, "off  Passkeys"],
    ["external_phone_enabled", true, "off  Phone"],
    ["security_manual_linking_enabled", true, "off  Allow manual linking"],
  ])("names %s, by which an app could take over the account", async (name, value, change) => {
    const lines = await said({ ...ready, [name]: value });
    expect(lines).toContain("NOT ready");
    expect(lines.match(/ {2}switch .*/g)).toEqual([expect.stringContaining(`switch ${change} (`)]);
  });

  it("says that it is ready, or has no OAuth server", async () => {
    expect(await said(ready)).toContain("auth          ready");
    expect(await run({ dryRun: true })).toContain("auth          without an OAuth server");
  });

  it("refuses a function with KITH_OAUTH where it is not ready, unless it is told to go on", async () => {
    const settings = { ...ready, passkey_enabled: true };
    const answers = { "/secrets": [{ name: "KITH_OAUTH", value: "a digest" }] };
    await expect(said(settings, answers)).rejects.toThrow(/KITH_OAUTH.*--oauth-anyway/);
    expect(await said(settings, answers, { oauthAnyway: true })).toContain("dry run");
    expect(await said(ready, answers)).toContain("dry run");
  });

  it("goes on where the settings cannot be read, and says so", async () => {
    expect(await runAgainst({ "/config/auth": 403 }, { dryRun: true }))
      .toContain("not looked at (answered 403)");
  });
});

describe("the pooler's address of a project", () => {
  it("gives migrations its session mode and the function its transaction mode, with the password", async () => {
    const { addressesOf } = await import("../../../supabase/deploy/database.ts");
    const told =
      `postgresql://postgres.${projectRef}@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`;
    const { session, transaction } = addressesOf(told, "p@ss/word");
    expect(session.url).toBe(told.replace("@aws", ":p%40ss%2Fword@aws"));
    expect(session.sslmode).toBe("require");
    expect(transaction).toBe(session.url.replace(":5432/", ":6543/"));
  });
});
