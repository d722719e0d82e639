import type { Answer, Call } from "../core/call.ts";
import { problems } from "../core/problems.ts";

/** Statements of one request, of at least 2,000 resources or 20,000 changes each: more than any log holds. */
const maxParts = 1_000;

/**
 * Erases from the log. While something is left the operation answers 202, because a statement must end in time.
 * @throws Problem unavailable
 */
export async function eraseInParts(call: Call): Promise<Answer> {
  for (let part = 0; part < maxParts; part++) {
    const answer = await call.run(call.arguments);
    if (answer.status !== 202) return answer;
  }
  throw problems.unavailable("The log was written while it was being erased.");
}
