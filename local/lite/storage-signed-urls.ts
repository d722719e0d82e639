/**
 * Lite: signing one object answers with `signedUrl`, from the root of the gateway.
 * The platform's Storage: `url` for an upload and `signedURL` for a download, from the root of Storage.
 * Without this supabase-js fails with "No token returned by API", or builds a URL that ends in "undefined".
 * Can be removed when lite answers in the platform's form.
 */
import { type Storage, storageRoot } from "./storage-types.ts";

/** `POST /object/upload/sign/{bucket}/{path}` */
export async function signUpload(request: Request, storage: Storage): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const { signedUrl, token } = await answer.json() as { signedUrl: string; token: string };
  return Response.json({ url: signedUrl.slice(storageRoot.length), token });
}

/** `POST /object/sign/{bucket}/{path}` */
export async function signDownload(request: Request, storage: Storage): Promise<Response> {
  const answer = await storage(request);
  if (!answer.ok) return answer;
  const { signedUrl } = await answer.json() as { signedUrl: string };
  return Response.json({ signedURL: signedUrl.slice(storageRoot.length) });
}
