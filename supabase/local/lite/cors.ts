/**
 * CORS as the platform's gateway does it, so that a page of any origin may sign in:
 * - every answer is for every origin; those of lite's Auth do not say so;
 * - a preflight is allowed whatever header it asks for; lite has a list that lacks some that
 *   supabase-js sends (`x-supabase-api-version`).
 */
export function adaptCors(request: Request, answer: Response): Response {
  if (!request.headers.has("origin")) return answer;
  const headers = new Headers(answer.headers);
  headers.set("access-control-allow-origin", "*");
  const asked = request.headers.get("access-control-request-headers");
  if (request.method === "OPTIONS" && asked) headers.set("access-control-allow-headers", asked);
  return new Response(answer.body, { status: answer.status, headers });
}
