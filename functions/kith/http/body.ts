// Reads bodies and files up to their limits, and refuses other types and encodings.
import type { UploadedFile } from "../core/call.ts";
import { problems } from "../core/problems.ts";
import { timeouts } from "../core/timeouts.ts";
import { bodyLimit } from "../core/limits.ts";

/** Characters of a body from which on the credential is checked before the body, in a statement of its own. */
export const largeBody = 65_536;

/** Timeouts of reading a body: since the last byte, and in total. */
const timeoutsMs = { idle: 5_000, total: 30_000 };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Refuses a body whose `Content-Length` is over the limit, before it is read.
 * @throws Problem payload_too_large
 */
export function checkAnnouncedLength(headers: Headers, limit = bodyLimit): void {
  if (Number(headers.get("content-length") ?? 0) > limit) throw problems.payloadTooLarge(limit);
}

/**
 * Reads a JSON body as text. Stops at the first byte over the limit, and when the client stops sending.
 * @param required where this is false, no body is the same as `{}`
 * @throws Problem payload_too_large, unsupported_media_type, invalid_json or request_timeout
 */
export async function readBody(request: Request, required: boolean): Promise<string> {
  const type = request.headers.get("content-type");
  const bytes = await readBytes(request, type === null || isJson(type));
  if (bytes.length === 0 && !required) return "{}";
  if (bytes.length === 0) throw problems.invalidJson("The request needs a body.");
  if (type === null) throw problems.unsupportedMediaType();
  return decode(bytes);
}

/**
 * Reads a body that is a file, under the same limits.
 * @throws Problem payload_too_large, unsupported_media_type, invalid_json or request_timeout
 */
export async function readFile(request: Request, mediaTypes: string[]): Promise<UploadedFile> {
  const contentType = request.headers.get("content-type") ?? "";
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  const bytes = await readBytes(
    request,
    mediaTypes.includes(essence) || isJson(contentType),
    `Send the file as application/json in UTF-8, ${mediaTypes.join(", ")}.`,
  );
  if (bytes.length === 0) throw problems.invalidJson("The request needs a body.");
  return { bytes, contentType };
}

/**
 * Reads a body of any type as text, up to so many bytes; empty where there is none.
 * @throws Problem payload_too_large, unsupported_media_type, invalid_json or request_timeout
 */
export async function readPlainText(request: Request, limit: number): Promise<string> {
  return decode(await readBytes(request, true, undefined, limit));
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw problems.invalidJson("The body is not valid UTF-8.");
  }
}

/** `application/json` or any `+json`, in UTF-8 if it says anything about a charset. */
function isJson(contentType: string): boolean {
  const [essence = "", ...parameters] = contentType.split(";");
  if (!/^\s*(application\/json|[\w.-]+\/[\w.+-]+\+json)\s*$/i.test(essence)) return false;
  return parameters.every((parameter) =>
    !/^\s*charset\s*=/i.test(parameter) || /^\s*charset\s*=\s*"?utf-?8"?\s*$/i.test(parameter)
  );
}

/**
 * Reads a body that is not compressed, after what its head says.
 * @param isKnown whether it is of a type that is read here
 * @param advice where it is not
 */
async function readBytes(
  { headers, body }: Request,
  isKnown: boolean,
  advice?: string,
  limit = bodyLimit,
): Promise<Uint8Array> {
  checkAnnouncedLength(headers, limit);
  if (!isKnown) throw problems.unsupportedMediaType(advice);
  if (!["", "identity"].includes((headers.get("content-encoding") ?? "").trim().toLowerCase())) {
    throw problems.unsupportedMediaType("Send the body without Content-Encoding: not compressed.");
  }
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const end = Date.now() + timeoutsMs.total;
  let isOver = false;
  const onTimeout = () => {
    isOver = true;
    reader.cancel().catch(() => {});
  };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (true) {
      timeouts.start(onTimeout, Math.min(timeoutsMs.idle, end - Date.now()));
      const { done, value } = await reader.read().catch(() => {
        throw problems.invalidJson("The body is incomplete.");
      });
      if (isOver) throw problems.requestTimeout();
      if (done) return joined(chunks, length);
      length += value.length;
      if (length > limit) throw problems.payloadTooLarge(limit);
      chunks.push(value);
    }
  } catch (error) {
    // Not awaited: a client that has stopped sending might never let it finish.
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    timeouts.stop(onTimeout);
  }
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
