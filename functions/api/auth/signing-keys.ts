import type { CryptoKey, JWK, JWTHeaderParameters } from "jose";

/** The key type that each algorithm needs: an asymmetric key never verifies HS256, whatever a token says. */
const keyTypes: Record<string, string> = { ES256: "EC", RS256: "RSA", EdDSA: "OKP", HS256: "oct" };

export const algorithms = Object.keys(keyTypes);

type ImportedKey = CryptoKey | Uint8Array;

/** The project's keys, each imported when a token first needs it. */
export class SigningKeys {
  readonly #keys: JWK[];
  readonly #imported = new Map<string, Promise<ImportedKey>>();

  constructor(keys: JWK[]) {
    this.#keys = keys;
  }

  /** Whether no key is listed that could verify the algorithm, so that only Auth can. */
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
    return Promise.all(matches.map(({ key, name }) => this.#import(key, alg, name)));
  }

  #import(key: JWK, algorithm: string, name: string): Promise<ImportedKey> {
    const known = this.#imported.get(name);
    if (known) return known;
    // Only here, because loading it again is not free even when it has been loaded.
    const imported = import("jose").then(({ importJWK }) => importJWK(key, algorithm));
    this.#imported.set(name, imported);
    return imported;
  }
}

/**
 * Reads `SUPABASE_JWKS`: a JSON Web Key Set or a bare array of keys; nothing is an empty list.
 * @throws TypeError when there is something else
 */
export function parseSigningKeys(text: string | undefined): SigningKeys {
  if (!text?.trim()) return new SigningKeys([]);
  const parsed: unknown = JSON.parse(text);
  const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys)) throw new TypeError("SUPABASE_JWKS is not a JSON Web Key Set.");
  return new SigningKeys(keys);
}
