import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anyFreePort, loopback } from "../../supabase/local/core/ports.ts";
import type { BenchRequest, Contender, Operation } from "../contender.ts";
import type { AlternativeContext } from "../ratios/alternatives.ts";
import type { ExpectedAnswers } from "../expected-answers.ts";
import { createdCompany, type Workload } from "../workload.ts";
import { prepare } from "./alternatives/context.ts";
import { type AlternativeDatabase, makeDatabase } from "./alternatives/database.ts";
import { findProgram } from "./alternatives/packages.ts";
import { classes, fillParse, sessionToken } from "./alternatives/parse-tables.ts";
import { startServer } from "./alternatives/server.ts";

const appId = "kith-bench";
const masterKey = "for the setup alone";

/**
 * Parse Server on a database of its own on the same Postgres, with the same rows, in one process, set up as its guide
 * says: per-user ACLs and class-level permissions, no classes made by clients, caches and pool as they come. A session
 * token is its only credential, so it answers for both of Kith's. It keeps sessions in memory for five seconds, which is
 * less work than asking the database each time, as Kith does; its answers leave out members that are null, and to a
 * write it answers with little more than the id.
 */
export async function startParse(context: AlternativeContext): Promise<Contender> {
  const program = findProgram("parse");
  const { adminDatabaseUrl, folder, seeded, workload, expectedAnswers, progress } = await prepare(
    context,
    "parse",
  );
  const database = await makeDatabase(adminDatabaseUrl, "bench_parse");
  let stopServer: (() => Promise<void>) | undefined;
  const stop = async () => {
    await stopServer?.();
    await database.close();
  };
  try {
    const port = await anyFreePort();
    const origin = `http://${loopback}:${port}`;
    const settings = join(folder, "settings.json");
    await writeFile(settings, JSON.stringify(settingsOf(origin, port, database.url)));
    stopServer = await startServer({
      program: { ...program, args: [...program.args, settings] },
      folder,
      environment: {},
      healthUrl: `${origin}/parse/health`,
      healthHeaders: { "x-parse-application-id": appId },
    });
    progress("started");
    for (const each of classes) {
      await send(origin, `schemas/${each.className}`, each, { "x-parse-master-key": masterKey });
    }
    // The first sign-up makes the table of sessions.
    await send(origin, "users", { username: "setup", password: "nobody signs in by it" }, {
      "x-parse-revocable-session": "1",
    });
    await fillParse(database, seeded, progress);
    return parse(origin, workload, expectedAnswers, database, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

const settingsOf = (origin: string, port: number, databaseURI: string) => ({
  appId,
  masterKey,
  databaseURI,
  host: loopback,
  port,
  mountPath: "/parse",
  serverURL: `${origin}/parse`,
  publicServerURL: `${origin}/parse`,
  allowClientClassCreation: false,
});

/** Sends what belongs to the setup. */
async function send(
  origin: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<void> {
  const answer = await fetch(`${origin}/parse/${path}`, {
    method: "POST",
    headers: {
      "x-parse-application-id": appId,
      ...headers,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`);
}

/** It is there to be searched, and to be searched it has to be readable. Answers without it are no slower. */
const excludeKeys = "searchText";

const date = (iso: string) => ({ __type: "Date", iso: `${iso}T00:00:00.000Z` });

function parse(
  origin: string,
  workload: Workload,
  expectedAnswers: ExpectedAnswers,
  { sql }: AlternativeDatabase,
  stop: () => Promise<void>,
): Contender {
  const today = new Date().toISOString().slice(0, 10);
  return {
    name: "Parse Server",
    origin,
    request(operation, credential, n) {
      const ask = workload.ask(n);
      const { id } = workload.seeded.owners[ask.owner]!;
      const owner = { __type: "Pointer", className: "_User", objectId: id };
      const headers: Record<string, string> = {
        "x-parse-application-id": appId,
        "x-parse-session-token": sessionToken(ask.owner),
      };
      const page = (path: string, where: Record<string, unknown>, order: string): BenchRequest => {
        const query = new URLSearchParams({
          where: JSON.stringify({ owner, ...where }),
          order,
          limit: "50",
          count: "1",
          excludeKeys,
        });
        return { method: "GET", path: `/parse/classes/${path}?${query}`, headers };
      };
      const contacts = (where = {}) => page("Contact", where, "displayName,objectId");
      const write = (method: "POST" | "PUT", path: string, body: unknown): BenchRequest => ({
        method,
        path: `/parse/classes/${path}`,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      switch (operation) {
        case "list 50":
          return contacts();
        case "search":
          return contacts({ searchText: { $regex: ask.word } });
        case "needsContact":
          return contacts({ nextContactOn: { $lte: date(today) } });
        case "get":
          return {
            method: "GET",
            path: `/parse/classes/Contact/${ask.contactId}?excludeKeys=${excludeKeys}`,
            headers,
          };
        case "create": {
          const ACL = { [id]: { read: true, write: true } };
          return write("POST", "Contact", { ...workload.newPerson(n), owner, ACL });
        }
        case "patch": {
          const jobTitle = workload.newJobTitle(`parse ${credential}`, n);
          return write("PUT", `Contact/${ask.contactId}`, { jobTitle });
        }
        case "notes of a month": {
          const occurredAt = { $gte: date(ask.from), $lt: date(ask.after) };
          return page("Note", { occurredAt }, "-occurredAt,-objectId");
        }
      }
    },
    verify: (operation, status, body) => verify(expectedAnswers, operation, status, body),
    async removeCreatedRows() {
      await sql`delete from "Contact" where company = ${createdCompany}`;
      await sql`vacuum "Contact"`;
    },
    stop,
  };
}

interface ParseRow {
  objectId: string;
  updatedAt?: string;
}

function verify(
  expectedAnswers: ExpectedAnswers,
  operation: Operation,
  status: number,
  body: unknown,
): void {
  const { results, count } = body as { results?: ParseRow[]; count?: number };
  const rows = (results ?? [body as ParseRow]).map((row) => ({ id: row.objectId, ...row }));
  const isWrite = operation === "create" || operation === "patch";
  if (!isWrite) return expectedAnswers.verifyRows(operation, status, rows, count ?? null);
  // No row comes back: only that there is one now, or that it was changed just now.
  const [row] = rows;
  const isDone = operation === "create"
    ? status === 201 && typeof row?.objectId === "string"
    : status === 200 && Date.now() - Date.parse(row?.updatedAt ?? "") < 60_000;
  if (!isDone) throw new Error(`"${operation}": ${status} ${JSON.stringify(body)}`);
}
