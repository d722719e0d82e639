import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { databaseUrlOf } from "../../local/core/connection.ts";
import type { ScratchDatabase } from "../../local/scratch-database.ts";
import { migrationText, startStatedDatabase } from "../../tools/migration.ts";
import { composeSchema } from "../../local/core/schema.ts";
import { differenceBetween } from "../../tools/schema-difference.ts";
import { type BareDatabase, startBareDatabase } from "../support/fresh-database.ts";
import type { Json } from "../support/client.ts";
import { openDatabase } from "../support/database.ts";
import { handle, tokenOf } from "../support/handle.ts";
import { wholeCatalog } from "../support/whole-catalog.ts";

const uninstall = await readFile(new URL("../../docs/uninstall.sql", import.meta.url), "utf8");

/** A database in use, with all migrations and with rows in every table; and one that has what sql/ says, without them. */
const used = await startBareDatabase();
await used.push();
const stated = await startStatedDatabase(await composeSchema());
afterAll(() => stated.remove());

async function catalogOf({ control }: ScratchDatabase): Promise<string[]> {
  const sql = openDatabase(databaseUrlOf("supabase_admin", control.port));
  try {
    return await wholeCatalog(sql);
  } finally {
    await sql.end();
  }
}

describe("the migrations", () => {
  it("lead to what sql/ says", async () => {
    expect(await catalogOf(used)).toEqual(await catalogOf(stated));
    expect(await differenceBetween(used.url, stated.url)).toEqual({ sql: "", destructive: [] });
  });
});

// The field comes after the last column, where `alter table` puts it: a later one has to stand in its text here too.
/** What somebody might change in sql/: a text that stands there, and what stands there afterwards. */
const changes: Record<string, [before: string, after: string]> = {
  "a field": [
    "  counts_as_contact boolean not null default true,\n  created_at timestamptz(3) not null default now(),\n  updated_at timestamptz(3) not null default now(),\n",
    "  counts_as_contact boolean not null default true,\n  created_at timestamptz(3) not null default now(),\n  updated_at timestamptz(3) not null default now(),\n  mood text constraint note_types_mood_check check (char_length(mood) <= 20),\n",
  ],
  "its comment": [
    "comment on column kith.note_types.icon is",
    "comment on column kith.note_types.mood is 'At most 20 characters.';\ncomment on column kith.note_types.icon is",
  ],
  "a right": [
    "grant select, delete on kith_private.dismissed_duplicates",
    "grant select, delete, update (created_at) on kith_private.dismissed_duplicates",
  ],
  "a policy": [
    `create policy "Owners reach their contacts" on kith.contacts\n  for all to authenticated using (`,
    `create policy "Owners reach their contacts" on kith.contacts\n  for all to authenticated using (is_archived is not null and `,
  ],
  "an index, and a table with rows of its own": [
    'create unique index note_types_name_key on kith.note_types (owner_id, lower(name collate "und-x-icu"));',
    `create unique index note_types_name_key on kith.note_types (owner_id, lower(name collate "und-x-icu"));
     create index note_types_mood_idx on kith.note_types (owner_id, mood);
     create table kith_private.moods (mood text primary key, position integer not null);
     comment on table kith_private.moods is 'Moods.';
     alter table kith_private.moods enable row level security;
     create policy "Everybody reads moods" on kith_private.moods for select to authenticated using (true);
     grant all on kith_private.moods to service_role;
     insert into kith_private.moods values ('calm', 1), ('loud''s', 2);`,
  ],
  "a function": ["kinds & 1 > 0 then 0.1 else 1", "kinds & 1 > 0 then 0.05 else 1"],
  // That of the line before.
  "an operation": [
    "'{contacts:write}'),\n  ('merge_contacts'",
    "'{contacts:write,contacts:read}'),\n  ('merge_contacts'",
  ],
};

/** All rows of Kith and of Auth, without the new field. */
async function rowsOf({ superuser }: BareDatabase): Promise<Record<string, string>> {
  const tables = await superuser<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('kith', 'kith_private', 'auth') order by 1`;
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows: [row] } = await superuser.query(
      `select count(*) || ' ' || md5(string_agg((to_jsonb(t) - 'mood')::text, ' ' order by (to_jsonb(t) - 'mood')::text)) as rows from ${name} t`,
    );
    found[name] = row!["rows"];
  }
  return found;
}

const owner = randomUUID();

const ask = (operation: string, given: Json = {}) =>
  handle(used.postgres, tokenOf(owner), operation, given);

/** An account with something of everything, made as the API makes it. */
async function fillAccount(): Promise<void> {
  await used.superuser`insert into auth.users (id, email) values (${owner}, 'ada@example.com')`;
  const make = async (operation: string, body: Json) => {
    const answer = await ask(operation, { body });
    expect(answer, operation).toMatchObject({ status: 201 });
    return answer.body["id"] as string;
  };
  const networkIds = [await make("create_network", { name: "Family" })];
  const noteTypeId = await make("create_note_type", { name: "Call", icon: "☎" });
  const contactIds = [
    await make("create_contact", {
      firstName: "Zoë",
      networkIds,
      emails: [{ value: "zoe@example.com" }],
    }),
    await make("create_contact", { firstName: "Zoe", birthday: "--02-29" }),
  ];
  await make("create_note", { contactIds, noteTypeId, content: "Talked about the boat." });
  const reminder = {
    contactIds,
    title: "Ask again",
    dueAt: "2027-01-31T09:00:00Z",
    recurrence: "FREQ=MONTHLY",
  };
  await make("create_reminder", reminder);
  expect(await ask("update_me", { body: { name: "Ada", country: "DE" } })).toMatchObject({
    status: 200,
  });
  expect(await ask("dismiss_duplicate", { body: { contactIds } })).toMatchObject({ status: 204 });
  const left = await make("create_contact", { firstName: "Nora" });
  expect(await ask("delete_contact", { id: left })).toMatchObject({ status: 204 });
}

function everything(): Promise<Json[]> {
  const lists = ["contacts", "networks", "notes", "note_types", "reminders", "changes"];
  return Promise.all(lists.map(async (list) => (await ask(`list_${list}`)).body));
}

describe("a change of sql/, brought to a database in use by the migration that npm run migration writes", () => {
  let changed: ScratchDatabase;
  afterAll(() => changed?.remove());

  it("leads to the catalog that sql/ leads to, and leaves every row as it was", async () => {
    let schema = await composeSchema();
    for (const [what, [before, after]] of Object.entries(changes)) {
      expect(schema.split(before), what).toHaveLength(2);
      schema = schema.replace(before, () => after);
    }
    changed = await startStatedDatabase(schema);
    const difference = await differenceBetween(stated.url, changed.url);
    expect(difference.destructive).toEqual([]);

    await fillAccount();
    const [rows, answer] = [await rowsOf(used), await everything()];
    const name = "29991231235959_kith_rehearsal.sql";
    const pushed = await used.push((folder) =>
      writeFile(join(folder, name), migrationText(difference))
    );
    expect(pushed).toEqual([name]);
    expect(await catalogOf(used)).toEqual(await catalogOf(changed));
    const { "kith_private.operations": _, "kith_private.moods": moods, ...kept } = await rowsOf(
      used,
    );
    const { "kith_private.operations": __, ...before } = rows;
    expect(kept).toEqual(before);
    expect(moods).toMatch(/^2 /);
    expect(await everything()).toEqual(answer);
  });

  it("gives the tables that the schema fills the rows that it gives them", async () => {
    const [row] = await used.superuser`
      select scopes from kith_private.operations where name = 'dismiss_duplicate'`;
    expect(row).toEqual({ scopes: ["contacts:write", "contacts:read"] });
    const found = await used.superuser`select mood, position from kith_private.moods order by 2`;
    expect(found).toEqual([{ mood: "calm", position: 1 }, { mood: "loud's", position: 2 }]);
  });

  it("changes nothing where its last statement fails", async () => {
    const before = await catalogOf(used);
    const text = "drop table kith_private.moods;\n\nselect 1 / 0;\n";
    const pushing = used.push(async (folder) => {
      await writeFile(join(folder, "29991231235959_kith_rehearsal.sql"), "");
      await writeFile(join(folder, "29991231235960_kith_failing.sql"), text);
    });
    await expect(pushing).rejects.toThrow("division by zero");
    expect(await catalogOf(used)).toEqual(before);
  });

  it("Kith is uninstalled with all of its migrations", async () => {
    await used.postgres.query(uninstall);
    const history = await used.superuser`select name from supabase_migrations.schema_migrations`;
    expect(history).toEqual([]);
  });

  it("warns when a migration would delete data", async () => {
    const { sql, destructive } = await differenceBetween(changed.url, stated.url);
    expect(destructive.join("\n")).toMatch(/drop.*mood/i);
    expect(sql).toMatch(/update set/);
  });
});
