import type { Answer, Call } from "../http/call.ts";
import { problems } from "../http/problems.ts";

/** Photos may be attached while the account is being deleted; more often than this is not to be expected. */
const rounds = 5;

/**
 * Deletes an account: as long as it has photos the operation answers 202 with their paths and deletes nothing, so that
 * a failure on the way leaves an account that can be deleted again, and no bytes that nobody knows of.
 * @throws Problem unavailable
 */
export async function deleteWithPhotos(call: Call): Promise<Answer> {
  for (let round = 0; round < rounds; round++) {
    const answer = await call.run(call.arguments);
    if (answer.status !== 202) return answer;
    await call.dependencies.photos.remove(JSON.parse(answer.body!));
  }
  throw problems.unavailable("Photos kept coming while the account was being deleted.");
}
