/**
 * Lite: looks for the object, copies its bytes and renames its row without a lock, so that two concurrent moves of one
 * object both succeed, and one leaves bytes without a row.
 * The platform's Storage: the second move finds no object. Attaching one upload twice at once depends on it.
 * Can be removed when lite moves an object in one transaction.
 */
import type { Storage } from "./storage-types.ts";

let lastMove: Promise<unknown> = Promise.resolve();

/** `POST /object/move`, one at a time. */
export function moveObject(request: Request, storage: Storage): Promise<Response> {
  const moved = lastMove.then(() => storage(request));
  lastMove = moved.catch(() => {});
  return moved;
}
