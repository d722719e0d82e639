import { Buffer } from "node:buffer";

/**
 * A response with a JSON text as its body. It says its length by itself, because the answer to a HEAD request is made
 * from it by taking the body away, and has to carry the length that GET would have.
 */
export function respond(
  status: number,
  text: string,
  contentType: string,
  headers: Record<string, string> = {},
): Response {
  // Counted rather than encoded: the server encodes the text more cheaply on its way out.
  return new Response(text, {
    status,
    headers: {
      "content-type": contentType,
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    },
  });
}
