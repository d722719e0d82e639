/**
 * Lite: refusals have no `code`, and some messages say more.
 * The platform's Storage: a `code` and plain messages, which clients and tests read.
 * Can be removed when lite answers in the platform's form.
 */

/** An error answer in Storage's format: HTTP 400, and the actual status in the body. */
export function refuse(statusCode: string, error: string, message: string): Response {
  return Response.json({ statusCode, error, message }, { status: 400 });
}

/** The answer to an error of the back end that Storage does not expect, which is also HTTP 500. */
export function failUnexpectedly(message: string): Response {
  const body = { statusCode: "500", error: "Internal", message, code: "InternalError" };
  return Response.json(body, { status: 500 });
}

/** `error` of a refusal → its `code`, which lite leaves out. */
const codes: Record<string, string> = {
  "Bucket not found": "NoSuchBucket",
  not_found: "NoSuchKey",
  Unauthorized: "AccessDenied",
  Duplicate: "KeyAlreadyExists",
  "Payload too large": "EntityTooLarge",
  invalid_mime_type: "InvalidMimeType",
};

/** Converts an error answer of lite to the platform's format; returns other answers unchanged. */
export async function reword(answer: Response): Promise<Response> {
  if (answer.status !== 400) return answer;
  const body = await answer.json() as { error?: string; message?: string };
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const code = codes[body.error ?? ""] ?? body.error;
  const message = body.message?.replace(/\. Supported: .*$/, "").replace(/ of \d+ bytes$/, "");
  return new Response(JSON.stringify({ ...body, message, code }), { status: 400, headers });
}
