import type { Operation } from "./contender.ts";
import { createdCompany, type Workload } from "./workload.ts";
import { openDatabase, type Sql } from "../test/support/database.ts";

interface Expected {
  /** In the order of names as people sort them, which is Kith's, and as the database sorts by default, which is REST's. */
  ids: { kith: string[]; rows: string[] };
  total: number;
}

interface Row {
  id: string;
  lastName?: string;
  last_name?: string;
  jobTitle?: string;
  job_title?: string;
}

const due = `contact_frequency_days is not null and
  (coalesce(last_contacted_at, created_at) at time zone 'UTC')::date + contact_frequency_days
    <= (now() at time zone 'UTC')::date`;

/** What the answers to the first request of each operation have to hold, as the tables themselves say. */
export class ExpectedAnswers {
  readonly #expected = new Map<Operation, Expected>();

  private constructor(readonly workload: Workload) {}

  static async of(adminDatabaseUrl: string, workload: Workload): Promise<ExpectedAnswers> {
    const expectedAnswers = new ExpectedAnswers(workload);
    const sql = openDatabase(adminDatabaseUrl);
    try {
      await expectedAnswers.#read(sql);
    } finally {
      await sql.end();
    }
    return expectedAnswers;
  }

  async #read(sql: Sql): Promise<void> {
    const ask = this.workload.ask(0);
    const owner = this.workload.seeded.owners[ask.owner]!.id;
    const contacts = async (operation: Operation, condition: string, ...values: string[]) => {
      const ordered = async (order: string) => {
        const { rows } = await sql.query<{ id: string }>(
          `select id from kith.contacts where owner_id = $1 and ${condition} order by ${order}, id`,
          [owner, ...values],
        );
        return rows.map(({ id }) => id);
      };
      const [kith, rows] = [
        await ordered(`display_name collate "und-x-icu"`),
        await ordered("display_name"),
      ];
      this.#expect(operation, { kith, rows });
    };
    await contacts("list 50", "true");
    await contacts("search", "strpos(search_text, $2) > 0", ask.word);
    await contacts("needsContact", due);
    const notes = await sql<{ id: string }[]>`
      select id from kith.notes where owner_id = ${owner} and occurred_at >= ${ask.from}::timestamptz
        and occurred_at < ${ask.after}::timestamptz order by occurred_at desc, id desc`;
    const ids = notes.map(({ id }) => id);
    this.#expect("notes of a month", { kith: ids, rows: ids });
  }

  #expect(operation: Operation, ids: Expected["ids"]): void {
    const total = ids.rows.length;
    if (total === 0) throw new Error(`The seed has nothing that "${operation}" would answer with.`);
    this.#expected.set(operation, {
      ids: { kith: ids.kith.slice(0, 50), rows: ids.rows.slice(0, 50) },
      total,
    });
  }

  /** An answer in the shape of Kith's. */
  verifyKith(operation: Operation, status: number, body: unknown): void {
    const page = body as { data?: Row[]; total?: number };
    this.#verify(operation, status, page.data ?? [body as Row], page.total ?? null, "kith");
  }

  /** Rows as REST gives them, and the total where it was told. */
  verifyRows(operation: Operation, status: number, data: unknown, total: number | null): void {
    this.#verify(operation, status, [data].flat() as Row[], total, "rows");
  }

  #verify(
    operation: Operation,
    status: number,
    rows: Row[],
    total: number | null,
    order: "kith" | "rows",
  ): void {
    const fail = (what: string) => {
      throw new Error(`"${operation}": ${what}: ${JSON.stringify(rows).slice(0, 500)}`);
    };
    if (status !== (operation === "create" ? 201 : 200)) fail(`the status is ${status}`);
    const expected = this.#expected.get(operation);
    if (expected) {
      if (rows.map(({ id }) => id).join() !== expected.ids[order].join()) fail("other rows");
      if (total !== null && total !== expected.total) fail(`${total}, not ${expected.total}`);
      return;
    }
    const ask = this.workload.ask(0);
    const [row] = rows;
    if (rows.length !== 1 || row === undefined) return fail("not one row");
    if (operation === "create") {
      const { lastName } = this.workload.newPerson(0);
      if ((row.lastName ?? row.last_name) !== lastName) fail("not what was sent");
      return;
    }
    if (row.id !== ask.contactId) fail("another contact");
    const title = row.jobTitle ?? row.job_title;
    if (operation === "patch" && !title?.startsWith("Colleague 0 ")) fail("not what was sent");
  }
}

/** Removes what "create" has made, so that lists stay as long as they were. */
export async function removeCreated(sql: Sql): Promise<void> {
  await sql`delete from kith.contacts where company = ${createdCompany}`;
}
