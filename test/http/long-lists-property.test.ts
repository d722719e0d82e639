import { describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { asPostgres } from "../support/sql.ts";
import { count } from "../support/tier.ts";

/** Every page of lists of thousands of rows is compared with one plain statement that has the same conditions and order. */
const sql = asPostgres(1);
const size = { contacts: 2_350, notes: 3_150, page: 200 };
let typeId: string;

const ada = await signUp();
const other = await signUp();
// Far from UTC, so that its days and months are not the database's.
await ada.patch("/me", { timezone: "Pacific/Auckland" });
for (const { id } of [ada, other]) {
  const [type] = await sql`
    insert into kith.note_types (owner_id, name) values (${id}, 'Call') returning id`;
  if (id === ada.id) typeId = type!["id"];
  // Few different values, so that most rows are told apart by their id alone.
  await sql`
    insert into kith.contacts (owner_id, first_name, description, is_favorite, is_archived, contact_frequency_days, birthday,
      last_contacted_by_hand, created_at)
    select ${id}, 'Person ' || n % 40, case n % 50 when 0 then repeat('long ', 200) || 'tail' else 'n' || n % 9 end,
      n % 3 = 0, n % 7 = 0, case when n % 2 = 0 then 1 + n % 20 end,
      case n % 3 when 0 then '--' || to_char(1 + n % 12, 'FM00') || '-07' when 1 then '1990-' || to_char(1 + n % 11, 'FM00') || '-03' end,
      case when n % 5 > 0 then date_trunc('day', now()) - (n % 25) * interval '1 day' + (n % 24) * interval '1 hour' end,
      '2024-01-01'::timestamptz + (n % 300) * interval '1 day'
    from generate_series(1, ${size.contacts}) n`;
  await sql`
    insert into kith.notes (owner_id, content, note_type_id, occurred_at, created_at)
    select ${id}, 'A', case when n % 4 = 0 then ${type!["id"]}::uuid end,
      '2023-01-15'::timestamptz + (n * 7919 % 1000) * interval '25 hours', '2024-01-01'::timestamptz + (n % 500) * interval '1 hour'
    from generate_series(1, ${size.notes}) n`;
}

/** Every page of a list, one after the other, and the total that each of them told. */
async function walk(path: string, query: Record<string, string>) {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let page = 1;; page++) {
    const asked = new URLSearchParams({ ...query, page: `${page}`, pageSize: `${size.page}` });
    const { status, body } = await ada.get(`${path}?${asked}`);
    expect(status).toBe(200);
    totals.add(body.total);
    if (body.data.length === 0) return { ids, totals: [...totals] };
    ids.push(...body.data.map(({ id }: { id: string }) => id));
  }
}

async function plainly(table: string, condition: string, order: string): Promise<string[]> {
  const { rows } = await sql.query(
    `select id from kith.${table} where owner_id = '${ada.id}' and ${condition} order by ${order}`,
  );
  return rows.map((row) => row["id"]);
}

/** The orders that a filter is tried with: in the thorough tier all of them, otherwise another one for each filter. */
const ordersFor = (orders: Record<string, string>, filter: number): string[] => {
  const names = Object.keys(orders);
  const tried = count({ quick: 1, thorough: names.length });
  return Array.from({ length: tried }, (_, n) => names[(filter + n) % names.length]!);
};

describe("the pages of contacts are those of one plain statement", () => {
  const today = "(now() at time zone 'Pacific/Auckland')::date";
  const nextContactOn =
    `((coalesce(last_contacted_at, created_at) at time zone 'Pacific/Auckland')::date + contact_frequency_days)`;
  const due = `coalesce(${nextContactOn} <= ${today}, false)`;
  const before = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const orders: Record<string, string> = {
    displayName: `display_name collate "und-x-icu", id`,
    "-displayName": `display_name collate "und-x-icu" desc, id desc`,
    createdAt: "created_at, id",
    "-updatedAt": "updated_at desc, id desc",
    lastContactedAt: "last_contacted_at nulls last, id",
    "-lastContactedAt": "last_contacted_at desc nulls last, id desc",
    nextContactOn: `${nextContactOn} nulls last, id`,
    "-nextContactOn": `${nextContactOn} desc nulls last, id desc`,
  };
  const filters: [query: Record<string, string>, condition: string][] = [
    [{}, "true"],
    [{ isFavorite: "false" }, "not is_favorite"],
    [{ needsContact: "true" }, due],
    [{ needsContact: "false" }, `not ${due}`],
    [{ nextContactBefore: before }, `${nextContactOn} < '${before}'`],
    [{ birthdayMonth: "4" }, "birthday like '%-04-__'"],
    [{ search: "person n1" }, "description like '%n1%'"],
    [{ search: "tail" }, "description like '%tail'"],
  ];
  const archived: typeof filters = [
    [{ isArchived: "true" }, "is_archived"],
    [{ isArchived: "any" }, "true"],
    [{ isArchived: "any", needsContact: "true" }, due],
  ];
  const unlessAsked = filters.map(([query, condition]): (typeof filters)[number] => [
    query,
    `${condition} and not is_archived`,
  ]);
  for (const [n, [query, condition]] of [...unlessAsked, ...archived].entries()) {
    it.each(ordersFor(orders, n))(`with ${JSON.stringify(query)} by %s`, async (sort) => {
      const expected = await plainly("contacts", condition, orders[sort]!);
      expect(expected.length).toBeGreaterThan(0);
      expect(await walk("/contacts", { ...query, sort })).toEqual({
        ids: expected,
        totals: [expected.length],
      });
    });
  }
});

describe("the pages of notes are those of one plain statement", () => {
  const day = (date: string) => `'${date}'::timestamp at time zone 'Pacific/Auckland'`;
  const orders: Record<string, string> = {
    occurredAt: "occurred_at, id",
    "-occurredAt": "occurred_at desc, id desc",
    "-createdAt": "created_at desc, id desc",
  };
  const filters: [name: string, query: () => Record<string, string>, condition: () => string][] = [
    ["all", () => ({}), () => "true"],
    ["of a type", () => ({ noteTypeId: typeId }), () => `note_type_id = '${typeId}'`],
    [
      "from the middle of a month to the middle of another",
      () => ({ from: "2023-03-10", to: "2025-02-20" }),
      () => `occurred_at >= ${day("2023-03-10")} and occurred_at < ${day("2025-02-21")}`,
    ],
    [
      "of a type within a month",
      () => ({ from: "2024-05-01", to: "2024-05-31", noteTypeId: typeId }),
      () =>
        `note_type_id = '${typeId}' and occurred_at >= ${day("2024-05-01")} and occurred_at < ${
          day("2024-06-01")
        }`,
    ],
    [
      "since the first day of a month",
      () => ({ from: "2024-02-01" }),
      () => `occurred_at >= ${day("2024-02-01")}`,
    ],
    ["of long ago", () => ({ to: "2020-01-01" }), () => "false"],
  ];
  for (const [n, [name, query, condition]] of filters.entries()) {
    it.each(ordersFor(orders, n))(`${name}, by %s`, async (sort) => {
      const expected = await plainly("notes", condition(), orders[sort]!);
      expect(await walk("/notes", { ...query(), sort })).toEqual({
        ids: expected,
        totals: [expected.length],
      });
    });
  }
});
