import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../support/fresh-database.ts";
import { hostileContacts, hostileSearches, replaceContacts } from "../support/hostile-contacts.ts";

// Contacts that are as bad as can be for comparing and for searching. In a database of its own, because they are many.
let database: FreshDatabase;
const owner = randomUUID();

beforeAll(async () => {
  // How long a request may take is another matter: `npm run bench -- --only=people` measures it.
  database = await freshDatabase({ timeLimits: false });
  await database.superuser`insert into auth.users (id, email) values (${owner}, 'a@example.com')`;
});
afterAll(() => database?.remove());

const handle = async (operation: string, args: unknown) => {
  const credential = JSON.stringify({ kind: "access_token", sub: owner });
  const [row] = await database.postgres`
    select status, body from kith_private.handle(${credential}, ${operation}, ${
    JSON.stringify(args)
  })`;
  return { status: row!["status"], body: JSON.parse(row!["body"] ?? "null") };
};

const fill = (count: number, columns: string) =>
  replaceContacts(database.superuser, owner, count, columns);

describe("contacts with", () => {
  // Comparing all with all would take longer than a test may, by far.
  it.each(hostileContacts)("%s are compared and searched", async (_, count, columns) => {
    await fill(Math.min(count, 20_000), columns);
    const { status, body } = await handle("list_duplicates", { query: { pageSize: 200 } });
    expect([status, body?.page]).toEqual([200, 1]);
    for (const search of hostileSearches) {
      const { status, body } = await handle("list_contacts", { query: { search } });
      expect([status, Array.isArray(body.suggestions)]).toEqual([200, true]);
    }
  });
});
