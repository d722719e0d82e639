// Imports a file of any size: uploads it in parts, shows what would happen, applies and undoes it.
import type { Api, RequestOptions } from "../api.ts";
import { unitedDropped, unitedQuestions } from "../../../functions/kith/imports/parse/reading.ts";
import { KithConnectionError, KithError, KithNotFoundError } from "../error.ts";
import { ImportsMethods } from "../resources.ts";
import type {
  AppliedImport,
  CreateImportQuery,
  DroppedProperty,
  Import,
  ImportApplicationCreate,
  ImportCounts,
  ImportQuestion,
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
  /** As the mapping, for some columns: the answers to {@link FileImport.questions} about them. */
  columns?: Record<string, string>;
  /** Whether a table has a line with the names of its columns; found in the file unless set. */
  header?: boolean;
  /** Whether columns of a table that Kith does not know become fields of one's own. */
  newFields?: boolean;
  /** What the file is called, by which it is known when it is imported again; that of a `File` unless set. */
  fileName?: string;
  /** The day of the file, `YYYY-MM-DD`, for notes without one; that of a `File` unless set. */
  fileDay?: string;
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
    { contentType, mapping, columns, header, newFields, fileName, fileDay, ...options }:
      FileOptions = {},
  ): Promise<FileImport> {
    const parts = await readParts(file, contentType, { mapping, columns, header, newFields });
    const facts = {
      ...factsOf(file),
      ...(fileName && { fileName }),
      ...(fileDay && { fileDay }),
    };
    return await new FileImport(this.api, options).upload(parts, facts);
  }
}

type FileFacts = Pick<CreateImportQuery, "fileName" | "fileDay">;

/** What a file of a browser tells of itself. */
function factsOf(file: Blob | Uint8Array | string): FileFacts {
  if (!(file instanceof Blob) || !("name" in file)) return {};
  const { name, lastModified } = file as File;
  const day = new Date(lastModified);
  // The day of this device, not that of UTC.
  day.setMinutes(day.getMinutes() - day.getTimezoneOffset());
  return { fileName: name.slice(0, 255), fileDay: day.toISOString().slice(0, 10) };
}

/** A part of a file, with what the service made of it. */
interface Preview {
  part: Part;
  /** Null for a single record that is larger than the service takes. */
  shown: Import | null;
  /** How many rows have each action, without those that parts before have too. */
  counts: ImportCounts;
  /** What applying it did. */
  applied?: AppliedImport;
  isUndone?: boolean;
}

/** A file that was uploaded and read, in as many parts as it needs; nothing is changed before it is applied. */
export class FileImport {
  readonly #api: Api;
  readonly #options: ApplyOptions;
  readonly #previews: Preview[] = [];
  #facts: FileFacts = {};

  constructor(api: Api, options: ApplyOptions) {
    this.#api = api;
    this.#options = options;
  }

  /** Uploads the parts. */
  async upload(parts: Part[], facts: FileFacts = {}): Promise<this> {
    this.#facts = facts;
    const { onProgress, ...options } = this.#options;
    await inTurn("preview", parts, ({ records }) => records, onProgress, async (part) => {
      options.signal?.throwIfAborted();
      this.#previews.push(...await upload(this.#api, part, facts, options));
    });
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
    const all = this.#previews.map(({ counts }) => counts);
    return sumOf(all, "create", "match", "conflict", "error");
  }

  /** What Kith has no field for, or could not store. */
  get dropped(): DroppedProperty[] {
    return unitedDropped(this.#previews.map(({ shown, part }) => [
      ...(shown?.dropped ?? []).map(({ lines, ...each }) =>
        lines ? { ...each, lines: lines.map((line) => part.lineOf(line)) } : each
      ),
      ...part.dropped,
    ]));
  }

  /** What the file does not tell, and may be answered by `columns` and `header` with the file once more. */
  get questions(): ImportQuestion[] {
    return unitedQuestions(this.#previews.map(({ shown }) => shown?.questions ?? []));
  }

  /** Rows with a photo. */
  get photos(): number {
    return this.#previews.reduce((sum, { shown }) => sum + (shown?.photos ?? 0), 0);
  }

  /** The change sets of the parts that are applied, for `kith.activity.undo` where this object is gone. */
  get activityIds(): string[] {
    return this.#previews.flatMap(({ applied }) => applied?.appliedActivityId ?? []);
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
      const { part, shown, counts } = preview;
      const isWanted = (query.action ?? tooLarge.action) === tooLarge.action;
      const rows = shown ? await this.#rowsOf(preview, query, options) : isWanted ? [tooLarge] : [];
      for (const { number, line, ...row } of rows) {
        yield { number: before + number, line: part.lineOf(line), ...row };
      }
      before += rowsOf(counts);
    }
  }

  /** The rows of a part, numbered without those that parts before have too. */
  async #rowsOf(
    preview: Preview,
    query: { action?: ImportRow["action"] },
    options: RequestOptions,
  ): Promise<ImportRow[]> {
    return await this.#whileKept(preview, options, async (id) => {
      const rows: ImportRow[] = [];
      for await (const row of listRows(this.#api, id, query, options)) {
        const number = row.number - preview.part.repeated;
        if (number > 0) rows.push({ ...row, number });
      }
      return rows;
    });
  }

  /**
   * Applies the parts in turn, each in one change set. After an error it may be called again: parts that are applied are not
   * applied twice.
   * @throws KithError, or the reason of the aborted signal
   */
  async apply(given: ApplyOptions = {}): Promise<AppliedFile> {
    const { onProgress, onMatch = "merge", rows: choices = [], ...options } = {
      ...this.#options,
      ...given,
    };
    await this.#inTurn("apply", this.#previews, onProgress, async (preview, before) => {
      options.signal?.throwIfAborted();
      if (preview.applied || !preview.shown) return;
      const rows = choices
        .filter(({ number }) => number > before && number <= before + rowsOf(preview.counts))
        .map((row) => ({ ...row, number: row.number - before + preview.part.repeated }));
      const body = { onMatch, ...(rows.length > 0 ? { rows } : {}) };
      preview.applied = await this.#whileKept(
        preview,
        options,
        (id) => this.#api.send("POST", "/imports/{id}/apply", { path: { id }, body }, options),
      );
    });
    const applied = this.#previews.flatMap(({ applied, part }) =>
      // Repeated rows were there already, since the part before has them too.
      applied ? { ...applied, skipped: Math.max(0, applied.skipped - part.repeated) } : []
    );
    const done = sumOf(applied, "created", "merged", "skipped", "failed");
    return { ...done, activityIds: this.activityIds };
  }

  /**
   * Undoes what was applied, the last part first. After an error it may be called again.
   * @throws KithError, a KithConflictError where something was changed since, unless `partial`
   */
  async undo(
    { partial, onProgress = this.#options.onProgress, ...options }: ImportOptions & UndoCreate = {},
  ): Promise<void> {
    await this.#inTurn("undo", [...this.#previews].reverse(), onProgress, async (preview) => {
      const id = preview.applied?.appliedActivityId;
      if (!id || preview.isUndone) return;
      const input = { path: { id }, body: partial ? { partial } : {} };
      await this.#api.send("POST", "/activity/{id}/undo", input, options);
      preview.isUndone = true;
    });
  }

  #inTurn(
    step: ImportProgress["step"],
    previews: Preview[],
    onProgress: ImportOptions["onProgress"],
    work: (preview: Preview, before: number) => Promise<void>,
  ): Promise<void> {
    return inTurn(step, previews, ({ counts }) => rowsOf(counts), onProgress, work);
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
    const [again] = await upload(this.#api, preview.part, this.#facts, options);
    preview.shown = { ...preview.shown!, id: again!.shown!.id };
    return await use(preview.shown.id);
  }
}

/**
 * Does something with one part of a file after the other, and tells how far it is.
 * @param work gets how many rows the parts before have
 */
async function inTurn<Item>(
  step: ImportProgress["step"],
  items: Item[],
  rowsOf: (item: Item) => number,
  onProgress: ImportOptions["onProgress"],
  work: (item: Item, before: number) => Promise<void>,
): Promise<void> {
  const total = items.reduce((sum, item) => sum + rowsOf(item), 0);
  let rows = 0;
  for (const [index, item] of items.entries()) {
    await work(item, rows);
    rows += rowsOf(item);
    onProgress?.({ step, part: index + 1, parts: items.length, rows, total });
  }
}

const rowsOf = (counts: ImportCounts) =>
  counts.create + counts.match + counts.conflict + counts.error;

/** Adds up these members. */
function sumOf<Name extends string>(all: Record<Name, number>[], ...names: Name[]) {
  const sums = names.map((name) => [name, all.reduce((sum, each) => sum + each[name], 0)]);
  return Object.fromEntries(sums) as Record<Name, number>;
}

/** Records of a part that is not made smaller because of its time: it is not the reason there. */
const fewRecords = 50;

/**
 * Whether a part has more records than the service allows, as a record that cannot be read may count twice, or than it has time for on
 * a slow machine.
 */
function isTooMuch(error: unknown, { records }: Part): boolean {
  if (error instanceof KithConnectionError) return error.timedOut && records > fewRecords;
  if (!(error instanceof KithError)) return false;
  return error.status === 413 || ([503, 504].includes(error.status ?? 0) && records > fewRecords);
}

/**
 * Uploads a part; in halves where it is too much.
 * @throws KithError
 */
async function upload(
  api: Api,
  part: Part,
  facts: FileFacts,
  options: RequestOptions,
): Promise<Preview[]> {
  if (part.bytes.length > partLimits.bytes && part.records === 1) {
    return [{ part, shown: null, counts: { create: 0, match: 0, conflict: 0, error: 1 } }];
  }
  const { mapping, columns, header, newFields } = part.said;
  const query: CreateImportQuery = {
    ...facts,
    ...(mapping && { mapping: JSON.stringify(mapping) }),
    ...(columns && { columns: JSON.stringify(columns) }),
    ...(header !== undefined && { header }),
    ...(newFields && { newFields }),
  };
  try {
    const shown = await api.sendFile<Import>("/imports", part, query, options);
    const counts = { ...shown.counts };
    for await (
      const { number, action } of part.repeated > 0 ? listRows(api, shown.id, {}, options) : []
    ) {
      if (number > part.repeated) break;
      counts[action] -= 1;
    }
    return [{ part, shown, counts }];
  } catch (error) {
    const halves = isTooMuch(error, part) ? part.halves() : null;
    if (halves === null) throw error;
    const [first, second] = halves;
    return [
      ...await upload(api, first, facts, options),
      ...await upload(api, second, facts, options),
    ];
  }
}

function listRows(
  api: Api,
  id: string,
  query: { action?: ImportRow["action"] },
  options: RequestOptions,
) {
  return api.list<ImportRow>("/imports/{id}/rows", query, options, { id });
}

/** The row of a record that is larger than the service takes. */
const tooLarge: ImportRow = {
  number: 1,
  line: 1,
  resource: "contact",
  action: "error",
  value: null,
  networks: [],
  notes: [],
  relationships: [],
  hasPhoto: false,
  contact: null,
  matchedBy: null,
  candidates: [],
  problem: "This record is larger than 1 MB.",
  outcome: null,
};
