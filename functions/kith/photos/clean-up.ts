import type { Dependencies } from "../http/call.ts";
import { describeCause } from "../http/trace.ts";

/**
 * Removes the bytes of photos, then their place in the list of those to be removed. Never rejects: what fails stays in
 * the list, and a later request is handed it again.
 */
export async function cleanUp(dependencies: Dependencies, paths: string[]): Promise<void> {
  try {
    await dependencies.photos.remove(paths);
    await dependencies.database.forgetRemovals(paths);
  } catch (error) {
    dependencies.log({
      time: new Date().toISOString(),
      event: "photos_not_removed",
      cause: describeCause(error instanceof Error && error.cause ? error.cause : error),
    });
  }
}
