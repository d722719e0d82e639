import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { superuser } from "../support/sql.ts";

/** Which files of the bucket a sweep removes. */
const sql = superuser(3);

const pathOf = (owner: string, name: string = randomUUID()) =>
  `${owner}/${randomUUID()}/${name}.png`;

const unnamed = async (tx: Sql, ...paths: string[]) =>
  (await tx`select kith_private.unnamed_photos(${paths}) as path`).map(({ path }) => path);

/** Leaves these files only in the bucket, and lets the next sweep begin with the first of them. */
async function fill(tx: Sql, paths: string[]): Promise<void> {
  await tx`select set_config('storage.allow_delete_query', 'true', true)`;
  await tx`delete from storage.objects where bucket_id = 'kith-photos'`;
  await tx`insert into storage.objects (bucket_id, name) select 'kith-photos', unnest(${paths}::text[])`;
  await tx`insert into kith_private.photo_sweep default values on conflict do nothing`;
  await tx`update kith_private.photo_sweep set last_name = '', swept_at = null`;
}

async function sweep(tx: Sql, account: string | null = null): Promise<string[]> {
  await tx`update kith_private.photo_sweep set swept_at = now() - interval '61 seconds'`;
  const [row] = await tx`select kith_private.photos_to_remove(${account}::uuid) as paths`;
  return row!["paths"];
}

describe("a file", () => {
  it.each<[string, (tx: Sql, owner: string, path: string) => Promise<unknown>]>([
    [
      "a contact",
      (tx, owner, path) =>
        tx`insert into kith.contacts (owner_id, first_name, photo_path) values (${owner}, 'A', ${path})`,
    ],
    [
      "the log of changes",
      (tx, owner, path) =>
        tx`
          insert into kith_private.changes (owner_id, set_number, position, resource, resource_id, action, before, is_shown, total_bytes)
          values (${owner}, 1000, 1, 'contact', ${randomUUID()}, 'update', ${
          JSON.stringify({ photo_path: path })
        }::text::jsonb, true, 0)`,
    ],
    [
      "an import",
      async (tx, owner, path) => {
        const id = randomUUID();
        await tx`insert into kith_private.imports (id, owner_id, format) values (${id}, ${owner}, 'vcard')`;
        await tx`
          insert into kith_private.import_rows (owner_id, import_id, number, line, resource, action, new_id, photo_path)
          values (${owner}, ${id}, 1, 1, 'contact', 'create', ${randomUUID()}, ${path})`;
      },
    ],
    [
      "an upload that is being attached",
      (tx, owner, path) =>
        tx`
          insert into kith_private.photo_uploads (path, owner_id, contact_id, photo_path)
          values (${`uploads/${randomUUID()}.png`}, ${owner}, ${randomUUID()}, ${path})`,
    ],
  ])("stays where %s of its owner names it, and goes where another's does", async (_, name) => {
    const [owner, other] = [(await signUp()).id, (await signUp()).id];
    await rolledBack(sql, async (tx) => {
      const [mine, theirs] = [pathOf(owner), pathOf(owner)];
      expect(await unnamed(tx, mine, theirs)).toEqual([mine, theirs]);
      await name(tx, owner, mine);
      await name(tx, other, theirs);
      expect(await unnamed(tx, mine, theirs)).toEqual([theirs]);
    });
  });

  it("that clients upload to stays as long as its upload is known; what is not Kith's always", async () => {
    const { id } = await signUp();
    await rolledBack(sql, async (tx) => {
      const [known, unknown] = [`uploads/${randomUUID()}.png`, `uploads/${randomUUID()}.png`];
      await tx`
        insert into kith_private.photo_uploads (path, owner_id, contact_id) values (${known}, ${id}, ${randomUUID()})`;
      const foreign = [".emptyFolderPlaceholder", "logo.png", "team/logo.png", `${id}.png`];
      expect(await unnamed(tx, ...foreign, known, unknown)).toEqual([unknown]);
    });
  });

  it("of earlier versions, with a longer name, stays where it is named", async () => {
    const { id } = await signUp();
    await rolledBack(sql, async (tx) => {
      const path = pathOf(id, `${randomUUID()}.${randomUUID()}`);
      await tx`insert into kith.contacts (owner_id, first_name, photo_path) values (${id}, 'A', ${path})`;
      expect(await unnamed(tx, path)).toEqual([]);
    });
  });
});

describe("a sweep", () => {
  it("hands out 500 files at most, goes on after them, and begins again at the end", () =>
    rolledBack(sql, async (tx) => {
      const paths = Array.from({ length: 700 }, () => pathOf(randomUUID())).sort();
      await fill(tx, paths);
      const [first, second] = [await sweep(tx), await sweep(tx)];
      expect([first.length, second.length]).toEqual([500, 200]);
      expect([...first, ...second].sort()).toEqual(paths);
      expect((await sweep(tx)).length).toBe(500);
    }));

  it("looks at 2,000 files at most", async () => {
    const { id } = await signUp();
    await rolledBack(sql, async (tx) => {
      const paths = Array.from({ length: 2100 }, () => pathOf(id));
      const last = `uploads/${randomUUID()}.png`;
      await fill(tx, [...paths, last]);
      await tx`
        insert into kith.contacts (owner_id, first_name, photo_path) select ${id}, 'A', unnest(${paths}::text[])`;
      expect(await sweep(tx)).toEqual([]);
      expect(await sweep(tx)).toEqual([last]);
    });
  });

  it("comes once a minute, however often it is asked for, and nobody waits for one", async () => {
    await rolledBack(sql, async (tx) => {
      await fill(tx, [pathOf(randomUUID())]);
      expect((await sweep(tx)).length).toBe(1);
      const again = () => tx`select kith_private.photos_to_remove() as paths`;
      expect(await again()).toEqual([{ paths: [] }]);
    });
    await sql`insert into kith_private.photo_sweep default values on conflict do nothing`;
    await rolledBack(sql, async (tx) => {
      await tx`update kith_private.photo_sweep set swept_at = null`;
      await rolledBack(sql, async (other) => {
        await other`set local lock_timeout = '1s'`;
        expect(await other`select kith_private.photos_to_remove() as paths`)
          .toEqual([{ paths: [] }]);
      });
    });
  });

  it("of an account finds all of its files and no others, at any time", () =>
    rolledBack(sql, async (tx) => {
      const [owner, other] = [randomUUID(), randomUUID()];
      const paths = [pathOf(owner), pathOf(owner)].sort();
      await fill(tx, [...paths, pathOf(other), `uploads/${owner}.png`]);
      for (let times = 0; times < 2; times++) {
        expect((await sweep(tx, owner)).sort()).toEqual(paths);
      }
    }));
});

describe("the path that is reserved for a photo", () => {
  it("the path is in the folder of the owner, and only it and only once becomes that of the contact", async () => {
    const [owner, other] = [(await signUp()).id, (await signUp()).id];
    await rolledBack(sql, async (tx) => {
      const contacts = await tx`
        insert into kith.contacts (owner_id, first_name) values (${owner}, 'A'), (${other}, 'B') returning id`;
      const [mine, theirs] = contacts.map(({ id }) => id) as [string, string];
      const upload = `uploads/${randomUUID()}.png`;
      await tx`
        insert into kith_private.photo_uploads (path, owner_id, contact_id) values (${upload}, ${owner}, ${mine})`;
      const as = async (sub: string, role = "authenticated") =>
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub, role })}, true)`;
      const reserve = async (contact: string) =>
        (await tx`select kith_private.reserve_photo(${contact}, ${upload}) as path`)[0]!["path"];
      const set = async (contact: string, path: string) => {
        await tx`savepoint before`;
        try {
          await tx`select kith_private.set_photo(${contact}, ${path}, ${upload})`;
          return "set";
        } catch (error) {
          await tx`rollback to savepoint before`;
          return (error as Error).message;
        }
      };
      await as(other);
      expect([await reserve(mine), await reserve(theirs)]).toEqual([null, null]);
      await as(owner);
      const earlier = await reserve(mine);
      const path = await reserve(mine);
      expect(path).toMatch(new RegExp(`^${owner}/${mine}/[0-9a-f-]{36}\\.png$`));
      const refused = [earlier, upload, `${other}/${theirs}/x.png`];
      for (const wrong of refused) expect(await set(mine, wrong)).toBe("invalid_photo_path");
      expect(await set(theirs, path)).toBe("invalid_photo_path");
      await as(other);
      expect(await set(theirs, path)).toBe("invalid_photo_path");
      await as(owner);
      expect([await set(mine, path), await set(mine, path)]).toEqual(["set", "invalid_photo_path"]);
      expect(await reserve(mine)).toBeNull();
    });
  });
});
