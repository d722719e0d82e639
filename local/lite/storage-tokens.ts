/**
 * Lite: answers a bad token of a signed URL with 500, or with a 403 of another form.
 * The platform's Storage: 400 that says what is wrong, which clients and tests read.
 * Can be removed when lite answers in the platform's form. Then remove `isCanonical` as well, which is stricter than the platform.
 */
import { jwtVerify } from "jose";
import { jwtSecret } from "../core/keys.ts";
import { refuse } from "./storage-protocol.ts";

const secret = new TextEncoder().encode(jwtSecret);

/** The error answer to a signed URL whose token is not for this object and purpose. */
export async function refuseToken(
  url: URL,
  bucket: string,
  path: string,
  intent: "upload" | "download",
): Promise<Response | undefined> {
  const token = url.searchParams.get("token");
  if (!token) return refuse("400", "Error", "querystring must have required property 'token'");
  if (!isCanonical(token)) return refuse("400", "InvalidJWT", "signature verification failed");
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"] });
    const scoped = payload["intent"] === intent;
    if (!scoped) return refuse("400", "InvalidSignature", `Token is not scoped for ${intent}`);
    const same = payload["bucket"] === bucket && payload.sub === decodeURI(path);
    return same ? undefined : refuse("400", "InvalidSignature", "Invalid signature");
  } catch (error) {
    return refuse("400", "InvalidJWT", (error as Error).message);
  }
}

/**
 * The last character of a base64url text may have unused bits, which decoders ignore. Here a token is refused when any of
 * its characters was changed, also only in these bits.
 */
function isCanonical(token: string): boolean {
  return token.split(".").every((part) =>
    Buffer.from(part, "base64url").toString("base64url") === part
  );
}
