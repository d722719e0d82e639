import { randomUUID } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Json } from "../support/client.ts";
import { migrationText } from "../../tools/migration.ts";
import { releasedMigrations } from "../../tools/released-migrations.ts";
import { committed, openDatabase } from "../support/database.ts";
import { type BareDatabase, startBareDatabase } from "../support/fresh-database.ts";
import { handle, tokenOf } from "../support/handle.ts";
import { openConnection } from "../../local/core/connection.ts";
import { asMessage } from "../../local/scratch-database.ts";
import { deriveStaleContacts } from "../../supabase/deploy/database.ts";

/**
 * How a request may fail meanwhile: one that had begun before a migration misses a function that it has replaced, and one
 * that waits for too long is given up.
 */
const failures = ["42883", "55P03", "25P04"];

const database = await startBareDatabase();
const other = await startBareDatabase();
const ofVersion11 = await startBareDatabase();

/** Leaves the migrations up to this one: of version 1.0 there is one. */
const upTo = (last: string) => async (folder: string) => {
  for (const name of await readdir(folder)) if (name > last) await rm(join(folder, name));
};
const lastOf10 = "20261120000000_kith.sql";
const lastOf11 = Object.keys(releasedMigrations).at(-1)!;
await Promise.all([
  ...[database, other].map((each) => each.push(upTo(lastOf10))),
  ofVersion11.push(upTo(lastOf11)),
]);

/** How often transactions of a database have waited for each other. */
async function deadlocksOf({ superuser }: Pick<BareDatabase, "superuser">): Promise<number> {
  const [row] = await superuser`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return row!["deadlocks"];
}

it.each([["1.0", database], ["1.1", ofVersion11]])(
  "a database of version %s is upgraded while accounts write and sign up, and nothing is lost",
  async (_, database) => {
    const owners = await database.superuser<{ id: string }[]>`
    insert into auth.users (id, email, aud, role)
    select gen_random_uuid(), n || '@users.example', 'authenticated', 'authenticated' from generate_series(1, 3) n
    returning id`;
    const jobTitles = new Map<string, string>();
    let isUpgraded = false;
    const sql = openDatabase(database.url, owners.length);
    const write = async ({ id }: { id: string }) => {
      const ask = async (operation: string, args: Json): Promise<Json> => {
        const { status, body } = await handle(sql, tokenOf(id), operation, args)
          .catch((error: { code: string }) => {
            expect(failures).toContain(error.code);
            return { status: 0, body: null };
          });
        if (status === null) expect(body).toMatchObject({ code: "unavailable" });
        return status === null ? null : body;
      };
      for (let n = 0; !isUpgraded || n < 10; n++) {
        const made = await ask("create_contact", {
          body: { firstName: "Ada", lastName: `No. ${n}`, addresses: [{ city: "Lisboa" }] },
        });
        await ask("list_contacts", { query: { search: "ada" } });
        if (made === null) continue;
        const body = { jobTitle: `Engineer ${n}` };
        const changed = await ask("update_contact", { id: made.id, body });
        jobTitles.set(made.id, changed?.jobTitle);
        await ask("create_note", { body: { contactId: made.id, content: "Called." } });
      }
    };
    let accounts = owners.length;
    const signUp = async () => {
      for (; !isUpgraded; accounts++) {
        await database.superuser`
          insert into auth.users (id, email, aud, role)
          values (gen_random_uuid(), gen_random_uuid() || '@users.example', 'authenticated', 'authenticated')`;
      }
    };
    const writers = [...owners.map(write), signUp()];
    const pushed = await database.push().finally(() => isUpgraded = true);
    await Promise.all(writers).finally(() => sql.end());
    expect(pushed.length).toBeGreaterThan(1);
    expect(accounts).toBeGreaterThan(owners.length);
    // No sign-up failed. One that the migration waited for while it waited for that one has no profile, which reads as an empty one.
    const [late] = await database.superuser`
      insert into auth.users (id, email, aud, role)
      values (gen_random_uuid(), 'late@users.example', 'authenticated', 'authenticated') returning id`;
    expect(await database.superuser`select from kith.profiles where owner_id = ${late!["id"]}`)
      .toHaveLength(1);
    const kept = await database.superuser<{ id: string; job_title: string }[]>`
    select id, job_title from kith.contacts`;
    const found = new Map(kept.map((each) => [each.id, each.job_title]));
    const lost = [...jobTitles].filter(([id, title]) =>
      title ? found.get(id) !== title : !found.has(id)
    );
    expect(lost).toEqual([]);
    // Search reads addresses since 1.2: what accounts wrote since has derived it, and the deployment derives the rest.
    const connection = await openConnection(database.url, {});
    await deriveStaleContacts({ query: asMessage(connection) }).finally(() => connection.end());
    const [unfound] = await database.superuser`
      select count(*)::int as count from kith.contacts c where c.search_text is null or c.search_text not like '%lisbon%'`;
    expect(unfound).toEqual({ count: 0 });
  },
);

/**
 * Migrates while somebody signs up who has the lock of `auth.users` already and gets to Kith's tables only when the migration
 * waits for him. Where they wait for each other then, Postgres ends the migration.
 * @returns how many deadlocks there were
 */
async function migrateBesideSignUp({ superuser }: BareDatabase, migrate: () => Promise<string[]>) {
  const before = await deadlocksOf({ superuser });
  let migrating: Promise<string[]>;
  await committed(superuser, async (tx) => {
    await tx`set local deadlock_timeout = '1min'`;
    await tx`lock table auth.users in row exclusive mode`;
    migrating = migrate();
    for (let waits = false; !waits;) {
      const [row] = await tx`select exists (
        select from pg_locks where relation = 'auth.users'::regclass and not granted) as waits`;
      waits = row!["waits"];
    }
    await tx`insert into auth.users (id, email, aud, role)
      values (gen_random_uuid(), gen_random_uuid() || '@users.example', 'authenticated', 'authenticated')`;
  });
  const pushed = await migrating!;
  return { pushed: pushed.length, deadlocks: await deadlocksOf({ superuser }) - before };
}

it(
  "the deployment repeats a migration that a sign-up and it have waited for each other in",
  async () => {
    const { pushed, deadlocks } = await migrateBesideSignUp(other, () => other.push());
    expect(deadlocks).toBe(1);
    expect(pushed).toBeGreaterThan(0);
    const [row] = await other.superuser`select count(*)::int as count from kith.profiles`;
    expect(row).toEqual({ count: 1 });
  },
);

it("a migration waits for sign-ups before it takes what they need", async () => {
  const sql = `alter table kith.profiles add column mood text;
create table kith_private.moods (owner_id uuid references auth.users (id));`;
  const before = await migrateBesideSignUp(other, () =>
    other.push((folder) =>
      writeFile(
        join(folder, "29991231235959_kith_moods.sql"),
        migrationText({ sql, destructive: [] }),
      )
    ));
  expect(before).toEqual({ pushed: 1, deadlocks: 0 });
});

it(
  "photos that version 1.1 had moved, or was to move, are found after the upgrade, and its queue is removed",
  async () => {
    const { superuser: sql, push } = await startBareDatabase();
    await push(upTo(lastOf11));
    const [{ id: owner }] = await sql`
    insert into auth.users (id, email, aud, role) values (gen_random_uuid(), 'a@users.example', 'authenticated', 'authenticated')
    returning id` as [{ id: string }];
    const folder = `${owner}/${randomUUID()}`;
    const file = (photo: string, rest = "") => `${folder}/${photo}${rest}.png`;
    const [shown, moved, waiting, back, gone] = Array.from({ length: 5 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const contact = async (path: string | null) => {
      const [row] = await sql`
      insert into kith.contacts (owner_id, first_name, photo_path) values (${owner}, 'A', ${path}) returning id`;
      return row!["id"] as string;
    };
    const removed = async (photo: string) => {
      const id = await contact(file(photo));
      await sql`update kith.contacts set photo_path = null where id = ${id}`;
      const [row] = await sql`select path from kith_private.kept_photos where photo = ${photo}`;
      return row!["path"] as string;
    };
    const ids = { shown: await contact(file(shown)), back: "" };
    const movedTo = await removed(moved);
    await removed(waiting);
    await removed(gone);
    // One that was restored before its file was moved: the contact names a path that the file never gets to.
    const [restored] = await sql`
    insert into kith.contacts (owner_id, first_name, photo_path) values (${owner}, 'A', ${
      file(back, `.${randomUUID()}`)
    })
    returning id`;
    ids.back = restored!["id"];
    const erased = file(randomUUID());
    await sql`
    insert into kith_private.photo_removals (path, owner_id) values (${erased}, ${owner}), ('uploads/none.png', ${owner})
    on conflict do nothing`;
    const files = [file(shown), movedTo, file(waiting), file(back)];
    await sql`
    insert into storage.objects (bucket_id, name)
    select 'kith-photos', unnest(${[...files, erased, "uploads/none.png"]}::text[])`;
    const log = () => sql`select id, updated_at from kith.contacts order by id`;
    const before = await log();
    await push();
    expect(await log()).toEqual(before);
    const photoOf = async (id: string) => {
      const [row] = await sql`select photo_path from kith.contacts where id = ${id}`;
      return row!["photo_path"];
    };
    expect([await photoOf(ids.shown), await photoOf(ids.back)]).toEqual([file(shown), file(back)]);
    const named = await sql`
    select distinct before ->> 'photo_path' as path from kith_private.changes
    where before ->> 'photo_path' is not null order by 1`;
    expect(named.map(({ path }) => path)).toEqual([movedTo, file(waiting)].sort());
    const [swept] = await sql`select kith_private.photos_to_remove() as paths`;
    expect(swept!["paths"].sort()).toEqual([erased, "uploads/none.png"].sort());
  },
);
