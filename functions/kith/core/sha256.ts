// SHA-256 as hexadecimal digits.
import { createHash } from "node:crypto";

/**
 * SHA-256 of bytes, or of a text as UTF-8, in hexadecimal. Synchronous, because `crypto.subtle` takes ten times as long for
 * a text as short as a credential.
 */
export function sha256(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}
