import {
  decodeJwt,
  decodeProtectedHeader,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { uuidPattern } from "../core/fields.ts";
import type { AccessTokenCredential } from "../core/database.ts";
import { problems } from "../core/problems.ts";
import { type AuthServer, isConfirmedByAuth } from "./auth-server.ts";
import { VerifiedTokens } from "./verified-tokens.ts";
import { algorithms, SigningKeys } from "./signing-keys.ts";

export interface AccessTokenSettings {
  /** The project's signing keys; empty where the platform does not provide them. */
  keys: JWK[];
  /** The `iss` that tokens carry: `<project URL>/auth/v1`. */
  issuer: string;
  /** Whether tokens without an `iss` are accepted, too: self-hosted Auth may write none. */
  issuerOptional: boolean;
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
      if (!isCurrent(known, settings)) throw problems.unauthorized();
      return credentialOf(known);
    }
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
    } catch {
      // Another key of the same kind may have signed it.
    }
  }
  throw problems.unauthorized();
}

/** The checks of a token besides that of its signature. */
function isCurrent({ iss, aud, exp, nbf }: JWTPayload, settings: AccessTokenSettings): boolean {
  const now = Date.now() / 1000;
  return (iss === settings.issuer || (iss === undefined && settings.issuerOptional)) &&
    [aud].flat().includes("authenticated") &&
    typeof exp === "number" && exp > now - clockTolerance &&
    (nbf === undefined || (typeof nbf === "number" && nbf <= now + clockTolerance));
}

function credentialOf(
  { sub, role, session_id, client_id, aal }: JWTPayload,
): AccessTokenCredential {
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
