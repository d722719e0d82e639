// The API key in an `Authorization: Basic` header, the only credential that phones can send.
import type { Dependencies } from "../core/call.ts";
import type { Credential } from "../core/database.ts";
import { problems } from "../core/problems.ts";

/** RFC 7617. */
const basicPattern = /^basic +([a-z\d+/]+={0,2}) *$/i;

/**
 * Reads the API key that is the password. The user name is not looked at, because people type what they like there.
 * @throws Problem unauthorized, also for an access token: it would end while the phone keeps it
 */
export async function readBasic(
  authorization: string | null,
  { authenticate }: Dependencies,
): Promise<Credential> {
  const encoded = basicPattern.exec(authorization ?? "")?.[1];
  const decoded = encoded === undefined ? "" : decodeBase64(encoded);
  const password = decoded.slice(decoded.indexOf(":") + 1).trim();
  if (!password.startsWith("kith_")) throw problems.unauthorized();
  return await authenticate(`Bearer ${password}`);
}

/** Bytes of a text in base64, each as a character; empty where it is none. A key has ASCII only. */
function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
