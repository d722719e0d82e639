/**
 * Lite: looks for the object, copies its bytes and renames its row without a lock, so that two concurrent moves of one
 * object both succeed, and one leaves bytes without a row.
 * The platform's Storage: the second move finds no object; with objects in files it is a 500 when both are under way at
 * once. Attaching one upload twice at once depends on it.
 * Can be removed when lite moves an object in one transaction.
 */
import { failUnexpectedly } from "./storage-refusals.ts";
import type { Storage } from "./storage-types.ts";

let lastMove: Promise<unknown> = Promise.resolve();

/** How many moves of each object are under way. */
const underWay = new Map<string, number>();

/** `POST /object/move`, one at a time. */
export async function moveObject(request: Request, storage: Storage): Promise<Response> {
  const { bucketId, sourceKey } = await request.clone().json().catch(() => ({}));
  const source = `${bucketId}/${sourceKey}`;
  const others = underWay.get(source) ?? 0;
  underWay.set(source, others + 1);
  const moved = lastMove.then(() => storage(request));
  lastMove = moved.catch(() => {});
  try {
    const answer = await moved;
    return others > 0 && await isMissing(answer)
      ? failUnexpectedly("ENOENT: no such file or directory")
      : answer;
  } finally {
    const left = underWay.get(source)! - 1;
    if (left > 0) underWay.set(source, left);
    else underWay.delete(source);
  }
}

async function isMissing(answer: Response): Promise<boolean> {
  return !answer.ok && (await answer.clone().json()).statusCode === "404";
}
