import type { Api, RequestOptions } from "../api.ts";
import { KithNotFoundError } from "../error.ts";
import type {
  AppliedImport,
  CreateImportQuery,
  DroppedProperty,
  Import,
  ImportCounts,
  ImportRow,
  UndoCreate,
} from "../types.ts";
import type { AppliedFile, ApplyOptions, ImportOptions } from "./options.ts";
import type { Part } from "./part.ts";
import { listRows, type Preview, rowsOf, upload } from "./preview.ts";
import { countsOf, droppedOf, partOf, tooLarge } from "./whole-file.ts";

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
