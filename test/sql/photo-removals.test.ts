import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { signUp } from "../support/accounts.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();

/** Queues a file that is due to be removed; its path. */
async function queue(tx: Sql): Promise<string> {
  const [row] = await tx`
    insert into kith_private.photo_removals (path, due_at)
    values ('uploads/' || gen_random_uuid() || '.png', now() - interval '1 year') returning path`;
  return row!["path"];
}

describe("a file that is due to be removed", () => {
  const asked = (tx: Sql, sub: string) =>
    tx`select status, removals from kith_private.handle(${
      JSON.stringify({ kind: "access_token", sub })
    }, 'get_me', '{}')`;

  it("is returned with a read, once", async () => {
    const { id } = await signUp();
    await rolledBack(sql, async (tx) => {
      const path = await queue(tx);
      expect(await asked(tx, id)).toEqual([{
        status: 200,
        removals: expect.arrayContaining([path]),
      }]);
      const [again] = await asked(tx, id);
      expect(again!["removals"] ?? []).not.toContain(path);
    });
  });

  it("is moved before those of others by a request of its owner", async () => {
    const { id } = await signUp();
    await rolledBack(sql, async (tx) => {
      await tx`
        insert into kith_private.photo_removals (path, owner_id, move_to, due_at)
        select gen_random_uuid() || '.png', gen_random_uuid(), gen_random_uuid() || '.png', now() - interval '1 hour' from generate_series(1, 600)`;
      await tx`insert into kith_private.photo_removals (path, owner_id, move_to) values ('own.png', ${id}, 'kept.png')`;
      const [row] = await asked(tx, id);
      expect(row!["removals"]).toContain("own.png>kept.png");
    });
  });

  it("does not fail a read where nothing can be written", async () => {
    const { id } = await signUp();
    await rolledBack(sql, async (tx) => {
      await queue(tx);
      await tx`set transaction read only`;
      expect(await asked(tx, id)).toEqual([{ status: 200, removals: null }]);
    });
  });

  it("stays in the queue, without waiting, while another transaction has it", async () => {
    const path = await rolledBack(sql, queue);
    await sql`insert into kith_private.photo_removals (path, due_at) values (${path}, now() + interval '1 hour')`;
    const queued = () => sql`select from kith_private.photo_removals where path = ${path}`;
    await rolledBack(sql, async (tx) => {
      await tx`select from kith_private.photo_removals where path = ${path} for update`;
      await rolledBack(sql, async (mine) => {
        await mine`set local lock_timeout = '1s'`;
        await mine`select kith_private.forget_removals(array[${path}])`;
      });
    });
    expect((await queued()).length).toBe(1);
    await sql`select kith_private.forget_removals(array[${path}])`;
    expect((await queued()).length).toBe(0);
  });
});

/** The functions of pg_cron and pg_net with their parameters; each keeps what it was called with. */
const extensions = `
  create schema cron;
  create schema net;
  create table cron.job (jobname text, schedule text, command text);
  create table net.calls (url text);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint
    language sql as 'insert into cron.job values ($1, $2, $3); select 1::bigint';
  create function net.http_get(url text, params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000) returns bigint
    language sql as 'insert into net.calls values ($1); select 1::bigint'`;

describe("the schedule in docs/operating.md", () => {
  it("calls the function when a file is due to be removed, and only then", async () => {
    const page = await readFile(join(project, "docs", "operating.md"), "utf8");
    const block = /```sql\n([^`]*cron\.schedule\([^`]*)```/.exec(page)?.[1] ?? "";
    const { url, calls } = await rolledBack(sql, async (tx) => {
      await tx.query(extensions);
      await tx.query(block);
      const [{ command }] = (await tx`select command from cron.job`) as [{ command: string }];
      const count = async () => (await tx`select url from net.calls`).map((row) => row["url"]);
      await tx`delete from kith_private.photo_removals where due_at <= now()`;
      await tx.query(command);
      const before = await count();
      await queue(tx);
      await tx.query(command);
      const after = await count();
      return { url: after[0], calls: [before.length, after.length] };
    });
    expect(calls).toEqual([0, 1]);
    const path = url.replace("https://<project-ref>.supabase.co", "");
    expect((await fetch(inject("stack").url + path)).status).toBe(200);
  });
});
