/**
 * Lite: takes a request to sign many objects for one object without a name, and answers 404.
 * The platform's Storage: for each path an entry with a URL or an error. A list of contacts signs all its photos in one
 * call.
 * Can be removed when lite has the route and signs 200 objects in well under a second.
 */
import { SignJWT } from "jose";
import { jwtSecret } from "../core/keys.ts";
import type { Storage } from "./storage.ts";

const secret = new TextEncoder().encode(jwtSecret);

/**
 * `POST /object/sign/{bucket}`. Finds out which paths the caller may read by listing each folder once, because lite needs
 * more than a second for 200 single requests.
 */
export async function signMany(request: Request, storage: Storage): Promise<Response> {
  const { paths, expiresIn } = await request.json() as { paths: string[]; expiresIn: number };
  const bucket = /\/object\/sign\/([^/]+)/.exec(request.url)![1]!;
  const visible = await visibleAmong(paths, request, storage, bucket);
  const sign = async (path: string) => {
    if (!visible.has(path)) {
      const error = "Either the object does not exist or you do not have access to it";
      return { error, path, signedURL: null };
    }
    const token = await new SignJWT({ sub: path, bucket, intent: "download" })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
      .sign(secret);
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    return { error: null, path, signedURL: `/object/sign/${bucket}/${encoded}?token=${token}` };
  };
  return Response.json(await Promise.all(paths.map(sign)));
}

/** The paths that lite lists for the caller. */
async function visibleAmong(
  paths: string[],
  request: Request,
  storage: Storage,
  bucket: string,
): Promise<Set<string>> {
  const folders = new Set(paths.map((path) => path.slice(0, path.indexOf("/") + 1)));
  const listed = await Promise.all([...folders].map(async (prefix) => {
    const answer = await storage(
      new Request(new URL(`/storage/v1/object/list/${bucket}`, request.url), {
        method: "POST",
        headers: request.headers,
        body: JSON.stringify({ prefix }),
      }),
    );
    const entries: unknown = await answer.json();
    return answer.ok ? (entries as { name: string }[]).map(({ name }) => name) : [];
  }));
  return new Set(listed.flat());
}
