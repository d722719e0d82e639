import type { Api, RequestOptions } from "../api.ts";
import { KithError, KithNotFoundError } from "../error.ts";
import { ImportsMethods } from "../resources.ts";
import type {
  AppliedImport,
  CreateImportQuery,
  DroppedProperty,
  Import,
  ImportApplicationCreate,
  ImportCounts,
  ImportRow,
  UndoCreate,
} from "../types.ts";
import { type Part, partLimits } from "./part.ts";
import { readParts } from "./read-file.ts";

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

export interface FileOptions extends ApplyOptions {
  /** `text/vcard`, `text/csv`, `text/ldif` or `application/json`, with a charset where the file is not in UTF-8; found in the file unless set. */
  contentType?: string;
  /** For CSV with columns that Kith does not know: the field of each column. */
  mapping?: Record<string, string>;
}

/** Imports, with the import of a file of any size. */
export class ImportsOfFiles extends ImportsMethods {
  /**
   * Uploads a file of contacts, which changes nothing: `apply()` of what is returned does. A file of more than 1 MB or 1,000
   * records is sent in parts.
   * @throws KithError, or the reason of the aborted signal
   */
  async fromFile(
    file: Blob | Uint8Array | string,
    { contentType, mapping, ...options }: FileOptions = {},
  ): Promise<FileImport> {
    const parts = await readParts(file, contentType);
    const query = mapping ? { mapping: JSON.stringify(mapping) } : {};
    return await new FileImport(this.api, query, options).upload(parts);
  }
}

/** A file that was uploaded and read, in as many parts as it needs; nothing is changed before it is applied. */
export class FileImport {
  readonly #api: Api;
  readonly #query: CreateImportQuery;
  readonly #options: ApplyOptions;
  #previews: Preview[] = [];
  readonly #done: AppliedFile = { created: 0, merged: 0, skipped: 0, failed: 0, activityIds: [] };

  constructor(api: Api, query: CreateImportQuery, options: ApplyOptions) {
    this.#api = api;
    this.#query = query;
    this.#options = options;
  }

  /** Uploads the parts. */
  async upload(parts: Part[]): Promise<this> {
    const total = parts.reduce((sum, { records }) => sum + records, 0);
    const { onProgress, ...options } = this.#options;
    let rows = 0;
    for (const [index, part] of parts.entries()) {
      options.signal?.throwIfAborted();
      this.#previews.push(...await upload(this.#api, part, this.#query, options));
      rows += part.records;
      onProgress?.({ step: "preview", part: index + 1, parts: parts.length, rows, total });
    }
    return this;
  }

  get format(): Import["format"] {
    return this.#previews.find(({ shown }) => shown)?.shown?.format ?? "vcard";
  }

  get parts(): number {
    return this.#previews.length;
  }

  /** How many rows have each action. */
  get counts(): ImportCounts {
    return countsOf(this.#previews);
  }

  /** What Kith has no field for, or could not store. */
  get dropped(): DroppedProperty[] {
    return droppedOf(this.#previews);
  }

  /** Rows with a photo. */
  get photos(): number {
    return this.#previews.reduce((sum, { shown }) => sum + (shown?.photos ?? 0), 0);
  }

  /** The change sets of the parts that are applied, for `kith.activity.undo` where this object is gone. */
  get activityIds(): string[] {
    return [...this.#done.activityIds];
  }

  /**
   * The rows, with their numbers and lines in the whole file.
   * @throws KithError
   */
  async *rows(
    query: { action?: ImportRow["action"] } = {},
    options: RequestOptions = this.#options,
  ): AsyncGenerator<ImportRow, void, undefined> {
    let before = 0;
    for (const preview of this.#previews) {
      const { part } = preview;
      if (preview.shown === null) {
        if ((query.action ?? "error") === "error") yield tooLarge(before + 1, part);
      } else {
        const offset = before - part.repeated;
        for (const row of await this.#rowsOf(preview, query, options)) {
          if (row.number <= part.repeated) continue;
          yield { ...row, number: row.number + offset, line: part.lineOf(row.line) };
        }
      }
      before += rowsOf(preview);
    }
  }

  async #rowsOf(
    preview: Preview,
    query: { action?: ImportRow["action"] },
    options: RequestOptions,
  ) {
    return await this.#whileKept(preview, options, async (id) => {
      const rows: ImportRow[] = [];
      for await (const row of listRows(this.#api, id, query, options)) rows.push(row);
      return rows;
    });
  }

  /**
   * Applies the parts in turn, each in one change set. After an error it may be called again: parts that are applied are not
   * applied twice.
   * @throws KithError, or the reason of the aborted signal
   */
  async apply(given: ApplyOptions = {}): Promise<AppliedFile> {
    const { onProgress, onMatch = "merge", rows: choices, ...options } = {
      ...this.#options,
      ...given,
    };
    const total = this.#previews.reduce((sum, preview) => sum + rowsOf(preview), 0);
    let rows = 0;
    for (const [index, preview] of this.#previews.entries()) {
      options.signal?.throwIfAborted();
      if (!preview.applied && preview.shown) {
        const body = { onMatch, ...partOf(choices, rows, preview) };
        const done = await this.#whileKept(
          preview,
          options,
          (id) =>
            this.#api.send<AppliedImport>(
              "POST",
              "/imports/{id}/apply",
              { path: { id }, body },
              options,
            ),
        );
        this.#add(preview, done);
      }
      rows += rowsOf(preview);
      onProgress?.({ step: "apply", part: index + 1, parts: this.parts, rows, total });
    }
    return { ...this.#done, activityIds: this.activityIds };
  }

  #add(preview: Preview, done: AppliedImport): void {
    const activityId = done.appliedActivityId;
    preview.applied = { activityId, isUndone: false };
    for (const name of ["created", "merged", "skipped", "failed"] as const) {
      this.#done[name] += done[name];
    }
    // They were there already, since the part before has them too.
    this.#done.skipped -= Math.min(preview.part.repeated, done.skipped);
    if (activityId !== null) this.#done.activityIds.push(activityId);
  }

  /**
   * Undoes what was applied, the last part first. After an error it may be called again.
   * @throws KithError, a KithConflictError where something was changed since, unless `partial`
   */
  async undo(
    { partial, onProgress = this.#options.onProgress, ...options }: ImportOptions & UndoCreate = {},
  ): Promise<void> {
    const total = this.#previews.reduce((sum, preview) => sum + rowsOf(preview), 0);
    let [part, rows] = [0, 0];
    for (const preview of [...this.#previews].reverse()) {
      const { applied } = preview;
      if (applied && applied.activityId !== null && !applied.isUndone) {
        const input = { path: { id: applied.activityId }, body: partial ? { partial } : {} };
        await this.#api.send("POST", "/activity/{id}/undo", input, options);
        applied.isUndone = true;
      }
      [part, rows] = [part + 1, rows + rowsOf(preview)];
      onProgress?.({ step: "undo", part, parts: this.parts, rows, total });
    }
  }

  /** Does something with a preview, which is uploaded again where it is gone: the service keeps the last three for a day. */
  async #whileKept<T>(
    preview: Preview,
    options: RequestOptions,
    use: (id: string) => Promise<T>,
  ): Promise<T> {
    try {
      return await use(preview.shown!.id);
    } catch (error) {
      if (!(error instanceof KithNotFoundError)) throw error;
    }
    const [again] = await upload(this.#api, preview.part, this.#query, options);
    preview.shown = { ...preview.shown!, id: again!.shown!.id };
    return await use(preview.shown.id);
  }
}

/** A part of a file with its preview; null where a single record is larger than the service takes. */
interface Preview {
  part: Part;
  shown: Import | null;
  /** Of the rows that parts before have too, how many have each action. */
  repeated: Import["counts"];
  /** What applying it did. */
  applied?: { activityId: string | null; isUndone: boolean };
}

/** Rows of a preview, without those that parts before have too. */
function rowsOf({ shown, repeated, part }: Preview): number {
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
async function upload(
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

function listRows(
  api: Api,
  id: string,
  query: { action?: ImportRow["action"] },
  options: RequestOptions,
) {
  return api.list<ImportRow>("/imports/{id}/rows", query, options, { id });
}

// Counts of a whole file from the previews of its parts, and choices for rows of the whole file as those of a part.

/** How many rows of the file have each action. */
function countsOf(previews: Preview[]): ImportCounts {
  const counts = { create: 0, match: 0, conflict: 0, error: 0 };
  for (const { shown, repeated } of previews) {
    for (const action of Object.keys(counts) as (keyof ImportCounts)[]) {
      counts[action] += (shown?.counts[action] ?? 0) - repeated[action];
    }
    if (shown === null) counts.error += 1;
  }
  return counts;
}

/** What was dropped of the file, each property once. */
function droppedOf(previews: Preview[]): DroppedProperty[] {
  const found = new Map<string, number>();
  const all = previews.flatMap(({ shown, part }) => [...shown?.dropped ?? [], ...part.dropped]);
  for (const { property, count } of all) found.set(property, (found.get(property) ?? 0) + count);
  return [...found].map(([property, count]) => ({ property, count }));
}

/** The choices for rows of a part, by their numbers there. */
function partOf(choices: ImportApplicationCreate["rows"], before: number, preview: Preview) {
  const offset = preview.part.repeated - before;
  const rows = (choices ?? [])
    .filter(({ number }) => number > before && number <= before + rowsOf(preview))
    .map((choice) => ({ ...choice, number: choice.number + offset }));
  return rows.length > 0 ? { rows } : {};
}

/** The row of a record that is larger than the service takes. */
function tooLarge(number: number, part: Part): ImportRow {
  return {
    number,
    line: part.lineOf(1),
    resource: "contact",
    action: "error",
    value: null,
    networks: [],
    notes: [],
    hasPhoto: false,
    contact: null,
    matchedBy: null,
    candidates: [],
    problem: "This record is larger than 1 MB.",
    outcome: null,
  };
}
