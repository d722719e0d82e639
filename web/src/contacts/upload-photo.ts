import { type KithClient, uploadPhoto } from "@kith/client";
import { Unreachable } from "../api/problem.ts";
import type { Contact } from "../api/types.ts";
import type { Written } from "../api/written.ts";

/**
 * Makes a file the contact's photo.
 * @param onProgress called with the part that is sent, 0 to 1
 * @throws SessionEnded, KithError, UploadError, Unreachable, or the signal's reason
 */
export async function upload(
  kith: KithClient,
  contactId: string,
  photo: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Written<Contact>> {
  const fetch: typeof globalThis.fetch = (url, init = {}) => send(String(url), init, onProgress);
  let activityId: string | null = null;
  const patch = kith.PATCH as (...args: unknown[]) => Promise<{ response: Response }>;
  const attach = async (...args: unknown[]) => {
    const answer = await patch(...args);
    // The change set that attached it, by which it is undone.
    activityId = answer.response.headers.get("x-activity-id");
    return answer;
  };
  const client = { ...kith, PATCH: attach as typeof kith.PATCH };
  const value = await uploadPhoto(client, contactId, photo, { fetch, signal });
  return { value, activityId };
}

/** Like `fetch`, but reports the progress of the upload. */
function send(
  url: string,
  { method = "GET", headers, body, signal }: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => resolve(new Response(request.response, { status: request.status }));
    request.onerror = () => reject(new Unreachable());
    request.onabort = () => reject(signal?.reason);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body as Blob);
  });
}
