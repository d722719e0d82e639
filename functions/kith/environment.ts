// Reads the environment variables of the function, and names those that are missing or wrong.
import type { JWK } from "jose";
import type { AccessTokenSettings } from "./auth/access-token.ts";
import type { StorageSettings } from "./contacts/photos/storage.ts";
import { readPlacement } from "./db/machines.ts";

/** Everything that the function reads from its environment. */
export interface Environment {
  databaseUrl: string;
  /** URLs of the databases that have the accounts, by the first byte of their ids; absent where one has them all. */
  placement: string[] | undefined;
  /** PEM of the certificate authority that must have signed the database's certificate. */
  databaseCertificate: string | undefined;
  accessTokens: AccessTokenSettings;
  storage: StorageSettings;
  /** Where clients reach the project; absent where only the address within a network of containers is known. */
  publicUrl: string | undefined;
  /** Where clients reach the project, where its Auth gives tokens to apps that ask by OAuth. */
  oauthUrl: string | undefined;
  /** Where people open the settings page; absent where that is not known. */
  pageUrl: string | undefined;
  /** How mails are sent; absent where they are not. */
  mail: { url: string; from: string | undefined } | undefined;
  /** Hosts of the project itself. */
  ownHosts: string[];
  /** What is asked in the place of addresses outside, where there is no network. */
  relayUrl: string | undefined;
  /** SHA-256 of the secret of the clock, in hexadecimal; absent where there is none. */
  tickSha256: string | undefined;
}

/**
 * Reads the variables of the platform, and Kith's own: `KITH_DB_URL`, the database's URL instead of the platform's, whose password it has where it is without one;
 * `KITH_DB_MAP`, where accounts are that are on several databases, as readPlacement says;
 * `KITH_DB_CA`, the certificate authority of the databases; `KITH_JWT_ISSUER`, where the issuer of tokens is not
 * `SUPABASE_URL`, `none` where tokens may have no issuer, or several of these with commas between them; `KITH_PUBLIC_URL`, where clients
 * reach the project at another URL than the function; `KITH_OAUTH`, `on` where the project's Auth works as an OAuth server;
 * `KITH_PAGE_URL`, where people open the settings page; `KITH_TICK_SHA256`, what `kith_private.install_clock` returns; `KITH_RELAY_URL`, what is asked
 * in the place of addresses outside, on a stack without a network; `KITH_MAIL_URL` and `KITH_MAIL_FROM`, by which mails are sent and where they come from, as notices/mail.ts says.
 * @throws Error that names the missing variable
 */
export function readEnvironment(get: (name: string) => string | undefined): Environment {
  const need = (...names: string[]) => {
    const value = names.map(get).find((found) => found);
    if (value === undefined) throw new Error(`${names.join(" or ")} must be set.`);
    return value;
  };
  const project = need("SUPABASE_URL").replace(/(?<!\/)\/+$/, "");
  const auth = `${project}/auth/v1`;
  const ownUrl = get("KITH_PUBLIC_URL")?.replace(/(?<!\/)\/+$/, "");
  const issuers = get("KITH_JWT_ISSUER")?.split(",").map((one) => one.trim()).filter(Boolean) ?? [];
  const pageUrl = get("KITH_PAGE_URL") || undefined;
  if (pageUrl !== undefined && !/^https?:\/\/[^\s#]+$/.test(pageUrl)) {
    throw new Error("KITH_PAGE_URL must be an http or https URL without a fragment.");
  }
  const databaseUrl = withPassword(need("KITH_DB_URL", "SUPABASE_DB_URL"), get("SUPABASE_DB_URL"));
  const placement = get("KITH_DB_MAP");
  return {
    databaseUrl,
    placement: placement ? readPlacement(placement, databaseUrl) : undefined,
    // A secret that was set on a command line may have its line breaks written as `\n`.
    databaseCertificate: get("KITH_DB_CA")?.replaceAll("\\n", "\n") || undefined,
    accessTokens: {
      keys: signingKeys(get("SUPABASE_JWKS")),
      issuers: issuers.length === 0
        ? [auth]
        : issuers.flatMap((one) => one === "none" ? [undefined, auth] : [one]),
      auth: {
        url: auth,
        publishableKey: namedKey(get("SUPABASE_PUBLISHABLE_KEYS")) ?? get("SUPABASE_ANON_KEY"),
      },
    },
    storage: {
      url: `${project}/storage/v1`,
      publicUrl: `${ownUrl || project}/storage/v1`,
      secretKey: namedKey(get("SUPABASE_SECRET_KEYS")) ?? need("SUPABASE_SERVICE_ROLE_KEY"),
    },
    publicUrl: ownUrl || (project.startsWith("https://") ? project : undefined),
    oauthUrl: get("KITH_OAUTH") === "on" ? ownUrl || project : undefined,
    pageUrl,
    mail: get("KITH_MAIL_URL")
      ? { url: get("KITH_MAIL_URL")!, from: get("KITH_MAIL_FROM") }
      : undefined,
    ownHosts: [project, ...(ownUrl ? [ownUrl] : [])].flatMap((url) =>
      URL.canParse(url) ? [new URL(url).hostname] : []
    ),
    relayUrl: get("KITH_RELAY_URL") || undefined,
    tickSha256: get("KITH_TICK_SHA256")?.trim().toLowerCase() || undefined,
  };
}

/** A database's URL with the password of the platform's, where it has none: nobody else has to be told it then. */
function withPassword(text: string, platform: string | undefined): string {
  if (!platform || !URL.canParse(text) || !URL.canParse(platform)) return text;
  const url = new URL(text);
  if (url.password !== "") return text;
  url.password = new URL(platform).password;
  return url.href;
}

/** The listed key with the name `default`, or else the first. */
function namedKey(json: string | undefined): string | undefined {
  const named: { default?: string } & Record<string, string> = JSON.parse(json || "{}");
  return named.default ?? Object.values(named)[0];
}

/**
 * Reads `SUPABASE_JWKS`: a JSON Web Key Set or an array of keys; an empty list where the variable is not set.
 * @throws TypeError when it is anything else
 */
function signingKeys(text: string | undefined): JWK[] {
  if (!text?.trim()) return [];
  const parsed: unknown = JSON.parse(text);
  const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new TypeError("SUPABASE_JWKS is not a JSON Web Key Set.");
  return keys;
}
