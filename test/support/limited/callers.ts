import { randomUUID } from "node:crypto";
import { scopes as allScopes } from "../../../functions/kith/core/scopes.ts";
import type { Sql } from "../database.ts";
import { type Content, reaches } from "./tables.ts";

/** The limits of an API key, as `handle` puts them into the claims; null for everything. */
export interface Limits {
  scopes: string[] | null;
  networkIds: string[] | null;
}

/** Who runs a statement: the role, and the claim `kith`, which is left out where it is undefined. */
export interface Caller {
  name: string;
  role: "kith_limited" | "authenticated";
  claim: unknown;
  /** What the caller may do, whatever the claim says. */
  limits: Limits;
}

const everything: Limits = { scopes: null, networkIds: null };

/** A key with these limits. */
export function limited(name: string, limits: Partial<Limits>): Caller {
  const all = { ...everything, ...limits };
  return { name, role: "kith_limited", claim: { ...all, expiresAt: null }, limits: all };
}

/** Claims that say less about limits than `handle` always says: such a caller may do nothing. */
export const incomplete: Caller[] = Object.entries({
  "no claim": undefined,
  "a claim that is null": null,
  "an empty claim": {},
  "a claim without networks": { scopes: [...allScopes] },
  "a claim without scopes": { networkIds: null },
  "networks that are no list": { scopes: null, networkIds: {} },
  "scopes that are no list": { scopes: "contacts:read", networkIds: null },
}).map(([name, claim]) => (
  { name, role: "kith_limited", claim, limits: { scopes: [], networkIds: [] } }
));

/** Those who have no limits. The second is a key that only expires. */
export const unlimited: Caller[] = [
  { name: "authenticated", role: "authenticated", claim: undefined, limits: everything },
  {
    name: "a key that expires",
    role: "authenticated",
    claim: { ...everything, expiresAt: "2999-01-01T00:00:00Z" },
    limits: everything,
  },
];

/** All scopes but those that name one of these areas. */
export const scopesWithout = (...areas: string[]): string[] =>
  allScopes.filter((scope) => !areas.includes(scope.split(":")[0]!));

/** Reading, and where it says so writing, in these areas. */
export const scopesOf = (areas: string[], writes = false): string[] =>
  allScopes.filter((scope) => {
    const [area, verb] = scope.split(":");
    return areas.includes(area!) && (writes || verb === "read");
  });

/** Every kind of limits that makes a difference for a table. */
export function callersOf(table: string, { networks }: Content): Caller[] {
  const { read, write, besides = [] } = reaches[table]!;
  const needed = [...read ?? [], ...write ? [write] : [], ...besides];
  const areas = needed.map((scope) => scope.split(":")[0]!);
  const others = ["contacts", "networks", "notes", "reminders", "profile"];
  const kinds: Record<string, string[] | null> = {
    "no scope": [],
    "other scopes": scopesWithout(...areas),
    reading: scopesOf(areas),
    writing: scopesOf(areas, true),
    "all scopes": [...allScopes],
    everything: null,
    ...read && read.length > 1 ? Object.fromEntries(read.map((scope) => [scope, [scope]])) : {},
    ...areas.includes("activity")
      ? Object.fromEntries(
        others.map((area) => [`activity and ${area}`, scopesOf(["activity", area])]),
      )
      : {},
  };
  const places: Record<string, string[] | null> = {
    "all networks": null,
    "one network": [networks.inside],
    "no network": [],
    "a network that is gone": [randomUUID()],
  };
  const keys = Object.entries(kinds).flatMap(([kind, scopes]) =>
    Object.entries(places).filter(([, ids]) => scopes !== null || ids !== null)
      .map(([place, networkIds]) => limited(`${kind}, ${place}`, { scopes, networkIds }))
  );
  return [...keys, ...unlimited];
}

/** From here on the transaction is this caller in the name of an account, as `handle` does it. */
export async function actAs(tx: Sql, account: string, { role, claim }: Caller): Promise<void> {
  // Without a claim there is no such member.
  const claims = JSON.stringify({ sub: account, role: "authenticated", kith: claim });
  await tx`
    select set_config('kith.change', json_build_object(
             'id', gen_random_uuid(), 'kind', 'access_token', 'actorId', ${account}::uuid)::text, true),
           set_config('kith.checked_account', ${account}, true),
           set_config('request.jwt.claims', ${claims}, true),
           set_config('role', ${role}, true)`;
}
