/** Handles a request to Storage. */
export type Storage = (request: Request) => Promise<Response>;

/** The path of Storage at the gateway. */
export const storageRoot = "/storage/v1";

/** An error answer in Storage's format: HTTP 400, and the actual status in the body. */
export function refuse(statusCode: string, error: string, message: string): Response {
  return Response.json({ statusCode, error, message, code: error }, { status: 400 });
}

/** The answer to an error of the back end that Storage does not expect, which is also HTTP 500. */
export function failUnexpectedly(message: string): Response {
  const body = { statusCode: "500", error: "Internal", message, code: "InternalError" };
  return Response.json(body, { status: 500 });
}
