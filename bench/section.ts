/** Something that a section found out, held against what was promised. */
export interface Goal {
  /** What was measured, in words that stand alone: "list 50, access token, 16 connections, of the bare server's". */
  name: string;
  /** The median. */
  measured: number;
  /** Lowest and highest of the rounds. */
  spread: [low: number, high: number];
  /** What the numbers are: "×", "ms", "trips", "bytes". */
  unit: string;
  /** The promise; none where the number is only told. */
  atLeast?: number;
  atMost?: number;
}

/** What a section of the benchmark answers with. */
export interface SectionResult {
  title: string;
  /** How it was measured, in a sentence or two. */
  method: string;
  /** For people; every cell is text already. */
  tables: { caption: string; columns: string[]; rows: string[][] }[];
  goals: Goal[];
  /** What could not be measured here, and why. */
  skipped: string[];
}

export interface SectionContext {
  /** A small part of the work. Goals are told, but a quick run decides nothing. */
  quick: boolean;
  /** Tells whoever waits what is going on. */
  progress(line: string): void;
}

/** One part of the benchmark. It starts what it needs and takes it away again, also when it fails. */
export type Section = (context: SectionContext) => Promise<SectionResult>;
