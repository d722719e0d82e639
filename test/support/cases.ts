import { env } from "node:process";
import fc from "fast-check";

/** How many cases are made up; `KITH_CASES` says another number. */
export const caseCount = (usual: number) => Number(env["KITH_CASES"] ?? usual);

/**
 * What made-up cases are drawn from, everywhere that fast-check makes them: the same in every run, so that no change fails for what it did not touch.
 * `KITH_SEED=random` looks for new cases, and a number repeats those of the run that said it.
 */
export const seed = env["KITH_SEED"] === "random"
  ? Math.floor(Math.random() * 2 ** 31)
  : Number(env["KITH_SEED"] ?? 2026);

if (env["KITH_SEED"] === "random") console.log(`KITH_SEED=${seed} repeats this run.`);
fc.configureGlobal({ seed });
