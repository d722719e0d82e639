/** Makes a photo smaller before it is sent, and sends it. */
import { uploadPhoto } from "../../../client/src/photo.ts";
import type { ContactsMethods } from "../../../client/src/resources.ts";
import { Unreachable } from "../base/problem.ts";
import type { Contact } from "@kith/client";
import type { Written } from "../base/written.ts";

/** The longest side of a photo that is sent, in pixels. */
const longestSide = 1024;
/** Bytes above which a photo is encoded again even where its sides are short enough. */
const smallEnough = 300 * 1024;
/** Of JPEG and WebP, from 0 to 1. */
const quality = 0.85;

/** Formats that the API takes. */
export const photoTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp"];

/** The browser cannot make a picture of a file. */
export class UnreadablePhoto extends Error {}

/**
 * A file as it is sent: upright, with sides of at most 1024 pixels, and never larger than it was; and a copy for address books.
 * Any format that the browser can decode becomes one that the API takes.
 * @throws UnreadablePhoto
 */
export async function shrinkPhoto(file: Blob): Promise<{ photo: Blob; preview: string }> {
  const image = await decode(file);
  try {
    const scaleTo = (side: number) => Math.min(1, side / Math.max(image.width, image.height));
    const scale = scaleTo(longestSide);
    const url = draw(image, scaleTo(160), true).toDataURL("image/jpeg", .7);
    const preview = url.slice(url.indexOf(",") + 1);
    const taken = photoTypes.includes(file.type);
    if (taken && scale === 1 && file.size <= smallEnough) return { photo: file, preview };
    const smaller = await encode(image, scale, file.type);
    return { photo: taken && smaller.size >= file.size ? file : smaller, preview };
  } finally {
    image.close();
  }
}

async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    // The orientation in the file's metadata is lost when it is encoded again.
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new UnreadablePhoto();
  }
}

/** @param isOpaque white where it is transparent */
function draw(image: ImageBitmap, scale: number, isOpaque: boolean): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white";
  if (isOpaque) context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

async function encode(image: ImageBitmap, scale: number, type: string): Promise<Blob> {
  // WebP keeps what is transparent, but some browsers do not write it.
  const webp = type === "image/jpeg"
    ? undefined
    : await toBlob(draw(image, scale, false), "image/webp");
  if (webp?.type === "image/webp") return webp;
  const jpeg = await toBlob(draw(image, scale, true), "image/jpeg");
  if (!jpeg) throw new UnreadablePhoto();
  return jpeg;
}

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/**
 * Makes what `shrinkPhoto` answers the contact's photo.
 * @param onProgress called with the part that is sent, 0 to 1
 * @throws SessionEnded, KithError, UploadError, Unreachable, or the signal's reason
 */
export async function upload(
  contacts: ContactsMethods,
  contactId: string,
  { photo, preview }: { photo: Blob; preview: string },
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Written<Contact>> {
  const fetch: typeof globalThis.fetch = (url, init = {}) => send(String(url), init, onProgress);
  const { data, activityId } = await uploadPhoto(contacts, contactId, photo, {
    fetch,
    signal,
    preview,
  });
  return { value: data, activityId };
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
