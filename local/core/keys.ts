/**
 * The Supabase CLI's own well-known local keys, so that clients can use this stack or `supabase start`
 * with the same configuration. They are public and only protect a server on the loopback address.
 */

/** The key for the role `anon`. */
export const publishableKey = "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH";

/** The key for the role `service_role`. */
export const secretKey = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz";

/** The shared HS256 secret. Lite signs and verifies with it and supports no other kind of key. */
export const jwtSecret = "super-secret-jwt-token-with-at-least-32-characters-long";

/** The secret of the clock: what `POST /tick` takes. */
export const tickSecret = "kith_tick_local-and-public";

/** The ES256 key that Auth's tokens are signed with, as the CLI's are; see tokens.ts. */
export const signingKey = {
  kty: "EC",
  kid: "b81269f1-21d8-4f2e-b719-c2240a840d90",
  use: "sig",
  key_ops: ["sign", "verify"],
  alg: "ES256",
  ext: true,
  crv: "P-256",
  x: "M5Sjqn5zwC9Kl1zVfUUGvv9boQjCGd45G8sdopBExB4",
  y: "P6IXMvA2WYXSHSOMTBH2jsw_9rrzGy89FjPf6oOsIxQ",
  d: "dIhR8wywJlqlua4y_yMq2SLhlFXDZJBCvFrY1DCHyVU",
};

const { d: _private, ...publicKey } = signingKey;

/** What `/auth/v1/.well-known/jwks.json` publishes: asymmetric keys only. */
export const publicJwks = { keys: [{ ...publicKey, key_ops: ["verify"] }] };

/** The function's `SUPABASE_JWKS`: the same keys and the shared secret, as with the CLI. */
export const functionJwks = {
  keys: [...publicJwks.keys, { kty: "oct", k: Buffer.from(jwtSecret).toString("base64url") }],
};

const legacyKey = (payloadAndSignature: string) =>
  `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.${payloadAndSignature}`;

/** The JWT that older clients send instead of the publishable key. */
export const legacyAnonKey = legacyKey(
  "eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9" +
    ".CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0",
);

/** The JWT that older clients send instead of the secret key. */
export const legacyServiceRoleKey = legacyKey(
  "eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0" +
    ".EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU",
);
