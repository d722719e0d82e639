import { expect } from "vitest";
import { inWords, type Scope, scopes } from "../../functions/kith/core/scopes.ts";
import type { Answer } from "./client.ts";
import type { Sql } from "./database.ts";
import { ownedRows } from "./owned-rows.ts";
import { expectProblem } from "./problems.ts";
import type { TestRoute } from "./route-table.ts";
import { superuser } from "./sql.ts";

/** The area of scopes for each first part of a path; of other resources that of their policies. */
const areas: Record<string, string> = {
  contacts: "contacts",
  networks: "networks",
  notes: "notes",
  "note-types": "notes",
  reminders: "reminders",
  upcoming: "reminders",
  me: "profile",
  activity: "activity",
  trash: "activity",
  changes: "activity",
};

const sql = superuser();
for (
  const { path, scope } of await sql<{ path: string; scope: string }[]>`
  select replace(split_part(source, '.', 2), '_', '-') as path, scope from kith_private.resources()`
) {
  areas[path] ??= scope;
}

/** What differs from the rule that reading needs `area:read`, and all else `area:write`. */
const exceptions: Record<string, Scope[]> = {
  "get /me": [],
  "post /contacts/{id}/merge": ["contacts:write", "notes:write", "reminders:write"],
  "post /notes/with-reminder": ["notes:write", "reminders:write"],
  "get /upcoming": ["contacts:read", "reminders:read"],
  "get /export": scopes.filter((scope) => /^(?!activity).*:read$/.test(scope)),
};

/** The scopes that a route has to need, said without looking at what it says itself. */
export function neededScopes({ name, method, path, credential }: TestRoute): Scope[] {
  if (credential !== "any") return [];
  if (exceptions[name]) return exceptions[name];
  // A preview of an import shows what it is compared with.
  if (path.startsWith("/imports")) return ["contacts:write", "networks:write", "notes:write"];
  if (path.startsWith("/networks/{id}/contacts")) return ["contacts:write", "networks:read"];
  const area = areas[path.split("/")[1] ?? ""];
  if (!area) throw new Error(`Say in test/support/key-scopes.ts which scopes ${path} needs.`);
  return [`${area}:${method === "get" ? "read" : "write"}` as Scope];
}

/** What referring to one of a collection needs besides; a key of the owner needs nothing. */
export const referenceScopes = ({ bodyIds }: TestRoute): Scope[] =>
  bodyIds.filter(({ collection }) => collection !== "api-keys")
    .map(({ collection }) => `${areas[collection]}:read` as Scope);

/** What seeing the example of a change set needs besides, which is that of a contact. */
export const exampleScopes = ({ ids }: TestRoute): Scope[] =>
  ids.some(({ collection }) => ["activity", "trash"].includes(collection)) ? ["contacts:read"] : [];

/** Demands the refusal of a key that lacks these scopes; none where it is limited to networks. */
export function expectInsufficient(answer: Answer, missing: string[]): void {
  const { detail } = expectProblem(answer, 403, "insufficient_scope");
  const scope = missing.length > 0 ? `, scope="${missing.join(" ")}"` : "";
  expect(answer.headers.get("www-authenticate")).toBe(`Bearer error="insufficient_scope"${scope}`);
  if (missing.length > 0) expect(detail).toBe(`This API key lacks ${inWords(missing)}.`);
}

/** All rows of an owner, the log included, but not what using a key writes. */
export async function rowsBesidesUse(sql: Sql, owner: string): Promise<Record<string, unknown[]>> {
  const { "kith_private.api_key_days": _, ...rows } = await ownedRows(sql, owner);
  const keys = await sql<{ row: unknown }[]>`
    select to_jsonb(k) - '{last_used_at,last_operation,refused_at,refused_scopes}'::text[] as row
      from kith_private.api_keys k where k.owner_id = ${owner} order by k.id`;
  return { ...rows, "kith_private.api_keys": keys.map(({ row }) => row) };
}

/** The counts of a key: its requests, the refused ones, and those that the rate limit counts. */
export async function countsOf(sql: Sql, key: string): Promise<[number, number, number]> {
  const [row] = await sql`
    select requests, refusals, cardinality(instants) as counted
      from kith_private.api_key_requests where api_key_id = ${key}`;
  return [row?.["requests"] ?? 0, row?.["refusals"] ?? 0, row?.["counted"] ?? 0];
}

/** Counts requests of a key or connection as allowed so many seconds ago, after those that are counted already. */
export async function countRequests(
  sql: Sql,
  id: string,
  requests: number,
  secondsAgo = 0,
): Promise<void> {
  await sql`
    insert into kith_private.api_key_requests as r (api_key_id, instants)
    select ${id}, array_fill(clock_timestamp() - make_interval(secs => ${secondsAgo}), array[${requests}::int])
    on conflict (api_key_id) do update set instants = r.instants || excluded.instants`;
}
