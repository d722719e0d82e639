import { uploadPhoto } from "@kith/client";
import { kith } from "../api/kith.ts";
import { Unreachable } from "../api/problem.ts";
import type { Contact } from "../api/types.ts";

/** The API's, so that a wrong file is told before it is sent. In bytes. */
const largest = 5 * 1024 * 1024;

export const photoTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** Why this file is no photo that could be sent, if it is none. */
export function objectionTo(file: File): string | undefined {
  if (!photoTypes.includes(file.type)) {
    return "That is no photo. It has to be a JPEG, PNG or WebP file.";
  }
  if (file.size > largest) {
    const size = (file.size / 1024 / 1024).toFixed(1);
    return `That photo has ${size} MB; 5 MB is the most. Choose a smaller one.`;
  }
  return undefined;
}

/**
 * Makes a file the contact's photo.
 * @param onProgress gets the part that is sent, 0 to 1
 * @throws KithError, UploadError, Unreachable, or the signal's reason
 */
export function upload(
  contactId: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Contact> {
  const fetch: typeof globalThis.fetch = (url, init = {}) => send(String(url), init, onProgress);
  return uploadPhoto(kith, contactId, file, { fetch, signal });
}

/** What `fetch` does not: to say how far it is. */
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
