import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { signUp } from "../support/accounts.ts";
import { type Database, rolledBack, type Sql } from "../support/database.ts";
import { asPostgres, sqlState, superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

const sql = superuser(3);

/** Empties the queue, and fills it with tasks that are due, in this order; `to` is null where a file is removed. */
async function queue(tx: Sql, ...tasks: [from: string, to: string | null][]): Promise<void> {
  await tx`delete from kith_private.photo_removals where due_at <= now()`;
  for (const [index, [from, to]] of tasks.entries()) {
    await tx`
      insert into kith_private.photo_removals (path, move_to, due_at)
      values (${from}, ${to}, now() - interval '1 year' + ${index} * interval '1 second')`;
  }
}

async function due(tx: Sql): Promise<string[]> {
  const [row] = await tx`select kith_private.due_removals() as due`;
  return (row?.["due"] ?? []).sort();
}

const forget = (tx: Sql, ...paths: string[]) => tx`select kith_private.forget_removals(${paths})`;

describe("the queue of photo files", () => {
  it("hands out a file after the move to its path is done", () =>
    rolledBack(sql, async (tx) => {
      await queue(tx, ["c", null], ["b", "c"], ["a", "b"], ["x", null]);
      expect(await due(tx)).toEqual(["a>b", "x"]);
      expect(await due(tx)).toEqual([]);
      await forget(tx, "a", "x");
      expect(await due(tx)).toEqual(["b>c"]);
      await forget(tx, "b");
      expect(await due(tx)).toEqual(["c"]);
    }));

  it("hands out at most 20 moves and 100 removals at once, the oldest of each first", () =>
    rolledBack(sql, async (tx) => {
      const name = (kind: string, n: number) => `${kind}${String(n).padStart(3, "0")}`;
      const moves = Array.from({ length: 25 }, (_, n) => [name("m", n), name("to", n)] as const);
      const removals = Array.from({ length: 110 }, (_, n) => [name("r", n), null] as const);
      await queue(
        tx,
        ...[...moves, ...removals].map(([from, to]): [string, string | null] => [from, to]),
      );
      const first = [
        ...moves.slice(0, 20).map(([from, to]) => `${from}>${to}`),
        ...removals.slice(0, 100).map(([from]) => from),
      ];
      expect(await due(tx)).toEqual(first);
      expect((await due(tx)).length).toBe(15);
    }));
});

/** A photo's path with its parts. */
const pathOf = (owner: string, photo: string, rest = "") =>
  `${owner}/${randomUUID()}/${photo}${rest}.png`;

describe("a kept photo", () => {
  async function keep(tx: Sql, owner: string, photo: string, keptAt = "now"): Promise<string> {
    const path = pathOf(owner, photo, ".kept");
    await tx`
      insert into kith_private.kept_photos (owner_id, photo, path, kept_at)
      values (${owner}, ${photo}, ${path}, ${keptAt}::timestamptz)`;
    return path;
  }
  const take = async (tx: Sql, sub: string, path: string) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;
    const [row] = await tx`select kith_private.take_kept_photo(${path}) as path`;
    return row?.["path"];
  };
  const queued = async (tx: Sql, path: string) =>
    (await tx`select from kith_private.photo_removals where path = ${path}`).length;

  it("is taken back once, by its owner, and its file stays", async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    await rolledBack(sql, async (tx) => {
      const photo = randomUUID();
      const kept = await keep(tx, owner.id, photo);
      const old = pathOf(owner.id, photo);
      expect(await take(tx, stranger.id, old)).toBeNull();
      expect(await take(tx, owner.id, pathOf(owner.id, randomUUID()))).toBeNull();
      expect(await take(tx, owner.id, old)).toBe(kept);
      expect(await queued(tx, kept)).toBe(0);
      expect(await take(tx, owner.id, old)).toBeNull();
    });
  });

  it("is erased for its owner only", async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    await rolledBack(sql, async (tx) => {
      const photo = randomUUID();
      const [mine, theirs] = [await keep(tx, owner.id, photo), await keep(tx, stranger.id, photo)];
      await tx`select kith_private.erase_kept_photos(${owner.id}, null)`;
      expect([await queued(tx, mine), await queued(tx, theirs)]).toEqual([1, 0]);
      await tx`select kith_private.erase_kept_photos(${stranger.id}, array['none', ${mine}])`;
      expect(await queued(tx, theirs)).toBe(1);
    });
  });

  it("is purged when it is too old, 20 at a time, as the quota says", async () => {
    const owner = await signUp();
    await rolledBack(sql, async (tx) => {
      const left = async () =>
        (await tx`select from kith_private.kept_photos where owner_id = ${owner.id}`).length;
      for (let n = 0; n < 25; n++) await keep(tx, owner.id, randomUUID(), "1970-01-01");
      const young = await keep(tx, owner.id, randomUUID());
      const purge = () => tx`select kith_private.purge_kept_photos()`;
      await purge();
      expect(await left()).toBe(6);
      await purge();
      expect(await left()).toBe(1);
      await tx`update kith_private.quotas set maximum = 0 where name = 'log_days'`;
      await tx`update kith_private.kept_photos set kept_at = now() - interval '1 hour' where path = ${young}`;
      await purge();
      expect([await left(), await queued(tx, young)]).toEqual([0, 1]);
    });
  });
});

describe("two paths", () => {
  const [owner, photo] = [randomUUID(), randomUUID()];
  const original = pathOf(owner, photo);
  it.each([
    ["are the same photo", original, pathOf(owner, photo, `.${randomUUID()}`), true],
    ["are other photos", original, pathOf(owner, randomUUID()), false],
    ["one of which is missing", original, null, false],
    ["that are both missing", null, null, true],
    ["of no photo", "a", "b", false],
  ])("%s", async (_, one, other, same) => {
    for (const [left, right] of [[one, other], [other, one]]) {
      const [row] = await sql`select kith_private.is_same_photo(${left}, ${right}) as same`;
      expect(row).toEqual({ same });
    }
  });
});

describe("a photo that is removed while its account is deleted by Auth", () => {
  it("does not wait, and both succeed", async () => {
    const owner = await signUp();
    const path = pathOf(owner.id, randomUUID());
    const [contact] = await sql`
      insert into kith.contacts (owner_id, first_name, photo_path) values (${owner.id}, 'A', ${path}) returning id`;
    const change = async (database: Database) => {
      const [one, other] = [await database.connect(), await sql.connect()];
      try {
        const [backend] = await other`select pg_backend_pid() as pid`;
        await one`begin`;
        await one`set local lock_timeout = '5s'`;
        await one`select from kith.contacts where id = ${contact!["id"]} for update`;
        const deleted = sqlState(other`delete from auth.users where id = ${owner.id}`);
        await until(
          "the deletion waits for the contact",
          async () =>
            (await one`select from pg_catalog.pg_locks where pid = ${
              backend!["pid"]
            } and not granted`)
              .length > 0,
        );
        const removed = await sqlState(
          one`update kith.contacts set photo_path = null where id = ${contact!["id"]}`,
        );
        await one`commit`;
        return [removed, await deleted];
      } finally {
        one.release();
        other.release();
      }
    };
    expect(await change(asPostgres())).toEqual([null, null]);
    const queued =
      await sql`select path, move_to from kith_private.photo_removals where path = ${path}`;
    expect(queued.length === 0 || queued[0]!["move_to"] === null).toBe(true);
    expect(await sql`select from kith_private.kept_photos where owner_id = ${owner.id}`).toEqual(
      [],
    );
  });
});

/** Queues a file that is due to be removed; its path. */
async function queueOne(tx: Sql): Promise<string> {
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
      const path = await queueOne(tx);
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
      await queueOne(tx);
      await tx`set transaction read only`;
      expect(await asked(tx, id)).toEqual([{ status: 200, removals: null }]);
    });
  });

  it("stays in the queue, without waiting, while another transaction has it", async () => {
    const path = await rolledBack(sql, queueOne);
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
      await queueOne(tx);
      await tx.query(command);
      const after = await count();
      return { url: after[0], calls: [before.length, after.length] };
    });
    expect(calls).toEqual([0, 1]);
    const path = url.replace("https://<project-ref>.supabase.co", "");
    expect((await fetch(inject("stack").url + path)).status).toBe(200);
  });
});
