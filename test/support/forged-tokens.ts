import { importJWK, type JWTPayload, SignJWT } from "jose";
import { signingKey } from "../../local/core/keys.ts";

/** A token of these claims with the project's own signature. */
export async function signToken(claims: JWTPayload): Promise<string> {
  const key = await importJWK({ ...signingKey, key_ops: ["sign"] }, "ES256");
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: signingKey.kid, typ: "JWT" }).sign(key);
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
