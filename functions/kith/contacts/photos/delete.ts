import type { Answer, Call } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";

/** Photos may be attached while the account is being deleted, so that deleting has to be tried again. */
const maxAttempts = 5;

/**
 * Deletes an account. While it has photos, or a large log of changes, the operation answers 202 with the photos' paths
 * and does not delete the account, so that a failure in between leaves one that can still be deleted, and no files
 * without an owner.
 * @throws Problem unavailable
 */
export async function deleteWithPhotos(call: Call): Promise<Answer> {
  let attempts = 0;
  while (attempts < maxAttempts) {
    const answer = await call.run(call.arguments);
    if (answer.status !== 202) return answer;
    const paths: string[] = JSON.parse(answer.body!);
    if (paths.length === 0) continue;
    attempts += 1;
    await call.dependencies.photos.remove(paths);
  }
  throw problems.unavailable(
    "Photos were attached again and again while the account was being deleted.",
  );
}
