// Supabase's Management API, as far as Kith is installed through it: https://supabase.com/docs/reference/api
import { setTimeout as sleep } from "node:timers/promises";

/** Which project, and with what it is reached. */
export interface ManagedProject {
  /** The reference: 20 letters. Also that of a branch, which no list of projects names. */
  ref: string;
  /** A personal access token. */
  token: string;
  /** `https://api.supabase.com`, or another one with the same paths. */
  apiUrl: string;
}

/** What a token needs for a call: the permission's name in the dashboard, and whether reading is enough. */
export type Permission = `${string}: ${"Read" | "Read-write"}`;

/** One request. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/v1/projects/{ref}`. */
  path: string;
  needs: Permission;
  /** JSON, or a form with files. */
  body?: unknown;
}

/** A row of an answer to a query. */
export type Row = Record<string, unknown>;

/** The Management API for one project. */
export interface Management {
  /**
   * Sends a request, and again where the network or the platform fails: each one that Kith sends can be repeated.
   * @returns the answer's JSON
   * @throws ManagementError in one line
   */
  send(call: Call): Promise<unknown>;
  /**
   * Runs SQL as the role `postgres`. Several statements are one transaction, since they are sent as one message.
   * @param what it does, in a comment before the SQL: the platform's logs show it
   * @returns the rows of the last statement that has some
   * @throws ManagementError with the database's message
   */
  query(what: string, sql: string): Promise<Row[]>;
}

/** The API has refused, or was not reached. */
export class ManagementError extends Error {
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Statuses after which the same request may succeed. */
const passing = new Set([0, 408, 429, 500, 502, 503, 504, 520, 522, 524]);

/** @param pauseMs before a request is repeated for the first time; twice and four times as long after that */
export function managementApi(project: ManagedProject, pauseMs = 2000): Management {
  const send = async (call: Call): Promise<unknown> => {
    for (let pause = pauseMs;; pause *= 2) {
      try {
        return await sendOnce(project, call);
      } catch (error) {
        if (!passing.has((error as ManagementError).status) || pause > pauseMs * 4) throw error;
        await sleep(pause);
      }
    }
  };
  return {
    send,
    async query(what, sql) {
      const body = { query: `-- Kith: ${what}\n${sql}` };
      const call = {
        method: "POST",
        path: "/database/query",
        needs: "Database: Read-write",
      } as const;
      return await send({ ...call, body }) as Row[];
    },
  };
}

async function sendOnce({ ref, token, apiUrl }: ManagedProject, call: Call): Promise<unknown> {
  const { method, path, body } = call;
  const isForm = body instanceof FormData;
  const answer = await fetch(`${apiUrl}/v1/projects/${ref}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(180_000),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: Error };
    throw new ManagementError(
      0,
      `${new URL(apiUrl).host} cannot be reached: ${cause?.message || error.message}`,
    );
  });
  const text = await answer.text().catch(() => "");
  if (answer.ok) return text ? JSON.parse(text) : undefined;
  throw new ManagementError(answer.status, complaintOf(answer.status, text, ref, call));
}

function complaintOf(
  status: number,
  text: string,
  ref: string,
  { method, path, needs }: Call,
): string {
  const message = messageIn(text);
  if (status === 401) {
    return "Supabase does not accept the access token. Make a new one (dashboard: Account, Access Tokens).";
  }
  if (status === 403) {
    return `The access token may not do this in project ${ref}: it needs "${needs}".`;
  }
  if (status === 404 && !/function/i.test(message)) {
    return `There is no project ${ref} that the access token reaches. Its reference is in the dashboard's address.`;
  }
  // What the platform writes before the database's own words.
  const [, sql] = /Failed to run sql query: ?(.*)/s.exec(message) ?? [];
  return sql
    ? `The database says: ${sql.trim()}`
    : `${method} ${path} was answered ${status}: ${message}`;
}

function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    return String(message ?? error ?? text).slice(0, 500);
  } catch {
    return text.slice(0, 200);
  }
}
