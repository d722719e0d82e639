import { readdirSync, readFileSync } from "node:fs";
import type { ImportRecord } from "../../../functions/kith/imports/parse/records.ts";

/** What a sample is read into; what is empty is left out, and so is `contact` as resource. */
export interface Expected {
  records: {
    line: number;
    resource?: string;
    uid?: string;
    value: Record<string, unknown>;
    networks?: string[];
    notes?: (string | { content: string; occurredAt?: string })[];
    photo?: string;
  }[];
  /** With the count where it is not one. */
  dropped: string[];
}

/** A record as in {@link Expected}. */
export function shortened(record: ImportRecord): Expected["records"][number] {
  const { line, resource, uid, value, networks, notes, photo } = record;
  return {
    line,
    ...(resource === "contact" ? {} : { resource }),
    ...(uid === null ? {} : { uid }),
    value,
    ...(networks.length > 0 ? { networks } : {}),
    ...(notes.length > 0
      ? { notes: notes.map((note) => note.occurredAt ? note : note.content) }
      : {}),
    ...(photo === null ? {} : { photo: photo.type }),
  };
}

/** What is expected of each sample, from `test/imports/samples/expected`. */
export function readExpected(): Record<string, Expected> {
  const folder = new URL("../samples/expected/", import.meta.url);
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ""),
      JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Expected,
    ]),
  );
}
