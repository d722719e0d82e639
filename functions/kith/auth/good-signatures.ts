import type { JWTPayload } from "jose";
import { sha256 } from "./sha256.ts";

/** Tokens that are remembered at most, about a kilobyte each. */
const room = 1_000;

/**
 * What stands in tokens whose signature was found good. Checking one takes this runtime more time than all the
 * rest of a request, and can only come out the same again: bytes and keys are what they were. Nothing else is
 * remembered: whether a token has expired and whether its account is there is asked for every request.
 */
export class GoodSignatures {
  /** By SHA-256, so that no token lies in memory; the one that came first is the first to go. */
  readonly #claims = new Map<string, JWTPayload>();

  /** The claims of a token that was remembered. */
  claimsOf(token: string): JWTPayload | undefined {
    return this.#claims.get(sha256(token));
  }

  remember(token: string, claims: JWTPayload): void {
    if (this.#claims.size >= room) {
      const [oldest] = this.#claims.keys();
      this.#claims.delete(oldest!);
    }
    this.#claims.set(sha256(token), claims);
  }
}
