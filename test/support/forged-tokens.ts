import { randomUUID } from "node:crypto";
import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
} from "jose";
import { jwtSecret, publicJwks, signingKey } from "../../supabase/local/core/keys.ts";

const { kid } = signingKey;
const es256 = { alg: "ES256", kid, typ: "JWT" };

type Signer = (claims: JWTPayload) => Promise<string>;

/** A token of these claims with the project's own signature. */
export const signToken: Signer = async (claims) => {
  const key = await importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256");
  return await new SignJWT(claims).setProtectedHeader(es256).sign(key);
};

const shared: Signer = (claims) =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(jwtSecret));

/** Tokens that must be let in: proof that the forged ones are refused for what is wrong with them. */
export async function genuineTokens(token: string): Promise<Map<string, string>> {
  const claims = decodeJwt(token);
  return new Map([
    ["of almost 8 KiB", await signToken({ ...claims, note: "x".repeat(5_000) })],
    ["signed with the project's key", await signToken(claims)],
    ["signed with the project's shared secret", await shared(claims)],
  ]);
}

/** Tokens in somebody's name that must not be let in, by what is wrong with them. */
export async function forgedTokens(token: string): Promise<Map<string, string>> {
  const claims = decodeJwt(token);
  const now = Math.floor(Date.now() / 1000);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([n]) => n !== name));
  const forged = new Map<string, string>();
  const sign = async (what: string, changed: JWTPayload, signer = signToken) => {
    forged.set(`a JWT ${what}`, await signer(changed));
  };
  await sign("that has expired", { ...claims, iat: now - 7200, exp: now - 3600 });
  await sign("that never expires", without("exp"));
  await sign("that is not yet valid", { ...claims, nbf: now + 3600 });
  await sign("of another issuer", { ...claims, iss: "https://elsewhere.example/auth/v1" });
  await sign("for another audience", { ...claims, aud: "elsewhere" });
  await sign("for no audience", without("aud"));
  await sign("of the service role", { ...claims, role: "service_role" });
  await sign("of the anonymous role", { ...claims, role: "anon" });
  await sign("of no role", without("role"));
  await sign("without a subject", without("sub"));
  await sign("whose subject is no UUID", { ...claims, sub: "ada" });
  await sign("whose subject nobody is", { ...claims, sub: randomUUID() });
  await sign(
    "of a service role under the shared secret",
    { ...claims, role: "service_role" },
    shared,
  );
  await sign("that has expired under the shared secret", { ...claims, exp: now - 3600 }, shared);

  const stranger = await generateKeyPair("ES256", { extractable: true });
  await sign(
    "signed with another key of the same name",
    claims,
    (changed) => new SignJWT(changed).setProtectedHeader(es256).sign(stranger.privateKey),
  );
  await sign("that brings its own key", claims, async (changed) => {
    const jwk = await exportJWK(stranger.publicKey);
    return await new SignJWT(changed).setProtectedHeader({ ...es256, jwk }).sign(
      stranger.privateKey,
    );
  });
  await sign(
    "signed with another shared secret",
    claims,
    (changed) =>
      new SignJWT(changed).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(
        new TextEncoder().encode("x".repeat(40)),
      ),
  );
  for (const [how, secret] of await publicKeyAsSecret()) {
    await sign(
      `signed with the public key as a secret (${how})`,
      claims,
      (changed) =>
        new SignJWT(changed).setProtectedHeader({ alg: "HS256", kid, typ: "JWT" }).sign(secret),
    );
  }
  forged.set(
    "a JWT signed by nobody",
    `${part({ alg: "none", kid, typ: "JWT" })}.${part(claims)}.`,
  );
  forged.set(
    "a JWT signed by nobody, with no key named",
    `${part({ alg: "none" })}.${part(claims)}.`,
  );

  const [header, payload, signature] = token.split(".");
  forged.set(
    "a JWT of another's name under a good signature",
    `${header}.${part({ ...claims, sub: randomUUID() })}.${signature}`,
  );
  for (const [how, variant] of variantsOf(token)) forged.set(`a JWT ${how}`, variant);
  await sign("of more than 8 KiB", { ...claims, note: "x".repeat(6_200) });
  forged.set("a JWT without its signature", `${header}.${payload}.`);
  forged.set("a JWT of two parts", `${header}.${payload}`);
  forged.set(
    "a JWT of no JSON",
    `${header}.${Buffer.from("{").toString("base64url")}.${signature}`,
  );
  return forged;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Other texts that a tolerant decoder takes for the same token. */
export function variantsOf(token: string): [string, string][] {
  const parts = token.split(".");
  const variants: [string, string][] = [["with padding at its end", `${token}==`]];
  for (const [index, name] of ["header", "payload", "signature"].entries()) {
    const text = parts[index]!;
    const replaced = (changed: string) => parts.with(index, changed).join(".");
    // As many bits of the last letter belong to no byte.
    const spare = { 2: 4, 3: 2 }[text.length % 4];
    if (spare === undefined) continue;
    variants.push([`with a padded ${name}`, replaced(text.padEnd(text.length + spare / 2, "="))]);
    for (let bit = 0; bit < spare; bit++) {
      const last = alphabet[alphabet.indexOf(text.at(-1)!) ^ (1 << bit)];
      variants.push([`with bit ${bit} changed in the ${name}`, replaced(text.slice(0, -1) + last)]);
    }
  }
  return variants;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

async function publicKeyAsSecret(): Promise<[string, Uint8Array][]> {
  const jwk = publicJwks.keys[0];
  if (!jwk) throw new Error("the stack publishes no key");
  const key = await importJWK(jwk, "ES256", { extractable: true });
  if (key instanceof Uint8Array) throw new Error("a public key was expected");
  const texts: [string, string][] = [["as PEM", await exportSPKI(key)], [
    "as JWK",
    JSON.stringify(jwk),
  ]];
  return texts.map(([how, text]) => [how, new TextEncoder().encode(text)]);
}
