/**
 * Lite: does not read `Range`, and answers with the whole object and 200, though it sends `Accept-Ranges: bytes`.
 * The platform's Storage: 206 with the part, and 500 for an empty object where objects are on S3. The check of an
 * uploaded photo reads its header.
 * Can be removed when lite answers `Range`.
 */
import { failUnexpectedly } from "./storage-protocol.ts";

/** Cuts the part that the request's `Range` names out of the answer with the whole object. */
export async function answerRange(request: Request, whole: Response): Promise<Response> {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  if (!whole.ok || !range || (!range[1] && !range[2])) return whole;
  const headers = new Headers(whole.headers);
  const size = Number(headers.get("content-length"));
  if (size === 0) {
    await whole.body?.cancel();
    return failUnexpectedly("The requested range is not satisfiable");
  }
  const from = range[1] ? Number(range[1]) : Math.max(0, size - Number(range[2]));
  const to = range[1] && range[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  const bytes = new Uint8Array(await whole.arrayBuffer());
  if (from > to) {
    return new Response(null, { status: 416, headers: { "content-range": `bytes */${size}` } });
  }
  headers.set("content-range", `bytes ${from}-${to}/${size}`);
  headers.set("content-length", String(to - from + 1));
  const part = request.method === "HEAD" ? null : bytes.subarray(from, to + 1);
  return new Response(part, { status: 206, headers });
}
