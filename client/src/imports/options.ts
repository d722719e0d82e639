import type { RequestOptions } from "../api.ts";
import type { AppliedImport, ImportApplicationCreate } from "../types.ts";

/** How far an import is. */
export interface ImportProgress {
  step: "preview" | "apply" | "undo";
  /** How many parts are done, and how many there are. */
  part: number;
  parts: number;
  /** How many rows are done, and how many there are. */
  rows: number;
  total: number;
}

export interface ImportOptions extends RequestOptions {
  onProgress?: (progress: ImportProgress) => void;
}

export interface ApplyOptions extends ImportOptions {
  /** What to do with rows that match a contact; `merge` unless set here or for the file. */
  onMatch?: ImportApplicationCreate["onMatch"];
  /** What to do with single rows instead, by their numbers in the whole file. */
  rows?: ImportApplicationCreate["rows"];
}

/** What applying a file did, all parts together. */
export type AppliedFile = Pick<AppliedImport, "created" | "merged" | "skipped" | "failed"> & {
  /** The change sets, one for each part that changed something. */
  activityIds: string[];
};
