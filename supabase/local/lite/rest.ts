import { adaptErrors } from "./rest-errors.ts";
import { refuseHalfPairs } from "./rest-surrogates.ts";

/** Answers a request to REST as PostgREST does; each difference of lite's stands in a file of its own. */
export async function adaptRest(
  request: Request,
  fetch: () => Promise<Response>,
): Promise<Response> {
  return await refuseHalfPairs(request) ?? await adaptErrors(fetch);
}
