import type { ProblemCode, Violation } from "../../core/problem.ts";

/** What developers of clients should know about a code. */
export interface Page {
  /** When the code is answered. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
  /** `detail` and `errors` of a realistic answer. */
  example: { detail: string; errors?: Violation[] };
}

/** Pages of some codes. */
export type Pages = Partial<Record<ProblemCode, Page>>;
