import type { JWTPayload } from "jose";
import { sha256 } from "./sha256.ts";

/** Tokens that are kept in memory at most, about a kilobyte each. */
const maxTokens = 1_000;

/**
 * The claims of tokens whose signature was verified. Verifying takes more time than the rest of a request, and the same
 * token and keys always give the same result. Nothing else is kept: whether a token has expired and whether its account
 * exists is checked for every request.
 */
export class VerifiedTokens {
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
