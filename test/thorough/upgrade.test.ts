import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Json } from "../support/client.ts";
import { openDatabase } from "../support/database.ts";
import { startBareDatabase } from "../support/fresh-database.ts";
import { handle, tokenOf } from "../support/handle.ts";

/**
 * How a request may fail meanwhile: one that had begun before a migration misses a function that it has replaced, and one
 * that waits for too long is given up.
 */
const failures = ["42883", "55P03", "25P04"];

const database = await startBareDatabase();
await database.push(async (folder) => {
  const [, ...later] = (await readdir(folder)).sort();
  for (const name of later) await rm(join(folder, name));
});

it(
  "a database of version 1.0 is upgraded while accounts write, and nothing is lost",
  async () => {
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
          body: { firstName: "Ada", lastName: `No. ${n}` },
        });
        await ask("list_contacts", { query: { search: "ada" } });
        if (made === null) continue;
        const body = { jobTitle: `Engineer ${n}` };
        const changed = await ask("update_contact", { id: made.id, body });
        jobTitles.set(made.id, changed?.jobTitle);
        await ask("create_note", { body: { contactId: made.id, content: "Called." } });
      }
    };
    const writers = owners.map(write);
    const pushed = await database.push().finally(() => isUpgraded = true);
    await Promise.all(writers).finally(() => sql.end());
    expect(pushed.length).toBeGreaterThan(1);
    const kept = await database.superuser<{ id: string; job_title: string }[]>`
    select id, job_title from kith.contacts`;
    const found = new Map(kept.map((each) => [each.id, each.job_title]));
    const lost = [...jobTitles].filter(([id, title]) =>
      title ? found.get(id) !== title : !found.has(id)
    );
    expect(lost).toEqual([]);
  },
  120_000,
);
