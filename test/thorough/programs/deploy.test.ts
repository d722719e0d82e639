import { afterAll, describe, expect, it } from "vitest";
import { requiredSchemaVersion } from "../../../functions/kith/db/schema-version.ts";
import { publishableKey, secretKey } from "../../../local/core/keys.ts";
import { openDatabase } from "../../support/database.ts";
import { startBareDatabase } from "../../support/fresh-database.ts";
import { release, runInstaller } from "../../support/installing.ts";
import { type ManagementApiOptions, startManagementApi } from "../../support/management-api.ts";
import { startOwnStack } from "../../support/own-stack.ts";
import { wholeCatalog } from "../../support/whole-catalog.ts";

/** The management API is ours; the database, Auth, Storage and the function are the real ones. */
const bare = await startBareDatabase();
const stack = await startOwnStack();
const { databaseUrl, url: projectUrl } = stack;
const answers: Record<string, unknown> = {};
const api = await startManagementApi({ answers, databaseUrl });
afterAll(() => Promise.all([api.stop(), stack.stop()]));
const sql = openDatabase(stack.adminDatabaseUrl);
afterAll(() => sql.end());

const run = (args: string[], using = api, where = {}) =>
  runInstaller(using, args, { projectUrl, ...where });

/** A deployment to a project whose management API answers otherwise, or with another database. */
async function runAgainst(options: ManagementApiOptions, args: string[]) {
  const other = await startManagementApi({ databaseUrl, ...options });
  try {
    return await run(args, other);
  } finally {
    await other.stop();
  }
}

const writes = (requests: string[]) =>
  requests.filter((request) =>
    !/^GET |: (what is there|which (migrations|version) .*|note what went wrong)$/.test(request)
  );

const smokeAccounts = () => sql`select 1 from auth.users where email like 'kith-smoke-test-%'`;

describe("installing", () => {
  it("updates a project, tries it out and leaves no account behind, however often it runs", async () => {
    for (const command of ["install", "upgrade"]) {
      const said = await run([command]);
      expect(said).toContain(
        "smoke test    passed; its account is deleted; phones will work; nobody gets mails",
      );
      expect(api.secrets.get("KITH_DB_URL")).toMatch(/^postgresql:\/\/postgres@127/);
      expect(api.upload?.files.has("functions/kith/index.ts")).toBe(true);
    }
    expect(await smokeAccounts()).toHaveLength(0);
    const said = JSON.parse(await run(["status", "--json"]));
    expect(said).toMatchObject({
      state: { state: "installed", version: (await release()).version },
      missingMigrations: [],
      isHealthy: true,
    });
    expect(await run(["status"])).toContain("database      up to date");
  });

  it("changes nothing on a dry run, and says what it would send", async () => {
    const before = await wholeCatalog(bare.superuser);
    const other = await startManagementApi({ databaseUrl: bare.url });
    try {
      const said = await run(["install", "--dry-run", "--expose"], other);
      expect(said).toContain("apply 20261120000000_kith.sql");
      expect(said).toContain(
        "would send    POST /functions/deploy?slug=kith   (Edge Functions: Read-write)",
      );
      expect(said).toContain(`would send    PATCH /postgrest`);
      expect(said).not.toContain("create table kith.contacts (");
      expect(await run(["install", "--dry-run", "--verbose"], other)).toContain(
        "create table kith.contacts (",
      );
      expect(writes(other.requests)).toEqual([]);
    } finally {
      await other.stop();
    }
    expect(await wholeCatalog(bare.superuser)).toEqual(before);
  });

  it("leaves the schemas that PostgREST serves alone, and with --expose adds kith to them, once", async () => {
    const before = api.exposedSchemas;
    await run(["install", "--no-smoke-test"]);
    expect(api.exposedSchemas).toBe(before);
    for (const _ of [1, 2]) {
      const said = await run(["install", "--no-smoke-test", "--expose"]);
      expect(said).toContain("exposed       public, graphql_public, shop, kith");
      expect(api.exposedSchemas).toBe("public,graphql_public,shop,kith");
    }
  });

  it("uploads no function for a schema that is too old, and notes why", async () => {
    const replace = (version: number) =>
      sql.query(
        `create or replace function kith_private.schema_version() returns integer language plpgsql immutable
        parallel safe set search_path = '' as $$ begin return ${version}; end $$`,
      );
    const sent = api.requests.length;
    await replace(0);
    const complaint = `schema version 0 and the function needs ${requiredSchemaVersion}`;
    await expect(run(["install"])).rejects.toThrow(complaint);
    expect(api.requests.slice(sent).filter((request) => request.includes("deploy"))).toEqual([]);
    await replace(requiredSchemaVersion);
    const { state } = JSON.parse(await run(["status", "--json"]));
    expect(state).toMatchObject({ state: "error", error: expect.stringContaining(complaint) });
  });

  it("says which names are taken before it changes anything", async () => {
    await bare.postgres.query("create schema kith; create schema kith_private");
    const before = await wholeCatalog(bare.superuser);
    await expect(runAgainst({ databaseUrl: bare.url }, ["install"])).rejects.toThrow(
      "names that Kith needs: schema kith, schema kith_private",
    );
    await expect(runAgainst({ databaseUrl: bare.url }, ["uninstall", "--delete-all-data"])).rejects
      .toThrow("something else under names of Kith");
    await bare.postgres.query("drop schema kith; drop schema kith_private");
    await expect(runAgainst({ databaseUrl: bare.url }, ["upgrade"])).rejects.toThrow(
      "not installed",
    );
    await bare.postgres.query("create schema kith; create schema kith_private");
    expect(await wholeCatalog(bare.superuser)).toEqual(before);
  });
});

describe("an error is one clear line", () => {
  const answering = (path: string, answer: unknown, args = ["install"]) => () =>
    runAgainst({ answers: { [path]: answer } }, args);
  it.each<[string, () => Promise<unknown>, string]>([
    ["there is no token", () => run(["install"], api, { token: "" }), "Set SUPABASE_ACCESS_TOKEN"],
    [
      "the token is no longer good",
      () => run(["install"], api, { token: "x" }),
      "does not accept the access token",
    ],
    [
      "the reference is wrong",
      () => run(["install"], api, { ref: "Kith" }),
      '"Kith" is not a project reference',
    ],
    [
      "there is no project",
      () => run(["install"], api, { ref: "z".repeat(20) }),
      "There is no project zzzz",
    ],
    [
      "the token may not read keys",
      answering("/api-keys", 403),
      'it needs "API Key Secrets: Read"',
    ],
    [
      "the token may not run SQL",
      answering("/database/query", 403),
      'it needs "Database: Read-write"',
    ],
    [
      "the token may not upload",
      answering("/functions/deploy", 403),
      'it needs "Edge Functions: Read-write"',
    ],
    [
      "the exposed schemas cannot be read",
      answering("/postgrest", 403, ["install", "--expose", "--no-smoke-test"]),
      '"Data API Config: Read"',
    ],
    ["there is no such command", () => run(["remove"]), 'There is no "remove"'],
    ["there is no such option", () => run(["install", "--force"]), "'--force'"],
    [
      "nobody said that data may be deleted",
      () => run(["uninstall"]),
      "To do it, add --delete-all-data",
    ],
    [
      "the API is not reached",
      () => run(["install"], { ...api, url: "http://127.0.0.1:9" }),
      "127.0.0.1:9 cannot be reached",
    ],
  ])("when %s", async (_, work, said) => {
    await expect(work()).rejects.toThrow(said);
  });

  it("when a privilege is missing: it names the failed request and leaves no account", async () => {
    await sql`revoke execute on function kith_api.attach_photo(jsonb) from authenticated`;
    await expect(run(["install"])).rejects.toThrow(
      /^Smoke test: attaching the photo was answered 500 instead of 200 \(request [0-9a-f-]+\)/,
    );
    await sql`grant execute on function kith_api.attach_photo(jsonb) to authenticated`;
    expect(await smokeAccounts()).toHaveLength(0);
  });

  it("and a note when the project works with limitations", async () => {
    const legacy = [
      { name: "anon", type: "legacy", api_key: publishableKey },
      { name: "service_role", type: "legacy", api_key: secretKey },
    ];
    const masked = { name: "default", type: "secret", api_key: "sb_secret_N7UND···" };
    const shown = { name: "default", type: "publishable", api_key: publishableKey };
    const some = { answers: { "/api-keys": [masked, shown] } };
    expect(await runAgainst(some, ["install"]), "without the secret key").toContain("passed");
    const answers = { "/api-keys": legacy, "/config/database/pooler": [] };
    const said = await runAgainst({ answers }, ["install", "--dry-run"]);
    expect(said).toContain("only the legacy keys");
    expect(said).toContain("none: the function connects directly");
  });
});

describe("where Auth is an OAuth server", () => {
  const ready = {
    oauth_server_enabled: true,
    security_update_password_require_current_password: true,
    mailer_secure_email_change_enabled: true,
    mailer_autoconfirm: false,
  };
  const said = (settings: unknown, answers: object = {}, ...options: string[]) =>
    runAgainst({ answers: { "/config/auth": settings, ...answers } }, [
      "install",
      "--dry-run",
      ...options,
    ]);

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
    expect(await run(["install", "--dry-run"])).toContain("auth          without an OAuth server");
  });

  it("refuses a function with KITH_OAUTH where it is not ready, unless it is told to go on", async () => {
    const settings = { ...ready, passkey_enabled: true };
    const answers = { "/secrets": [{ name: "KITH_OAUTH", value: "a digest" }] };
    await expect(said(settings, answers)).rejects.toThrow(/KITH_OAUTH.*--oauth-anyway/);
    expect(await said(settings, answers, "--oauth-anyway")).toContain("dry run");
    expect(await said(ready, answers)).toContain("dry run");
  });

  it("goes on where the settings cannot be read, and says so", async () => {
    expect(await said(403)).toContain('it needs "Auth Config: Read"');
  });
});

describe("uninstalling", () => {
  it("removes function, photos, database and secrets, and can be repeated", async () => {
    const stored = await fetch(
      `${projectUrl}/storage/v1/object/kith-photos/${crypto.randomUUID()}/x.png`,
      {
        method: "POST",
        headers: {
          apikey: secretKey,
          authorization: `Bearer ${secretKey}`,
          "content-type": "image/png",
        },
        body: "x",
      },
    );
    expect(stored.status).toBe(200);
    api.secrets.set("PAYMENT_KEY", "theirs");
    await expect(run(["uninstall", "--delete-all-data"])).rejects.toThrow("API Key Secrets: Read");
    answers["/api-keys"] = [{ name: "default", type: "secret", api_key: secretKey }];
    const said = await run(["uninstall", "--delete-all-data"]);
    delete answers["/api-keys"];
    expect(said).toContain("photos        1 removed");
    expect([...api.functions.keys()]).toEqual([]);
    expect([...api.secrets.keys()]).toEqual(["PAYMENT_KEY"]);
    expect(api.exposedSchemas).toBe("public,graphql_public,shop");
    expect(await sql`select 1 from pg_namespace where nspname like 'kith%'`).toHaveLength(0);
    expect(await run(["uninstall", "--delete-all-data"])).toContain("uninstalled");
    expect(await run(["status"])).toBe("Kith is not installed.");
  });

  it("and it can be installed again, also where somebody has dropped its schemas by hand", async () => {
    for (const _ of [1, 2]) {
      expect(await run(["install"])).toContain("smoke test    passed");
      await sql.query("drop schema kith_api, kith_private, kith cascade");
    }
  });
});
