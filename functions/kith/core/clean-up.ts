import type { Dependencies } from "./call.ts";
import type { Removal } from "./database.ts";
import { describeCause } from "./trace.ts";

/** Moves at once: Storage moves one file in a call. The 20 of one answer then end before they are due again in a minute. */
const movesAtOnce = 4;

/** Removes and moves files of photos after the answer, where there are any. */
export function cleanUpLater(dependencies: Dependencies, removals: Removal[]): void {
  if (removals.length > 0) dependencies.waitUntil(cleanUp(dependencies, removals));
}

/**
 * Removes and moves files of photos, then deletes from the list what was done. Never rejects: what fails stays in the
 * list, and a later request does it.
 */
export async function cleanUp(dependencies: Dependencies, removals: Removal[]): Promise<void> {
  const { photos, database } = dependencies;
  const done: string[] = [];
  const causes: unknown[] = [];
  const attempt = async (paths: string[], work: () => Promise<unknown>) => {
    try {
      await work();
      done.push(...paths);
    } catch (error) {
      causes.push(error instanceof Error && error.cause ? error.cause : error);
    }
  };

  const removed = removals.filter(({ moveTo }) => moveTo === null).map(({ path }) => path);
  const moves = removals.filter(({ moveTo }) => moveTo !== null).values();
  const moveNext = async () => {
    // A file that is not there has been moved before, by an attempt that was not confirmed.
    for (const { path, moveTo } of moves) await attempt([path], () => photos.move(path, moveTo!));
  };
  await Promise.all([
    ...(removed.length > 0 ? [attempt(removed, () => photos.remove(removed))] : []),
    ...Array.from({ length: movesAtOnce }, moveNext),
  ]);
  if (done.length > 0) await attempt([], () => database.forgetRemovals(done));

  if (causes.length > 0) {
    dependencies.log({
      time: new Date().toISOString(),
      event: "photos_not_removed",
      cause: describeCause(causes[0]),
    });
  }
}
