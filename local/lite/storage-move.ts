/**
 * Lite: looks for the object, copies its bytes and renames its row without a lock, so that two concurrent moves of one
 * object both succeed, and one leaves bytes without a row; so does a removal at the same time.
 * The platform's Storage: the second move finds no object; with objects in files it is a 500 when both are under way at
 * once. Attaching one upload twice at once depends on it.
 * Can be removed when lite moves an object in one transaction.
 */
import { failUnexpectedly, type Storage } from "./storage-protocol.ts";

let last: Promise<unknown> = Promise.resolve();

/** How many moves of each object are under way. */
const underWay = new Map<string, number>();

/** Moves and removals, one at a time. */
export function inTurn(request: Request, storage: Storage): Promise<Response> {
  const answer = last.then(() => storage(request));
  last = answer.catch(() => {});
  return answer;
}

/** `POST /object/move`. */
export async function moveObject(request: Request, storage: Storage): Promise<Response> {
  const { bucketId, sourceKey } = await request.clone().json().catch(() => ({}));
  const source = `${bucketId}/${sourceKey}`;
  const others = underWay.get(source) ?? 0;
  underWay.set(source, others + 1);
  try {
    const answer = await inTurn(request, storage);
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
