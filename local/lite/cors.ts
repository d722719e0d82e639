/**
 * Lite: Auth's answers have no CORS header, and a preflight allows a fixed list of headers, which lacks some that
 * supabase-js sends (`x-supabase-api-version`).
 * The platform's gateway: allows every origin, and all headers that a preflight requests. Pages of any origin must be able
 * to sign in.
 * Can be removed when lite does the same.
 */

/** The answer with the CORS headers of the platform's gateway. */
export function adaptCors(request: Request, answer: Response): Response {
  if (!request.headers.has("origin")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("access-control-allow-origin", "*");
  const requested = request.headers.get("access-control-request-headers");
  if (request.method === "OPTIONS" && requested) {
    headers.set("access-control-allow-headers", requested);
  }
  return new Response(answer.body, { status: answer.status, headers });
}
