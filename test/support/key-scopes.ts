import { expect } from "vitest";
import { inWords, type Scope, scopes as allScopes } from "../../functions/kith/core/scopes.ts";
import type { Answer } from "./client.ts";
import type { Sql } from "./database.ts";
import { ownedRows } from "./owned-rows.ts";
import { expectProblem } from "./problems.ts";
import type { TestRoute } from "./route-table.ts";

/** The area of scopes for each first part of a path. */
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

/** What differs from the rule that reading needs `area:read`, and all else `area:write`. */
const exceptions: Record<string, Scope[]> = {
  "get /me": [],
  "post /contacts/{id}/merge": ["contacts:write", "notes:write", "reminders:write"],
  "get /upcoming": ["contacts:read", "reminders:read"],
  "get /export": [
    "contacts:read",
    "networks:read",
    "notes:read",
    "reminders:read",
    "profile:read",
  ],
  "put /networks/{id}/contacts": ["contacts:write", "networks:read"],
  "put /networks/{id}/contacts/{contactId}": ["contacts:write", "networks:read"],
  "delete /networks/{id}/contacts/{contactId}": ["contacts:write", "networks:read"],
};

/** Whatever of them is asked, because a preview shows what it is compared with. */
const importScopes: Scope[] = ["contacts:write", "networks:write", "notes:write"];

/** The scopes that a route has to need, said without looking at what it says itself. */
export function neededScopes({ method, path, credential }: TestRoute): Scope[] {
  if (credential !== "any") return [];
  const exception = exceptions[`${method} ${path}`];
  if (exception) return exception;
  if (path.startsWith("/imports")) return importScopes;
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

const areaOf = (scope: string) => scope.split(":")[0];
const ofArea = (area: string | undefined) => allScopes.filter((each) => areaOf(each) === area);

export interface Limits {
  what: string;
  scopes: Scope[];
}

/** Limits that allow a route. */
export function sufficient(route: TestRoute): Limits[] {
  const needed = neededScopes(route);
  const exactly = needed.length > 0 ? needed : ["activity:read" as const];
  return [
    { what: "exactly what it needs", scopes: exactly },
    { what: "reading and writing", scopes: exactly.flatMap((scope) => ofArea(areaOf(scope))) },
    { what: "all scopes", scopes: [...allScopes] },
  ];
}

/** Limits that do not allow a route, with the scopes that are missing. */
export function insufficient(route: TestRoute): (Limits & { missing: Scope[] })[] {
  const needed = neededScopes(route);
  const other = [...new Set(Object.values(areas))].find((area) =>
    !needed.some((scope) => areaOf(scope) === area)
  );
  const candidates: Limits[] = [
    // Writing includes reading, so that a key without the one is without the other.
    ...needed.map((scope) => ({
      what: `everything but ${scope}`,
      scopes: allScopes.filter((each) =>
        each !== scope && each !== scope.replace(":read", ":write")
      ),
    })),
    { what: "reading all", scopes: allScopes.filter((scope) => scope.endsWith(":read")) },
    { what: `only ${other}`, scopes: ofArea(other) },
    ...needed.map((scope) => ({
      what: `only reading ${areaOf(scope)}`,
      scopes: ofArea(areaOf(scope)).filter((each) => each.endsWith(":read")),
    })),
  ];
  return candidates
    .map((limits) => ({
      ...limits,
      missing: needed.filter((each) => !limits.scopes.includes(each)),
    }))
    .filter(({ missing }) => missing.length > 0);
}

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
    select to_jsonb(k) - '{last_used_at,last_operation}'::text[] as row
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
