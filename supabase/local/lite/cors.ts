/**
 * Lite: Auth's answers have no CORS header, and a preflight allows a fixed list of headers, which lacks some that
 * supabase-js sends (`x-supabase-api-version`).
 * The platform's gateway: every answer is for every origin, and a preflight allows whatever header it asks for. A page
 * of any origin has to be able to sign in.
 * Can go when lite does the same.
 */

/** The answer with the CORS headers of the platform's gateway. */
export function adaptCors(request: Request, answer: Response): Response {
  if (!request.headers.has("origin")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("access-control-allow-origin", "*");
  const asked = request.headers.get("access-control-request-headers");
  if (request.method === "OPTIONS" && asked) headers.set("access-control-allow-headers", asked);
  return new Response(answer.body, { status: answer.status, headers });
}
