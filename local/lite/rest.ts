import { adaptErrors } from "./rest-errors.ts";
import { refuseUnpairedSurrogates } from "./rest-surrogates.ts";

/** Answers a request to REST as PostgREST does; there is a file for each difference of lite. */
export async function adaptRest(
  request: Request,
  fetch: () => Promise<Response>,
): Promise<Response> {
  return await refuseUnpairedSurrogates(request) ?? await adaptErrors(fetch);
}
