import type { Dependencies } from "./call.ts";
import { describeCause } from "./trace.ts";

/** Removes the files of photos after the answer, where there are any. */
export function cleanUpLater(dependencies: Dependencies, paths: string[]): void {
  if (paths.length > 0) dependencies.waitUntil(cleanUp(dependencies, paths));
}

/**
 * Removes the files of photos, then their entries in the list of files to remove. Never rejects: what fails stays in
 * the list, and a later request removes it.
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
