// Runs an operation that writes, again and again where one statement does not suffice.
import type { Answer } from "../core/call.ts";
import type { Arguments, Progress } from "../core/database.ts";
import { Problem, problems } from "../core/problems.ts";

/** Milliseconds after which a request is answered what was done so far. Clients and proxies wait for 30 seconds and more. */
const mostTime = 20_000;

/** How often a part that is refused because the database is busy is tried: what is wrong for longer would be asked without end. */
const mostTries = 3;

/** Runs one statement of the request: its operation, or the named one. */
type Send = (args: Arguments, operation?: string) => Promise<Answer>;

/**
 * Runs an operation until it is done. Each part is a transaction, so that others of the account write in between, and all of
 * them write one change set. A part that had to wait for others for too long is tried again.
 * @throws Problem when the database refuses; unavailable where the time is over and it can be sent again
 */
export async function runInParts(send: Send, args: Arguments): Promise<Answer> {
  const end = Date.now() + mostTime;
  let answer = await send({ ...args, progress: {} });
  let tries = 0;
  while (isPart(answer)) {
    const { activityId } = answer;
    const progress: Progress = { ...JSON.parse(answer.body!), activityId };
    if (!activityId) delete progress.activityId;
    if (Date.now() > end) {
      // The database has kept how far it came, so that the whole answer comes to who sends it again with the key.
      if (args.idempotencyKey !== undefined) throw isNotDone();
      progress.isLast = true;
    }
    try {
      tries += 1;
      answer = await send({ ...args, progress });
      tries = 0;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (isRefusal(error) && !progress.isLast && tries < mostTries) continue;
      if (progress.isTakenBack && activityId && error.status < 500) {
        await takeBack(send, activityId);
      }
      throw error;
    }
    if (progress.isLast && isPart(answer)) throw isNotDone();
  }
  return answer;
}

const isNotDone = () =>
  problems.unavailable(
    "It was not done in time.",
    "It takes longer than one request may. Send it again, with the same Idempotency-Key if it had one: it goes on where this one ended.",
  );

/** Whether the database was too busy and has written nothing: an error of the connection leaves that open. */
const isRefusal = ({ code, cause }: Problem) => code === "unavailable" && typeof cause === "string";

/** Deleting an account answers 202 with a list of photos, and is run by its own handler. */
const isPart = ({ status, body }: Answer) => status === 202 && body?.startsWith("{");

/** Undoes what a request has done that is to do all or nothing. */
async function takeBack(send: Send, activityId: string): Promise<void> {
  await runInParts((args) => send(args, "undo_activity"), {
    id: activityId,
    body: { partial: true },
  });
}
