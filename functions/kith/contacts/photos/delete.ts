import type { Answer, Call } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";

/** Photos may be attached while the account is being deleted, so that deleting has to be tried again. */
const maxAttempts = 5;

/**
 * Deletes an account. While it has photos the operation answers 202 with their paths and deletes nothing, so that a
 * failure in between leaves an account that can still be deleted, and no files without an owner.
 * @throws Problem unavailable
 */
export async function deleteWithPhotos(call: Call): Promise<Answer> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await call.run(call.arguments);
    if (answer.status !== 202) return answer;
    await call.dependencies.photos.remove(JSON.parse(answer.body!));
  }
  throw problems.unavailable(
    "Photos were attached again and again while the account was being deleted.",
  );
}
