/**
 * Lite: reads the body in JavaScript and stores U+FFFD where a text holds half of a surrogate pair.
 * PostgREST: hands the body to Postgres, which refuses it with 400 and 22P02. A text must not change silently.
 * Can go when lite refuses such a body.
 */

/** The refusal of a body in which a name or text holds half of a surrogate pair. */
export async function refuseHalfPairs(request: Request): Promise<Response | undefined> {
  return await holdsHalfPair(request) ? refusedJson() : undefined;
}

async function holdsHalfPair(request: Request): Promise<boolean> {
  if (!["POST", "PATCH", "PUT"].includes(request.method)) return false;
  const text = await request.clone().text();
  if (!/\\u[dD][89a-fA-F]/.test(text)) return false;
  let found = false;
  try {
    JSON.parse(text, (key, value) => {
      found ||= !key.isWellFormed() || (typeof value === "string" && !value.isWellFormed());
      return value;
    });
  } catch {
    return false;
  }
  return found;
}

function refusedJson(): Response {
  const body = {
    code: "22P02",
    details: "Unicode low surrogate must follow a high surrogate.",
    hint: null,
    message: "invalid input syntax for type json",
  };
  return Response.json(body, { status: 400 });
}
