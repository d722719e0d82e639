import type { KithClient } from "./client.ts";
import { orThrow } from "./error.ts";
import type { components } from "./schema.ts";

const extensions: Record<string, string> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
};

export interface PhotoOptions {
  /** jpg, jpeg, png or webp; required where the photo has neither a file name nor a type. */
  extension?: string;
  /** Used for the upload instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  signal?: AbortSignal;
}

/** Storage refused the upload of a photo. */
export class UploadError extends Error {
  override readonly name = "UploadError";
  /** HTTP status of Storage's answer. */
  readonly status: number;

  constructor(status: number, answer: string) {
    super(`Storage refused the photo with ${status}: ${answer.slice(0, 500)}`);
    this.status = status;
  }
}

/**
 * Sets the photo of a contact: requests an upload, uploads the file and attaches it. Returns the changed contact.
 * @param photo a JPEG, PNG or WebP file of at most 5 MiB and 50 megapixels
 * @throws KithError when the API refuses, UploadError when Storage refuses, TypeError when the type of the file is unknown
 */
export async function uploadPhoto(
  client: KithClient,
  contactId: string,
  photo: Blob | Uint8Array,
  options: PhotoOptions = {},
): Promise<components["schemas"]["Contact"]> {
  const params = { path: { id: contactId } };
  const signal = options.signal ? { signal: options.signal } : {};
  const extension = options.extension ?? extensionOf(photo);
  const upload = await orThrow(
    client.POST("/contacts/{id}/photo-upload", { params, body: { extension }, ...signal }),
  );
  const { uploadUrl, method, headers, path } = upload;
  // A blob without a type, because `fetch` would add the type of the blob as a header.
  const body = photo instanceof Uint8Array ? photo : photo.slice();
  const send = options.fetch ?? globalThis.fetch;
  const stored = await send(uploadUrl, { method, headers, body: body as BodyInit, ...signal });
  if (!stored.ok) throw new UploadError(stored.status, await stored.text());
  await stored.body?.cancel();
  return await orThrow(
    client.PATCH("/contacts/{id}", { params, body: { photoUrl: path }, ...signal }),
  );
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
