/**
 * Lite: names the members of some answers differently, gives addresses from the root of the gateway, and answers the slower
 * of two uploads to one signed URL with 500, although the later bytes are stored.
 * The platform's Storage: the members below, addresses from the root of Storage, and 200 or 409 `Duplicate` for that upload.
 * The function and supabase-js read these members, and no answer to a client may be a 5xx.
 * Can be removed when lite answers in the platform's form.
 */
import { legacyServiceRoleKey } from "../core/keys.ts";
import { unwrapForm } from "./storage-forms.ts";
import { refuse, type Storage, storageRoot } from "./storage-protocol.ts";

/** `POST /object/upload/sign/{bucket}/{path}` */
export async function signUpload(request: Request, storage: Storage): Promise<Response> {
  return await convert(request, storage, ({ signedUrl, token }) => ({
    url: String(signedUrl).slice(storageRoot.length),
    token,
  }));
}

/** `POST /object/sign/{bucket}/{path}` */
export async function signDownload(request: Request, storage: Storage): Promise<Response> {
  return await convert(request, storage, ({ signedUrl }) => ({
    signedURL: String(signedUrl).slice(storageRoot.length),
  }));
}

/** `GET /object/info/{bucket}/{path}`, as far as the function reads it. */
export async function readInfo(request: Request, storage: Storage): Promise<Response> {
  return await convert(request, storage, ({ id, name, bucket_id, metadata }) => {
    const { size, mimetype } = metadata as Record<string, unknown>;
    return { id, name, bucket_id, size, content_type: mimetype };
  });
}

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

async function convert(
  request: Request,
  storage: Storage,
  change: (found: Record<string, unknown>) => Record<string, unknown>,
): Promise<Response> {
  const answer = await storage(request);
  return answer.ok ? Response.json(change(await answer.json())) : answer;
}

async function exists(uploadUrl: string, storage: Storage): Promise<boolean> {
  const url = uploadUrl.replace("/object/upload/sign/", "/object/info/").replace(/\?.*$/, "");
  const authorization = `Bearer ${legacyServiceRoleKey}`;
  const answer = await storage(new Request(url, { headers: { authorization } }));
  await answer.body?.cancel();
  return answer.ok;
}
