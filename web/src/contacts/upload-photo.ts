import { uploadPhoto } from "@kith/client";
import { kith } from "../api/kith.ts";
import { Unreachable } from "../api/problem.ts";
import type { Contact } from "../api/types.ts";

/** The API's limit in bytes, checked before a file is sent. */
const maxBytes = 5 * 1024 * 1024;

export const photoTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** Why this file cannot be uploaded; undefined when it can. */
export function problemWith(file: File): string | undefined {
  if (!photoTypes.includes(file.type)) {
    return "This file cannot be used. A photo must be a JPEG, PNG or WebP file.";
  }
  if (file.size > maxBytes) {
    const size = (file.size / 1024 / 1024).toFixed(1);
    return `This photo has ${size} MB; the limit is 5 MB. Choose a smaller one.`;
  }
  return undefined;
}

/**
 * Makes a file the contact's photo.
 * @param onProgress called with the part that is sent, 0 to 1
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
