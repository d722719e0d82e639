// What an installation notes of itself: JSON in the comment of the schema `kith`, which every role of the database may read.
import { names } from "./names.ts";

/** How far Kith is in a project. */
export interface State {
  state: "installing" | "installed" | "error" | "uninstalling";
  /** The version that is there, or is being installed. */
  version: string;
  /** The one that was there before, where one was. */
  previous?: string;
  /** What went wrong last. */
  error?: string;
  /** When this was noted. */
  at: string;
}

/** A text in SQL. */
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** @param comment that of the schema */
export function readState(comment: string | null): State | undefined {
  try {
    const { kith } = JSON.parse(comment ?? "") as { kith?: State };
    return typeof kith?.version === "string" ? kith : undefined;
  } catch {
    return undefined;
  }
}

/** The statement, without its semicolon, that notes a state. */
export const stateComment = (state: State) =>
  `comment on schema ${names.exposedSchema} is ${literal(JSON.stringify({ kith: state }))}`;
