import { jwtVerify } from "jose";
import { jwtSecret } from "../core/keys.ts";

const secret = new TextEncoder().encode(jwtSecret);

/** The characters that the real Storage takes in a key. */
const validKey = /^(\w|\/|!|-|\.|\*|'|\(|\)| |&|\$|@|=|;|:|\+|,|\?)*$/;

/** A refusal as Storage words it: HTTP 400 and the meaning in the body. */
export function refuse(statusCode: string, error: string, message: string): Response {
  return Response.json({ statusCode, error, message }, { status: 400 });
}

/** `error` of a refusal → its `code`, which lite leaves out. */
const codes: Record<string, string> = {
  "Bucket not found": "NoSuchBucket",
  not_found: "NoSuchKey",
  Unauthorized: "AccessDenied",
  Duplicate: "KeyAlreadyExists",
  "Payload too large": "EntityTooLarge",
  invalid_mime_type: "InvalidMimeType",
};

/** Refusals in the real Storage's words: lite has no `code`, and adds to some messages. */
export async function reword(answer: Response): Promise<Response> {
  if (answer.status !== 400) return answer;
  const body = await answer.json() as { error?: string; message?: string };
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const code = codes[body.error ?? ""] ?? body.error;
  const message = body.message?.replace(/\. Supported: .*$/, "").replace(/ of \d+ bytes$/, "");
  return new Response(JSON.stringify({ ...body, message, code }), { status: 400, headers });
}

/** Lite takes any key without `..`. */
export function refuseKey(path: string): Response | undefined {
  const key = decodeURIComponent(path);
  return validKey.test(key) ? undefined : refuse("400", "InvalidKey", `Invalid key: ${key}`);
}

/** Lite answers a bad token with 500, or with a 403 in a form of its own. */
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
 * The last character of a signature has bits that say nothing, and decoders overlook them: here a token of which any
 * character was changed is another token.
 */
function isCanonical(token: string): boolean {
  return token.split(".").every((part) =>
    Buffer.from(part, "base64url").toString("base64url") === part
  );
}
