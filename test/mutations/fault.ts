/** The commands that may notice a fault, from the quick one to the slow ones. */
export const tiers = ["test", "thorough", "browser"] as const;
export type Tier = typeof tiers[number];

/** A small mistake in product code, of the kind that somebody makes. */
export interface Fault {
  /** What is wrong, in one sentence. No two faults have the same. */
  name: string;
  /** The promise or the behaviour that it breaks. */
  breaks: string;
  file: string;
  /** A text that is in the file exactly once. */
  find: string;
  replace: string;
  /** The command that is meant to notice it; `test` where nothing is said. */
  meantFor?: Tier;
  /** Tests that probably notice it, below test/ and without `.test.ts`. They run first; one that does not exist is left out. */
  first: string[];
}
