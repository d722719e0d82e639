/**
 * Lite: an upload to a signed URL answers with a `Key` without the bucket; of two concurrent uploads to one URL, the
 * slower answers 500, although the later bytes are stored.
 * The platform's Storage: `Key` with the bucket; the slower answers 200, or 409 `Duplicate`.
 * supabase-js hands the key to its caller, and no answer to a client may be a 5xx.
 * Can be removed when lite names the bucket and answers two uploads at once without a 500.
 */
import { legacyServiceRoleKey } from "../core/keys.ts";
import { unwrapForm } from "./storage-forms.ts";
import { refuse } from "./storage-refusals.ts";
import type { Storage } from "./storage-types.ts";

/** `PUT /object/upload/sign/{bucket}/{path}` */
export async function uploadSigned(
  request: Request,
  storage: Storage,
  bucket: string,
): Promise<Response> {
  const answer = await storage(await unwrapForm(request));
  if (answer.status === 500 && await exists(request.url, storage)) {
    return refuse("409", "Duplicate", "The resource already exists");
  }
  if (!answer.ok) return answer;
  const { Key } = await answer.json() as { Key: string };
  return Response.json({ Key: `${bucket}/${Key}` });
}

async function exists(uploadUrl: string, storage: Storage): Promise<boolean> {
  const url = uploadUrl.replace("/object/upload/sign/", "/object/info/").replace(/\?.*$/, "");
  const authorization = `Bearer ${legacyServiceRoleKey}`;
  const answer = await storage(new Request(url, { headers: { authorization } }));
  await answer.body?.cancel();
  return answer.ok;
}
