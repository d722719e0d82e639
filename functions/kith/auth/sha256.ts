import { createHash } from "node:crypto";

/** SHA-256 of a text in hexadecimal. Synchronous, because `crypto.subtle` takes ten times as long for so few bytes. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
