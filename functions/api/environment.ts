import type { AccessTokenSettings } from "./auth/access-token.ts";
import { parseSigningKeys } from "./auth/signing-keys.ts";

/** Everything that the function reads from its environment. */
export interface Environment {
  databaseUrl: string;
  accessTokens: AccessTokenSettings;
}

/**
 * Reads the environment that the platform gives, and our own settings: `KITH_DB_URL` for another way to the database,
 * `KITH_JWT_ISSUER` where the function knows the project under another name than the tokens do.
 * @throws Error that names what is missing
 */
export function readEnvironment(get: (name: string) => string | undefined): Environment {
  const need = (...names: string[]) => {
    const value = names.map(get).find((found) => found);
    if (value === undefined) throw new Error(`${names.join(" or ")} must be set.`);
    return value;
  };
  const auth = `${need("SUPABASE_URL").replace(/\/+$/, "")}/auth/v1`;
  return {
    databaseUrl: need("KITH_DB_URL", "SUPABASE_DB_URL"),
    accessTokens: {
      keys: parseSigningKeys(get("SUPABASE_JWKS")),
      issuer: get("KITH_JWT_ISSUER") || auth,
      auth: { url: auth, publishableKey: publishableKey(get) },
    },
  };
}

function publishableKey(get: (name: string) => string | undefined): string | undefined {
  const named: unknown = JSON.parse(get("SUPABASE_PUBLISHABLE_KEYS") || "{}");
  const keys = Object.values(named as Record<string, string>);
  return (named as { default?: string }).default ?? keys[0] ?? get("SUPABASE_ANON_KEY");
}
