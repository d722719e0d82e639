// Verifies access tokens of the project's Auth.
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from "jose";
import type { AccessTokenCredential } from "../core/database.ts";
import { uuidPattern } from "../core/fields.ts";
import { problems } from "../core/problems.ts";
import { sha256 } from "../core/sha256.ts";

export interface AccessTokenSettings {
  /** The project's signing keys; empty where the platform does not provide them. */
  keys: JWK[];
  /** The `iss` that tokens may carry, usually `<project URL>/auth/v1` alone; undefined among them accepts tokens without one. */
  issuers: (string | undefined)[];
  /** Verifies tokens that none of the keys can verify. */
  auth: AuthServer;
}

/** Seconds that the clocks of Auth and of the function may differ. */
const clockTolerance = 5;

/** Characters of a token: nginx, on which gateways are built, takes no longer header line unless it is told to. */
const maxLength = 8_192;

/**
 * Base64url without padding (RFC 7515, 2), and with zeros for the bits that no byte needs (RFC 4648, 3.5). Decoders
 * ignore both, so that one signature would be good for several texts.
 */
const segment = "(?:[\\w-]{4})*(?:[\\w-][AQgw]|[\\w-]{2}[AEIMQUYcgkosw048])?";

const tokenPattern = new RegExp(`^${segment}\\.${segment}\\.${segment}$`);

/**
 * The check of an access token of the project's Auth; it returns the account, session and client of the token.
 * Every invalid token gets the same 401; 503 only when a request to Auth was necessary and failed.
 */
export type AccessTokenVerifier = (token: string) => Promise<AccessTokenCredential>;

/** Creates the check. This module and `jose` are imported with the first access token. */
export function createAccessTokenVerifier(settings: AccessTokenSettings): AccessTokenVerifier {
  const keys = new SigningKeys(settings.keys);
  const verified = new VerifiedTokens();
  return async (token) => {
    if (token.length > maxLength) throw problems.unauthorized();
    const known = verified.claimsOf(token);
    if (known) {
      if (!isCurrent(known, settings)) throw problems.unauthorized(expired);
      return credentialOf(known);
    }
    if (/^sb_(publishable|secret)_/.test(token)) throw problems.unauthorized(projectsOwn);
    if (!tokenPattern.test(token)) throw problems.unauthorized();
    const header = attempt(() => decodeProtectedHeader(token) as JWTHeaderParameters);
    if (!algorithms.includes(header.alg)) throw problems.unauthorized();
    if (!keys.lacks(header.alg)) {
      const claims = await verify(token, header, keys);
      if (!isCurrent(claims, settings)) throw problems.unauthorized();
      verified.remember(token, claims);
      return credentialOf(claims);
    }
    const payload = attempt(() => decodeJwt(token));
    const credential = credentialOf(payload);
    if (!isCurrent(payload, settings)) throw problems.unauthorized();
    if (!(await isConfirmedByAuth(settings.auth, token, credential.sub))) {
      throw problems.unauthorized();
    }
    return credential;
  };
}

const expired = "The access token has expired. Refresh the session, or sign in again.";

const projectsOwn =
  "This is a key of the Supabase project. Send an API key of Kith, or the access token of somebody who is signed in.";

async function verify(
  token: string,
  header: JWTHeaderParameters,
  keys: SigningKeys,
): Promise<JWTPayload> {
  for (const key of await keys.matching(header)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [header.alg],
        clockTolerance,
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw problems.unauthorized(expired);
      // Another key of the same kind may have signed it.
    }
  }
  throw problems.unauthorized();
}

/** The checks of a token, except that of its signature. */
function isCurrent({ iss, aud, exp, nbf }: JWTPayload, settings: AccessTokenSettings): boolean {
  const now = Date.now() / 1000;
  return settings.issuers.includes(iss) &&
    [aud].flat().includes("authenticated") &&
    typeof exp === "number" && exp > now - clockTolerance &&
    (nbf === undefined || (typeof nbf === "number" && nbf <= now + clockTolerance));
}

function credentialOf(
  { sub, role, session_id, client_id, aal }: JWTPayload,
): AccessTokenCredential {
  if (role === "anon" || role === "service_role") throw problems.unauthorized(projectsOwn);
  const isUuid = (claim: unknown) => typeof claim === "string" && uuidPattern.test(claim);
  if (
    role !== "authenticated" || !isUuid(sub) || (session_id !== undefined && !isUuid(session_id))
  ) {
    throw problems.unauthorized();
  }
  return {
    kind: "access_token",
    sub: sub!.toLowerCase(),
    ...(session_id === undefined ? {} : { sessionId: session_id as string }),
    ...(client_id === undefined ? {} : { clientId: String(client_id) }),
    ...(aal === "aal2" ? { secondFactor: true } : {}),
  };
}

function attempt<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw problems.unauthorized();
  }
}

/** The key type of each algorithm. Checked so that a public key is never used as the secret of HS256. */
const keyTypes: Record<string, string> = { ES256: "EC", RS256: "RSA", EdDSA: "OKP", HS256: "oct" };

const algorithms = Object.keys(keyTypes);

type ImportedKey = CryptoKey | Uint8Array;

/** The project's keys, each imported when a token first needs it. */
class SigningKeys {
  readonly #keys: JWK[];
  readonly #imported = new Map<string, Promise<ImportedKey>>();

  constructor(keys: JWK[]) {
    this.#keys = keys;
  }

  /** Whether there is no key for the algorithm, so that only Auth can verify the token. */
  lacks(algorithm: string): boolean {
    if (this.#keys.length === 0) return true;
    return algorithm === "HS256" && !this.#keys.some((key) => key.kty === "oct");
  }

  /** The keys that may have signed a token with this header. */
  matching({ alg, kid }: JWTHeaderParameters): Promise<ImportedKey[]> {
    const matches = this.#keys.flatMap((key, index) => {
      const fits = key.kty === keyTypes[alg] && (key.alg ?? alg) === alg &&
        (key.use ?? "sig") === "sig" && (kid === undefined || (key.kid ?? kid) === kid);
      return fits ? [{ key, name: `${index} ${alg}` }] : [];
    });
    return Promise.all(matches.map(({ key, name }) => {
      const imported = this.#imported.get(name) ?? importJWK(key, alg);
      this.#imported.set(name, imported);
      return imported;
    }));
  }
}

/** Tokens that are kept in memory at most, about a kilobyte each. */
const maxTokens = 1_000;

/**
 * The claims of tokens whose signature was verified. Verifying takes more time than the rest of a request, and the same
 * token and keys always give the same result. Nothing else is kept: whether a token has expired and whether its account
 * exists is checked for every request.
 */
class VerifiedTokens {
  /** By SHA-256, so that no token is kept in memory; the oldest is removed first. */
  readonly #claims = new Map<string, JWTPayload>();

  /** The claims of a token whose signature was verified before. */
  claimsOf(token: string): JWTPayload | undefined {
    return this.#claims.get(sha256(token));
  }

  remember(token: string, claims: JWTPayload): void {
    if (this.#claims.size >= maxTokens) {
      const [oldest] = this.#claims.keys();
      this.#claims.delete(oldest!);
    }
    this.#claims.set(sha256(token), claims);
  }
}

/** URL of the project's Auth, and the key that the gateway requires. */
interface AuthServer {
  /** `<project URL>/auth/v1` as the function reaches it. */
  url: string;
  publishableKey: string | undefined;
}

/** Timeout of a request to Auth; together with those of the database it is under ten seconds. */
const timeoutMs = 2_000;

/**
 * Verifies a token with a request to Auth, for projects whose signing secret the function does not get.
 * @throws Problem unavailable when Auth does not answer
 */
async function isConfirmedByAuth(
  auth: AuthServer,
  token: string,
  user: string,
): Promise<boolean> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (auth.publishableKey) headers.set("apikey", auth.publishableKey);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${auth.url}/user`, { headers, signal, redirect: "error" });
    if (response.ok) {
      const account: unknown = await response.json();
      return (account as { id?: unknown } | null)?.id === user;
    }
    await response.body?.cancel();
    if (response.status < 500 && response.status !== 429) return false;
    throw new Error(`Auth answered ${response.status}.`);
  } catch (error) {
    throw problems.unavailable(error);
  }
}
