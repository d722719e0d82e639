import { Buffer } from "node:buffer";
import { type Problem, problemCatalogue, problemType } from "../core/problems.ts";

/**
 * A response with a JSON text as its body. `content-length` is set here because Hono answers HEAD by dropping the body
 * of the response to GET, and the length must be the same.
 */
export function respond(
  status: number,
  text: string,
  contentType: string,
  headers: Record<string, string> = {},
): Response {
  // The text is passed on as it is: the server encodes it faster than `TextEncoder` does.
  return new Response(text, {
    status,
    headers: {
      "content-type": contentType,
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    },
  });
}

/** The response to a refusal: `application/problem+json`. */
export function respondWithProblem(problem: Problem, requestId: string): Response {
  const { code, status, message: detail, errors, headers, members } = problem;
  const body = {
    type: problemType(code),
    title: problemCatalogue[code].title,
    status,
    detail,
    code,
    requestId,
    ...(errors ? { errors } : {}),
    ...members,
  };
  return respond(status, JSON.stringify(body), "application/problem+json", headers);
}
