// Runs the operations of one request. Only its first statement is counted.
import type { Answer, Dependencies, ReadBy, SnapshotRunner } from "../core/call.ts";
import {
  type Arguments,
  type Credential,
  type Handled,
  kindOf,
  type Work,
} from "../core/database.ts";
import {
  isProblemCode,
  type LimitedCredential,
  problems,
  type Refusal,
  refusedByDatabase,
} from "../core/problems.ts";
import type { Trace } from "../core/trace.ts";
import { beginOf } from "../core/secret.ts";
import { runInParts } from "./parts.ts";

/** Runs operations for one request. Its first statement is counted. */
export interface Runner {
  /** Whether a statement has been run. */
  readonly ran: boolean;
  /**
   * Runs an operation, which was declared to do such work; in parts where it takes long.
   * @throws Problem when the database refuses
   */
  run(args: Arguments, operation: string, work: Work): Promise<Answer>;
  /**
   * Checks and counts the credential for an operation that is run later, before what it is sent with is read. Returns by what a
   * file is read.
   * @throws Problem when the database refuses
   */
  check(operation: string): Promise<ReadBy>;
  /**
   * Checks the credential of a request that is refused for another reason, and counts it as refused.
   * @throws Problem when the database refuses
   */
  countRefused(operation: string): Promise<void>;
  /**
   * Checks and counts the credential, and then runs an operation any number of times as of one instant. The first is a
   * statement of its own, because a transaction that only reads cannot count.
   * @throws Problem when the database refuses
   */
  openSnapshot(operation: string): Promise<SnapshotRunner>;
  /** As a Call has it. */
  begin: string;
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
  const send = async (
    args: Arguments | null,
    operation: string,
    work: Work = "read",
    sent: Credential = credential,
  ) => {
    const once: Credential = ran ? { ...sent, counted: true } : sent;
    ran = true;
    const handled = await dependencies.database.handle(once, operation, named(args), work);
    dependencies.photos.sweepSometimes(dependencies);
    return toAnswer(trace, handled, what);
  };
  const check = async (operation: string) => {
    const sent: Credential = { ...credential, operationFollows: true };
    const { body } = await send(null, operation, "read", sent);
    // A profile may be missing, and so may be the body where the migrations are older than the function.
    return { timezone: "UTC", country: null, ...JSON.parse(body ?? "{}") } as ReadBy;
  };
  const run: Runner["run"] = (args, operation, work) =>
    work === "write"
      ? runInParts((sent, named = operation) => send(sent, named, work), args)
      : send(args, operation, work);
  return {
    get ran() {
      return ran;
    },
    begin: beginOf(credential),
    run,
    check,
    async countRefused(operation) {
      await send(null, operation);
    },
    async openSnapshot(operation) {
      await check(operation);
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
