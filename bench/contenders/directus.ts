import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anyFreePort, loopback } from "../../supabase/local/core/ports.ts";
import type { BenchRequest, Contender, Operation } from "../contender.ts";
import type { AlternativeContext } from "../ratios/alternatives.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import { createdCompany, type Workload } from "../workload.ts";
import { prepare } from "./alternatives/context.ts";
import { type AlternativeDatabase, makeDatabase } from "./alternatives/database.ts";
import {
  collections,
  contactNames,
  fillDirectus,
  noteNames,
  ownRows,
  staticToken,
} from "./alternatives/directus-tables.ts";
import { findProgram } from "./alternatives/packages.ts";
import { runToEnd, startServer } from "./alternatives/server.ts";
import { newRow } from "./rest.ts";

const adminToken = randomBytes(16).toString("hex");

/**
 * Directus on a database of its own on the same Postgres, with the same rows, in one process: two collections, a policy
 * by which everybody reaches their own rows, a static token for each, caches, pool and limits as they come. A static
 * token is its nearest to both of Kith's credentials, so it answers for both.
 *
 * Version 11, not 12: since 12 a policy like this one is a feature of its paid licenses, and without one it
 * also sends telemetry whatever its settings say.
 */
export async function startDirectus(context: AlternativeContext): Promise<Contender> {
  const program = findProgram("directus");
  const { adminDatabaseUrl, folder, seeded, workload, expectedAnswers, progress } = await prepare(
    context,
    "directus",
  );
  const database = await makeDatabase(adminDatabaseUrl, "bench_directus");
  let stopServer: (() => Promise<void>) | undefined;
  const stop = async () => {
    await stopServer?.();
    await database.close();
  };
  try {
    await writeFile(join(folder, "package.json"), "{}");
    await mkdir(join(folder, "uploads"), { recursive: true });
    await mkdir(join(folder, "extensions"), { recursive: true });
    const port = await anyFreePort();
    const origin = `http://${loopback}:${port}`;
    const environment = environmentOf(origin, port, new URL(database.url));
    const command = (name: string) => ({ ...program, args: [...program.args, name] });
    await runToEnd(command("bootstrap"), folder, environment);
    progress("tables of its own made");
    const healthUrl = `${origin}/server/ping`;
    stopServer = await startServer({ program: command("start"), folder, environment, healthUrl });
    progress("started");
    await fillDirectus(database, seeded, await setUp(origin), progress);
    return directus(origin, workload, expectedAnswers, database, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

const environmentOf = (origin: string, port: number, database: URL): Record<string, string> => ({
  HOST: loopback,
  PORT: String(port),
  PUBLIC_URL: origin,
  SECRET: randomBytes(32).toString("hex"),
  DB_CLIENT: "pg",
  DB_HOST: database.hostname,
  DB_PORT: database.port,
  DB_DATABASE: database.pathname.slice(1),
  DB_USER: database.username,
  DB_PASSWORD: database.password,
  ADMIN_EMAIL: "admin@example.com",
  ADMIN_PASSWORD: randomBytes(16).toString("hex"),
  ADMIN_TOKEN: adminToken,
  LOG_LEVEL: "warn",
  TELEMETRY: "false",
  EMAIL_VERIFY_SETUP: "false",
  // Its page for administrators, which nobody asks for here.
  SERVE_APP: "false",
  // Sixteen connections keep a process busy: it is to answer them, not to refuse them with 503.
  PRESSURE_LIMITER_ENABLED: "false",
});

/** Makes the collections and the role of the owners, through its API. Returns the role. */
async function setUp(origin: string): Promise<string> {
  const send = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(`${origin}/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text).data.id;
  };
  for (const collection of collections) await send("collections", collection);
  const role = await send("roles", { name: "Owner" });
  const policy = await send("policies", ownRows);
  await send("access", { role, policy });
  return role;
}

function directus(
  origin: string,
  workload: Workload,
  expectedAnswers: ExpectedAnswers,
  { sql }: AlternativeDatabase,
  stop: () => Promise<void>,
): Contender {
  const today = new Date().toISOString().slice(0, 10);
  return {
    name: "Directus",
    origin,
    request(operation, credential, n) {
      const ask = workload.ask(n);
      const headers: Record<string, string> = {
        authorization: `Bearer ${staticToken(ask.owner)}`,
      };
      const page = (
        collection: string,
        fields: string,
        sort: string,
        filter?: unknown,
      ): BenchRequest => {
        const query = new URLSearchParams({ fields, sort, limit: "50", meta: "filter_count" });
        if (filter) query.set("filter", JSON.stringify(filter));
        return { method: "GET", path: `/items/${collection}?${query}`, headers };
      };
      const contacts = (filter?: unknown) =>
        page("contacts", contactNames, "display_name,id", filter);
      const one = (method: BenchRequest["method"], path: string, body?: unknown): BenchRequest => ({
        method,
        path: `/items/contacts${path}?fields=${contactNames}`,
        headers: body ? { ...headers, "content-type": "application/json" } : headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      switch (operation) {
        case "list 50":
          return contacts();
        case "search":
          return contacts({ search_text: { _contains: ask.word } });
        case "needsContact":
          return contacts({ next_contact_on: { _lte: today } });
        case "get":
          return one("GET", `/${ask.contactId}`);
        case "create":
          return one("POST", "", newRow(workload.newPerson(n)));
        case "patch": {
          const job_title = workload.newJobTitle(`directus ${credential}`, n);
          return one("PATCH", `/${ask.contactId}`, { job_title });
        }
        case "notes of a month": {
          const month = { _gte: `${ask.from}T00:00:00Z`, _lt: `${ask.after}T00:00:00Z` };
          return page("notes", noteNames, "-occurred_at,-id", { occurred_at: month });
        }
      }
    },
    verify: (operation, status, body) => verify(expectedAnswers, operation, status, body),
    async removeCreatedRows() {
      await sql`delete from contacts where company = ${createdCompany}`;
      await sql`vacuum contacts`;
    },
    stop,
  };
}

function verify(
  expectedAnswers: ExpectedAnswers,
  operation: Operation,
  status: number,
  body: unknown,
): void {
  const { data, meta } = body as { data: unknown; meta?: { filter_count: number } };
  // It answers 200 to what makes a row, too.
  const expected = operation === "create" && status === 200 ? 201 : status;
  expectedAnswers.verifyRows(operation, expected, data, meta?.filter_count ?? null);
}
