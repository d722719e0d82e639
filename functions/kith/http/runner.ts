import type { Answer, Dependencies, SnapshotRunner } from "../core/call.ts";
import { type Arguments, type Credential, type Handled, kindOf } from "../core/database.ts";
import {
  isProblemCode,
  type LimitedCredential,
  problems,
  type Refusal,
  refusedByDatabase,
} from "../core/problems.ts";
import type { Trace } from "../core/trace.ts";

/** Runs operations for one request. Its first statement is counted. */
export interface Runner {
  /** Whether a statement has been run. */
  readonly ran: boolean;
  /**
   * Runs an operation; without arguments only checks and counts the credential.
   * @throws Problem when the database refuses
   */
  run(args: Arguments | null, operation: string, sent?: Credential): Promise<Answer>;
  /**
   * Checks and counts the credential, and then runs an operation any number of times as of one instant. The first is a
   * statement of its own, because a transaction that only reads cannot count.
   * @throws Problem when the database refuses
   */
  openSnapshot(operation: string): Promise<SnapshotRunner>;
}

/** Creates the runner of a request. */
export function createRunner(
  dependencies: Dependencies,
  credential: Credential,
  trace: Trace,
): Runner {
  let ran = false;
  const what = kindOf(credential) === "connection" ? "connection" : "API key";
  const named = (args: Arguments | null) => args && { ...args, requestId: trace.requestId };
  return {
    get ran() {
      return ran;
    },
    async run(args, operation, sent = credential) {
      const once: Credential = ran ? { ...sent, counted: true } : sent;
      ran = true;
      const handled = await dependencies.database.handle(once, operation, named(args));
      // Also after reads, because the next write may come much later.
      dependencies.photos.cleanUpLater(handled.removals, dependencies);
      return toAnswer(trace, handled, what);
    },
    async openSnapshot(operation) {
      await this.run(null, operation, { ...credential, operationFollows: true });
      const snapshot = await dependencies.database.openSnapshot(credential);
      const counted: Credential = { ...credential, counted: true };
      return {
        async run(args) {
          const handled = await snapshot.handle(counted, operation, named(args));
          return toAnswer(trace, handled, what);
        },
        end: () => snapshot.end(),
      };
    },
  };
}

/** Records the key and its rate limit in the trace; throws when the database refused the request. */
function toAnswer(trace: Trace, handled: Handled, what: LimitedCredential): Answer {
  trace.keyId = handled.keyId;
  // Only the first statement of a request is counted and has a limit.
  trace.rateLimit = handled.rateLimit ?? trace.rateLimit;
  const { status } = handled;
  if (status !== null) return { ...handled, status };
  const refusal: Refusal = JSON.parse(handled.body ?? "{}");
  if (!isProblemCode(refusal.code)) throw problems.internal(handled.log ?? "unknown refusal");
  throw refusedByDatabase(refusal, handled.retryAfter, handled.log, what);
}
