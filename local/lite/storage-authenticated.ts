/**
 * Lite: takes "authenticated" for the name of a bucket and answers "Bucket not found".
 * The platform's Storage: the object, as under the shorter path. supabase-js's `download` uses this path.
 * Can be removed when lite has the route.
 */
import { storageRoot } from "./storage-types.ts";

/** `/object/authenticated/{bucket}/{path}` as `/object/{bucket}/{path}`, which is the same operation. */
export function shortenPath(request: Request, bucket: string, path: string): Request {
  const url = new URL(request.url);
  url.pathname = `${storageRoot}/object/${bucket}/${path}`;
  return new Request(url, request);
}
