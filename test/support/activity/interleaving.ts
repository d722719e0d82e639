import type { Connection } from "../database.ts";
import { become } from "../sql.ts";
import { until } from "../wait.ts";
import { handle, type LogDatabase, type Person } from "./log-database.ts";

export const doors = ["API", "Data API", "SQL editor"] as const;
export type Door = typeof doors[number];

/** Every order of the three steps of two writers. */
export function interleavings(): number[][] {
  const orders: number[][] = [];
  for (let mask = 0; mask < 64; mask++) {
    const order = Array.from({ length: 6 }, (_, n) => mask >> n & 1);
    if (order.filter(Boolean).length === 3) orders.push(order);
  }
  return orders;
}

/** A transaction that begins, writes and commits, a step at a time. */
export class Writer {
  private running: Promise<unknown> = Promise.resolve();
  private begun = 0;
  private done = 0;
  private ending: Promise<void> | undefined;
  private readonly steps: (() => Promise<unknown>)[];

  private constructor(
    private readonly database: LogDatabase,
    private readonly connection: Connection,
    private readonly pid: number,
    write: () => Promise<unknown>,
  ) {
    this.steps = [() => connection`begin`, write, () => connection`commit`];
  }

  static async open(
    database: LogDatabase,
    person: Person,
    door: Door,
    contact: string,
  ): Promise<Writer> {
    const connection = await database.asked.connect();
    const [{ pid }] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
    return new Writer(
      database,
      connection,
      pid,
      () => writeThrough(door, connection, person, contact),
    );
  }

  get hasCommitted(): boolean {
    return this.done === 3;
  }

  /** Begins the next step once the one before is done. */
  next(): void {
    const step = this.steps.shift()!;
    this.begun++;
    this.running = this.running.then(step).then(() => this.done++);
    this.running.catch(() => this.begun = this.done);
  }

  /** Until all steps that were begun are done, or wait for another transaction. */
  async settled(): Promise<void> {
    const { superuser } = this.database;
    const waits = until("the step is done, or waits", async () =>
      this.done === this.begun ||
      (await superuser`select from pg_catalog.pg_locks where pid = ${this.pid} and not granted`)
          .length > 0);
    await Promise.race([this.running.catch(() => {}), waits]);
  }

  /** Does the rest, once. @throws what went wrong */
  end(): Promise<void> {
    return this.ending ??= this.finish();
  }

  private async finish(): Promise<void> {
    try {
      await this.running;
      for (const step of this.steps) await step();
    } finally {
      await this.connection`rollback`.catch(() => {});
      this.connection.release();
    }
  }
}

async function writeThrough(
  door: Door,
  sql: Connection,
  person: Person,
  contact: string,
): Promise<void> {
  if (door === "API") {
    for (
      const [operation, args] of [
        ["update_contact", { id: contact, body: { nickname: `API ${Math.random()}` } }],
        ["create_note", { body: { content: "Through the API", contactId: contact } }],
      ] as const
    ) {
      const { status, body, log } = await handle(sql, person.token, operation, args);
      if (status === null) throw new Error(`${operation}: ${JSON.stringify(body)} ${log}`);
    }
    return;
  }
  if (door === "Data API") await become(sql, { sub: person.id });
  await sql`update kith.contacts set company = ${`${door} ${Math.random()}`} where id = ${contact}`;
  await sql`
    insert into kith.reminders (owner_id, title, contact_id) values (${person.id}, ${door}, ${contact})`;
}
