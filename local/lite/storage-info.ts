/**
 * Lite: `GET /object/info/{bucket}/{path}` answers with the object's row.
 * The platform's Storage: some members of it, under names of their own, which supabase-js's `info` reads.
 * Can be removed when lite answers with these members.
 */
import type { Storage } from "./storage-types.ts";

/** `GET /object/info/{bucket}/{path}` */
export async function readInfo(request: Request, storage: Storage): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const row = await answer.json() as Record<string, unknown>;
  const { size, mimetype, cacheControl, eTag, lastModified } = row["metadata"] as Record<
    string,
    unknown
  >;
  return Response.json({
    id: row["id"],
    name: row["name"],
    version: row["version"],
    bucket_id: row["bucket_id"],
    size,
    content_type: mimetype,
    cache_control: cacheControl,
    etag: eTag,
    metadata: row["user_metadata"] ?? {},
    last_modified: lastModified,
    created_at: row["created_at"],
  });
}
