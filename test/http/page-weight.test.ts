import { beforeAll, describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { superuser } from "../support/sql.ts";

// A control character takes one byte in a body and six in an answer. 200 notes of 100,000 made an answer of 114 MiB.
const sql = superuser();
const limit = 5_242_880;

const lists: [
  path: string,
  count: number,
  insert: (owner: string, count: number) => Promise<unknown>,
][] = [
  [
    "/notes",
    9,
    (owner, count) =>
      sql`insert into kith.notes (owner_id, content) select ${owner}, repeat(chr(1), 100000) from generate_series(1, ${count}::int)`,
  ],
  [
    "/contacts",
    90,
    (owner, count) =>
      sql`insert into kith.contacts (owner_id, first_name, description)
        select ${owner}, 'C' || n, repeat(chr(1), 10000) from generate_series(1, ${count}::int) n`,
  ],
  ["/reminders", 90, (owner, count) =>
    sql`insert into kith.reminders (owner_id, title, description)
        select ${owner}, 'R' || n, repeat(chr(1), 10000) from generate_series(1, ${count}::int) n`],
];

describe.each(lists)("a page of %s", (path, count, insert) => {
  let ada: Account;
  beforeAll(async () => {
    ada = await signUp();
    await insert(ada.id, count);
  });
  const list = (query: string) => ada.get(`${path}?${query}`);

  it("is refused over 5 MiB, and the answer says what to do", async () => {
    const { status, body } = await list(`pageSize=${count}`);
    expect([status, body.code]).toEqual([400, "validation_failed"]);
    expect(body.errors).toEqual([{
      in: "query",
      pointer: "/pageSize",
      code: "too_big",
      message:
        "The items of this page have more than 5,242,880 bytes. Use a smaller pageSize; 8 always fit.",
    }]);
  });

  it("has all its items under 5 MiB, and no page misses one", async () => {
    const ids = new Set<string>();
    for (let page = 1; page <= Math.ceil(count / 8); page++) {
      const { status, text, body } = await list(`pageSize=8&page=${page}`);
      expect(status).toBe(200);
      expect(text.length).toBeLessThan(limit);
      expect([body.page, body.pageSize, body.total]).toEqual([page, 8, count]);
      for (const item of body.data as Json[]) ids.add(item.id);
    }
    expect(ids.size).toBe(count);
  });
});

it("a page of exactly 200 ordinary notes is not refused", async () => {
  const ada = await signUp();
  await sql`insert into kith.notes (owner_id, content) select ${ada.id}, repeat('x', 20000) from generate_series(1, 200)`;
  const { status, body } = await ada.get("/notes?pageSize=200");
  expect([status, body.data.length]).toEqual([200, 200]);
});
