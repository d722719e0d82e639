import { type CryptoKey, importJWK, type JWK, type JWTHeaderParameters } from "jose";

/** The key type of each algorithm. Checked so that a public key is never used as the secret of HS256. */
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
