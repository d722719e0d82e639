/**
 * Lite: a copy answers with `key`, without the bucket.
 * The platform's Storage: `Key` with the bucket, which supabase-js hands to its caller.
 * Can be removed when lite answers in the platform's form.
 */
import type { Storage } from "./storage-types.ts";

/** `POST /object/copy` */
export async function copyObject(request: Request, storage: Storage): Promise<Response> {
  const { bucketId, destinationBucket } = await request.clone().json() as Record<string, string>;
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const { key } = await answer.json() as { key: string };
  return Response.json({ Key: `${destinationBucket ?? bucketId}/${key}` });
}
