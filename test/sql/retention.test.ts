import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { handle, tokenOf } from "../support/handle.ts";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { rolledBack, type Sql } from "../support/database.ts";
import { sweepAll } from "../support/photos.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

// What is deleted, or was meant to be kept for a time only, is not kept longer.
const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const storedAnswers = (owner: string) =>
  sql`select key, body from kith_private.idempotent_requests where owner_id = ${owner} order by key`;

describe("a stored answer", () => {
  const paths: [string, Json][] = [
    ["/contacts", { firstName: "Secret" }],
    ["/networks", { name: "Secret" }],
    ["/note-types", { name: "Secret" }],
    ["/notes", { content: "Secret" }],
    ["/reminders", { title: "Secret" }],
  ];

  it.each(paths)(
    "to POST %s loses its text with the resource, through the API",
    async (path, body) => {
      const owner = await signUp();
      const key = randomUUID();
      const { id } = expectStatus(await owner.post(path, body, keyed(key)), 201);
      expect((await storedAnswers(owner.id))[0]!.body).toContain("Secret");
      expect((await owner.delete(`${path}/${id}`)).status).toBe(204);
      expect(await storedAnswers(owner.id)).toEqual([{ key, body: null }]);
      const again = await owner.post(path, body, keyed(key));
      expectProblem(again, 422, "idempotency_key_reused");
      expect(again.body.detail).toBe("What this request was answered has been deleted.");
      expect((await owner.get(path)).body.total).toBe(0);
    },
  );

  it("loses its text when the row is deleted in the database", async () => {
    const owner = await signUp();
    const { id } = expectStatus(await owner.post("/notes", { content: "Secret" }, keyed("k")), 201);
    await sql`delete from kith.notes where id = ${id}`;
    expect(await storedAnswers(owner.id)).toEqual([{ key: "k", body: null }]);
  });

  it.each([
    ["a POST without a key", (owner: Account) => owner.post("/notes", { content: "x" })],
    ["a PATCH", (owner: Account) => owner.patch("/me", { name: "x" })],
    ["a refused write", (owner: Account) => owner.delete(`/notes/${randomUUID()}`)],
  ])("of more than a day ago is deleted by %s", async (_, write) => {
    const owner = await signUp();
    await sql`insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status, body, operation, created_at)
      select ${owner.id}, 'old ' || n, '', 201, 'Secret', 'create_note', now() - interval '40 days' + n * interval '1 second'
      from generate_series(1, 5) n`;
    // Each write takes twenty that nobody else is taking, whosever they are. Other tests write at the same time, and
    // some take theirs back.
    await vi.waitFor(async () => {
      await write(owner);
      expect(await storedAnswers(owner.id)).toEqual([]);
    }, { timeout: 10_000 });
  });
});

it("days of deleted keys are kept up to a thousand, those of other keys all", async () => {
  const { id } = await makeKey(ada);
  await sql`
    insert into kith_private.api_key_days (api_key_id, owner_id, key_prefix, day, requests, refusals)
    select gen_random_uuid(), ${ada.id}::uuid, 'kith_0000', current_date - 1 - n / 10, 1, 0 from generate_series(1, 1200) n
    union all select ${id}::uuid, ${ada.id}::uuid, 'kith_0000', current_date - 300, 1, 0`;
  const spent = await makeKey(ada);
  await sql`update kith_private.api_keys set last_used_at = now() where id = ${spent.id}`;
  expect((await ada.delete(`/api-keys/${spent.id}`)).status).toBe(204);
  const [row] = await sql`
    select count(*)::int as days, count(*) filter (where api_key_id = ${id})::int as own, min(day)::text as first
      from kith_private.api_key_days where owner_id = ${ada.id}`;
  expect([row!["days"], row!["own"]]).toEqual([1001, 1]);
});

/** Runs operations as one owner in one transaction, which is rolled back; answers with the last one. */
async function inOneTransaction(
  owner: Account,
  prepare: (tx: Sql) => Promise<unknown>,
  requests: [string, Json][],
) {
  return await rolledBack(sql, async (tx) => {
    await prepare(tx);
    let last: Json = null;
    for (const [operation, args] of requests) {
      const { status, body } = await handle(tx, tokenOf(owner.id), operation, args);
      last = [status, body];
    }
    return last;
  });
}

it("whoever chooses the Idempotency-Keys, the stored answers are added up now and then", async () => {
  const owner = await signUp();
  const added = await rolledBack(sql, async (tx) => {
    await tx`set local track_functions = 'all'`;
    await tx`select setseed(0)`;
    // Each with the same key.
    for (let n = 0; n < 300; n++) {
      await tx`select kith_private.store_answer(${owner.id}, 'create_contact', '{"idempotencyKey":"a"}', 201::smallint, null, null)`;
    }
    const [row] = await tx`
      select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'limit_stored_answers'`;
    return row!["calls"];
  });
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(60);
});

it("the oldest stored answers lose their text where all together have more than 32 MiB", async () => {
  const owner = await signUp();
  await sql`insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status, body, operation, created_at)
    select ${owner.id}, 'long ' || n, '', 201, repeat('x', 9000000), 'bulk_contacts', now() - n * interval '1 second'
      from generate_series(1, 5) n`;
  await sql`select kith_private.limit_stored_answers(${owner.id})`;
  expect((await storedAnswers(owner.id)).map(({ key, body }) => [key, body?.length ?? null]))
    .toEqual([
      ["long 1", 9_000_000],
      ["long 2", 9_000_000],
      ["long 3", 9_000_000],
      ["long 4", null],
      ["long 5", null],
    ]);
});

describe("a quota", () => {
  const two = (name: string) => (tx: Sql) =>
    tx`update kith_private.quotas set maximum = 2 where name = ${name}`;
  const contact: [string, Json] = ["create_contact", { body: { firstName: "A" } }];
  const note: [string, Json] = ["create_note", { body: { content: "A" } }];

  const reminder: [string, Json] = ["create_reminder", { body: { title: "A" } }];

  it.each([["contacts", contact], ["notes", note], ["reminders", reminder]])(
    "of %s refuses what goes over it",
    async (name, create) => {
      const owner = await signUp();
      expect(await inOneTransaction(owner, two(name), [create, create])).toMatchObject([201, {}]);
      expect(await inOneTransaction(owner, two(name), [create, create, create]))
        .toEqual([null, {
          code: "quota_exceeded",
          detail: `An account may have at most 2 ${name}.`,
        }]);
    },
  );

  it("the quota has room again for what is deleted", async () => {
    const owner = await signUp();
    const { id } = await owner.make("/contacts", { firstName: "A" });
    await owner.make("/contacts", { firstName: "B" });
    const full = await inOneTransaction(owner, two("contacts"), [contact]);
    expect(full[1].code).toBe("quota_exceeded");
    const remove: [string, Json] = ["delete_contact", { id }];
    expect((await inOneTransaction(owner, two("contacts"), [remove, contact]))[0]).toBe(201);
  });

  it("the quota is looked at once a minute while there is room for more than 10,000", async () => {
    const owner = await signUp();
    await owner.make("/contacts", { firstName: "A" });
    const counted = () =>
      sql`select count::int, counted_at from kith_private.usage where owner_id = ${owner.id} and name = 'contacts'`;
    const [first] = await counted();
    expect(first!["count"]).toBe(1);
    await owner.make("/contacts", { firstName: "B" });
    expect(await counted()).toEqual([first]);
    await sql`update kith_private.usage set counted_at = now() - interval '61 seconds' where owner_id = ${owner.id}`;
    await owner.make("/contacts", { firstName: "C" });
    expect((await counted())[0]!["count"]).toBe(3);
  });

  it("the quota is each account's own", async () => {
    const [full, empty] = [await signUp(), await signUp()];
    for (const firstName of ["A", "B"]) await full.make("/contacts", { firstName });
    expect((await inOneTransaction(empty, two("contacts"), [contact, contact]))[0]).toBe(201);
  });

  it("of photos refuses an upload once they have as many bytes", async () => {
    const owner = await signUp();
    const { id } = await owner.make("/contacts", { firstName: "A" });
    const upload: [string, Json] = ["create_photo_upload", { id, body: { extension: "png" } }];
    const stored = (bytes: number) => (tx: Sql) =>
      tx.query(`
        update kith_private.quotas set maximum = 1000 where name = 'photo_bytes';
        insert into storage.objects (bucket_id, name, metadata)
        values ('kith-photos', '${owner.id}/x/y.png', '{"size": ${bytes}}')`);
    expect((await inOneTransaction(owner, stored(1000), [upload]))[0]).toBe(200);
    expect(await inOneTransaction(owner, stored(1001), [upload]))
      .toEqual([null, {
        code: "quota_exceeded",
        detail: "An account may have at most 1000 bytes of photos.",
      }]);
  });
});

describe("uploads that are not attached", () => {
  const open = async (owner: Account, count: number, age: string) => {
    const { id } = await owner.make("/contacts", { firstName: "A" });
    await sql`insert into kith_private.photo_uploads (path, owner_id, contact_id, created_at)
      select 'uploads/' || gen_random_uuid() || '.png', ${owner.id}, ${id}, now() - ${age}::interval
      from generate_series(1, ${count}::int)`;
    return () => owner.post(`/contacts/${id}/photo-upload`, { extension: "png" });
  };

  it("are at most twenty at a time, and without a file they count for three hours", async () => {
    const ask = await open(await signUp(), 19, "10 minutes");
    expect((await ask()).status).toBe(200);
    expectProblem(await ask(), 409, "quota_exceeded");
    expect((await (await open(await signUp(), 20, "4 hours"))()).status).toBe(200);
  });

  it("are at most twenty when many are asked for at once", async () => {
    const ask = await open(await signUp(), 15, "10 minutes");
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  it("of anybody are swept after a day", async () => {
    const other = await signUp();
    await open(other, 3, "25 hours");
    await sweepAll(sql);
    const left = await sql`select from kith_private.photo_uploads where owner_id = ${other.id}`;
    expect(left).toEqual([]);
  });
});
