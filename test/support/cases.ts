import { env } from "node:process";
import fc from "fast-check";

/** How many cases are made up; `KITH_CASES` says another number. */
export const caseCount = (usual: number) => Number(env["KITH_CASES"] ?? usual);

/**
 * What made-up cases are drawn from, also by fast-check: the same in every run, so that no change fails for what it did
 * not touch. `KITH_SEED=random` looks for new cases, and a number repeats those of the run that said it.
 */
export const seed = Number(env["KITH_SEED"]);

fc.configureGlobal({ seed });
