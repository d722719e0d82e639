import type { Api, RequestOptions } from "../api.ts";
import { KithError } from "../error.ts";
import type { CreateImportQuery, Import, ImportRow } from "../types.ts";
import { type Part, partLimits } from "./part.ts";

/** A part of a file with its preview; null where a single record is larger than the service takes. */
export interface Preview {
  part: Part;
  shown: Import | null;
  /** Of the rows that parts before have too, how many have each action. */
  repeated: Import["counts"];
  /** What applying it did. */
  applied?: { activityId: string | null; isUndone: boolean };
}

/** Rows of a preview, without those that parts before have too. */
export function rowsOf({ shown, repeated, part }: Preview): number {
  return shown === null ? 1 : sum(shown.counts) - Math.min(part.repeated, sum(repeated));
}

function sum(counts: Import["counts"]): number {
  return counts.create + counts.match + counts.conflict + counts.error;
}

/**
 * Uploads a part; in halves where the service finds more records in it than are allowed, as a record that cannot be read
 * may count twice.
 * @throws KithError
 */
export async function upload(
  api: Api,
  part: Part,
  query: CreateImportQuery,
  options: RequestOptions,
): Promise<Preview[]> {
  const none = { create: 0, match: 0, conflict: 0, error: 0 };
  try {
    if (part.bytes.length > partLimits.bytes && part.records === 1) {
      return [{ part, shown: null, repeated: none }];
    }
    const shown = await api.sendFile<Import>("/imports", part, query, options);
    return [{ part, shown, repeated: await countRepeated(api, part, shown, options) }];
  } catch (error) {
    const halves = error instanceof KithError && error.status === 413 ? part.halves() : null;
    if (halves === null) throw error;
    const [first, second] = halves;
    return [
      ...await upload(api, first, query, options),
      ...await upload(api, second, query, options),
    ];
  }
}

async function countRepeated(api: Api, part: Part, shown: Import, options: RequestOptions) {
  const counts = { create: 0, match: 0, conflict: 0, error: 0 };
  if (part.repeated === 0) return counts;
  for await (const row of listRows(api, shown.id, {}, options)) {
    if (row.number > part.repeated) break;
    counts[row.action] += 1;
  }
  return counts;
}

export function listRows(
  api: Api,
  id: string,
  query: { action?: ImportRow["action"] },
  options: RequestOptions,
) {
  return api.list<ImportRow>("/imports/{id}/rows", query, options, { id });
}
