/**
 * Lite: reads the body in JavaScript and stores U+FFFD where a text contains an unpaired surrogate.
 * PostgREST: passes the body to Postgres, which refuses it with 400 and 22P02. A text must not change silently.
 * Can be removed when lite refuses such a body.
 */

/** The error answer to a body in which a name or text contains an unpaired surrogate. */
export async function refuseUnpairedSurrogates(request: Request): Promise<Response | undefined> {
  return await hasUnpairedSurrogate(request) ? refusedJson() : undefined;
}

async function hasUnpairedSurrogate(request: Request): Promise<boolean> {
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
