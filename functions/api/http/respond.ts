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
  const bytes = new TextEncoder().encode(text);
  return new Response(bytes, {
    status,
    headers: {
      "content-type": contentType,
      "content-length": String(bytes.byteLength),
      ...headers,
    },
  });
}
