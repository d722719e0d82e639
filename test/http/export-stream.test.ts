import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import { as, baseUrl, type Json } from "../support/client.ts";
import { type FunctionCopy, functionLog, startFunctionCopy } from "../support/function-copy.ts";
import { superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

const sql = superuser();
let ada: Account;
/** The owner of so many contacts that exporting them takes a while. */
let collector: Account;
const thousands = 12_000;
/** A copy of the function whose connections are told from those that other tests need. */
let copy: FunctionCopy;
const nameOfCopy = "kith-export";

beforeAll(async () => {
  [ada, collector] = await Promise.all([signUp(), signUp()]);
  const url = new URL(inject("stack").databaseUrl);
  url.searchParams.set("application_name", nameOfCopy);
  copy = await startFunctionCopy({ SUPABASE_DB_URL: url.href });
  // Texts that cannot be compressed by much, so that the answer is longer than what sockets keep.
  await sql`
    insert into kith.contacts (owner_id, first_name, description)
    select ${ada.id}, 'Contact ' || n, (
      select string_agg(md5(random()::text || n || i), '') from generate_series(1, 90) i)
    from generate_series(1, 3000) n`;
  await sql`
    insert into kith.contacts (owner_id, first_name, nickname, description)
    select ${collector.id}, 'Contact ' || n, 'before', repeat('x', 200)
    from generate_series(1, ${thousands}::integer) n`;
});
afterAll(() => copy?.stop());

interface Reading {
  /** Lets the bytes come. */
  rest(): Promise<{ bytes: Buffer; isWhole: boolean }>;
  stop(): void;
}

/** Asks for an export and reads nothing of its body yet. */
function ask({ token }: Account, base = baseUrl()): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(`${base}/contacts/export?format=json`, { headers }, (answer) => {
      answer.pause();
      answer.on("error", () => {});
      const rest = async () => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        await new Promise((done) => void answer.on("close", done).resume());
        return { bytes: Buffer.concat(chunks), isWhole: answer.complete };
      };
      resolve({ rest, stop: () => void asked.destroy() });
    });
    asked.on("error", reject).end();
  });
}

/** Connections of the copy that are in a transaction. */
async function busyConnections(): Promise<number> {
  const [row] = await sql`
    select count(*)::integer as busy from pg_stat_activity
     where application_name = ${nameOfCopy} and (state <> 'idle' or backend_xmin is not null)`;
  return row!["busy"];
}

describe("a long export", () => {
  it("releases its database connection while a client does not read", async () => {
    const readings = [];
    for (let n = 0; n < 5; n++) readings.push(await ask(ada, copy.base));
    await until("all connections are idle", async () => await busyConnections() === 0);
    const first = await readings[0]!.rest();
    expect(first.isWhole).toBe(true);
    for (const reading of readings.slice(1)) reading.stop();
  });

  it("ends its transaction when the client disconnects", async () => {
    for (let n = 0; n < 4; n++) (await ask(ada, copy.base)).stop();
    await until("all connections are idle", async () => await busyConnections() === 0);
  });

  it("shows one instant, whatever is written meanwhile", async () => {
    // The first page is read before there is an answer.
    const { rest } = await ask(collector);
    // Few of each page, so that it is written before the last page is read.
    await sql`
      update kith.contacts set nickname = 'after'
       where owner_id = ${collector.id} and first_name like '%99'`;
    const { contacts } = JSON.parse((await rest()).bytes.toString());
    expect(contacts.length).toBe(thousands);
    expect(new Set(contacts.map(({ nickname }: Json) => nickname))).toEqual(new Set(["before"]));
  });

  it("breaks off, and logs it, when the database fails in the middle", async () => {
    const reading = await ask(collector, copy.base);
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = ${nameOfCopy} and backend_xmin is not null`;
    expect(ended).toHaveLength(1);
    expect((await reading.rest()).isWhole).toBe(false);
    // The log is written beside the answer, and may be later than its end.
    const logged = async () =>
      (await functionLog()).some((line) => line.includes('"export_failed"'));
    await expect.poll(logged, { timeout: 10_000 }).toBe(true);
  });

  it("waits for others of the account", async () => {
    // The account is small, because an export that waits for more than four seconds is refused.
    const me = await signUp();
    await me.make("/contacts", { firstName: "Ana" });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => me.get("/contacts/export?format=csv")),
    );
    for (const answer of answers) expectStatus(answer, 200);
  });
});

// test/sql/limited-reads-property.test.ts exports with a key for some networks.
it("an export with a key that may not read networks names none", async () => {
  const me = await signUp();
  const network = await me.make("/networks", { name: "Left" });
  await me.make("/contacts", { firstName: "Cleo", networkIds: [network.id] });
  const contactsOnly = as((await makeKey(me, "C", { scopes: ["contacts:read"] })).key);
  const { text } = await contactsOnly.get("/contacts/export");
  expect(text).toContain("FN:Cleo\r\n");
  expect(text).not.toMatch(/CATEGORIES|Left/);
});
