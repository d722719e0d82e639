import { scopes } from "../../../functions/kith/core/scopes.ts";
import type { Sql } from "../database.ts";

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
export function limited(name: string, limits: Limits): Caller {
  return { name, role: "kith_limited", claim: { ...limits, expiresAt: null }, limits };
}

const refusing = (name: string, claim: unknown): Caller => ({
  name,
  role: "kith_limited",
  claim,
  limits: { scopes: [], networkIds: [] },
});

/** Claims that say nothing about limits: such a caller may do nothing. */
export const withoutClaim = refusing("no claim", undefined);

/** Claims that say less than `handle` always says. */
export const incomplete: Caller[] = [
  refusing("a claim that is null", null),
  refusing("an empty claim", {}),
  refusing("a claim without networks", { scopes: [...scopes] }),
  refusing("a claim without scopes", { networkIds: null }),
  refusing("networks that are no list", { scopes: null, networkIds: {} }),
  refusing("scopes that are no list", { scopes: "contacts:read", networkIds: null }),
];

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

/** Whether a scope is among the limits. */
export const mayDo = ({ scopes }: Limits, scope: string): boolean =>
  scopes === null || scopes.includes(scope);

/** All scopes but those that name one of these areas. */
export const scopesWithout = (...areas: string[]): string[] =>
  scopes.filter((scope) => !areas.includes(scope.split(":")[0] ?? ""));

/** Reading, and where it says so writing, in these areas. */
export const scopesOf = (areas: string[], writes = false): string[] =>
  scopes.filter((scope) => {
    const [area, verb] = scope.split(":");
    return areas.includes(area ?? "") && (writes || verb === "read");
  });

/** From here on the transaction is this caller in the name of an account. */
export async function call(tx: Sql, account: string, { role, claim }: Caller): Promise<void> {
  const claims = {
    sub: account,
    role: "authenticated",
    ...(claim === undefined ? {} : { kith: claim }),
  };
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
                  set_config('role', ${role}, true)`;
}
