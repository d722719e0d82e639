// Uploads a photo to its signed URL.
import { attempt } from "./retry.ts";
import type { WithResponse } from "./api.ts";
import { KithError } from "./error.ts";
import type { ContactsMethods } from "./resources.ts";
import type { Contact } from "./types.ts";

const extensions: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export interface PhotoOptions {
  /** jpg, jpeg, png or webp; required where the photo has neither a file name nor a type. */
  extension?: string;
  /** A copy of at most 16 KiB for address books, JPEG or PNG in base64. */
  preview?: string;
  /** Used for the upload instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
  /** Milliseconds for sending the file; 300,000 unless set, 0 for no limit. */
  timeoutMs?: number;
}

/** Storage refused the upload of a photo; `status` is that of its answer. */
export class UploadError extends KithError {
  override readonly name = "UploadError";

  constructor(status: number, answer: string) {
    const message = `Storage refused the photo with ${status}: ${answer.slice(0, 500)}`;
    super(status, undefined, { message });
  }
}

/**
 * Sets the photo of a contact: requests an upload, uploads the file and attaches it. Returns the changed contact with
 * the change set that attached it.
 * @param photo a JPEG, PNG or WebP file of at most 5 MiB and 50 megapixels
 * @throws KithError when the API refuses, UploadError when Storage refuses, TypeError when the type of the file is unknown
 */
export async function uploadPhoto(
  contacts: ContactsMethods,
  contactId: string,
  photo: Blob | Uint8Array,
  options: PhotoOptions = {},
): Promise<WithResponse<Contact>> {
  const signal = options.signal ? { signal: options.signal } : {};
  const extension = options.extension ?? extensionOf(photo);
  const preview = options.preview === undefined ? {} : { preview: options.preview };
  const upload = await contacts.createPhotoUpload(contactId, { extension, ...preview }, signal);
  const { uploadUrl, method, headers, path } = upload;
  // A blob without a type, because `fetch` would add the type of the blob as a header.
  const body = photo instanceof Uint8Array ? photo : photo.slice();
  const stored = await sendFile(uploadUrl, { method, headers, body: body as BodyInit }, options);
  if (!stored.ok) throw new UploadError(stored.status, await stored.text());
  await stored.body?.cancel();
  return await contacts.update(contactId, { photoUrl: path }, signal).withResponse();
}

function extensionOf(photo: Blob | Uint8Array): string {
  const name = "name" in photo && typeof photo.name === "string" ? photo.name : "";
  const fromName = /\.(jpe?g|png|webp)$/i.exec(name)?.[1];
  const extension = fromName ?? ("type" in photo ? extensions[photo.type] : undefined);
  if (!extension) {
    throw new TypeError("The type of the photo is unknown: pass its extension (jpg, png or webp).");
  }
  return extension;
}

/** Sends the file once: where an answer was lost, the photo may be there, and Storage takes no second one. */
function sendFile(
  url: string,
  init: RequestInit,
  { fetch = globalThis.fetch, timeoutMs = 300_000, signal }: PhotoOptions,
): Promise<Response> {
  return attempt((bounded) => fetch(url, { ...init, signal: bounded }), timeoutMs, signal);
}
