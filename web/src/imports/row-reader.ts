import type { FileImport, ImportRow } from "@kith/client";

export type RowFilter = "" | ImportRow["action"] | "failed";

/** Rows that are read at once. */
const step = 50;

/** Reads the rows of an import bit by bit; after an error it goes on where it was. */
export class RowReader {
  readonly rows: ImportRow[] = [];
  isEnd = false;
  #running: AsyncGenerator<ImportRow> | undefined;

  constructor(readonly found: FileImport, readonly filter: RowFilter) {}

  async more(): Promise<void> {
    try {
      this.#running ??= this.#read(this.rows.length);
      for (let count = 0; count < step; count++) {
        const { done, value } = await this.#running.next();
        if (done) this.isEnd = true;
        if (done) return;
        this.rows.push(value);
      }
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  async *#read(known: number): AsyncGenerator<ImportRow, void, undefined> {
    const { filter } = this;
    let before = 0;
    const query = filter === "" || filter === "failed" ? {} : { action: filter };
    for await (const row of this.found.rows(query)) {
      if (filter === "failed" && row.outcome !== "failed") continue;
      if (++before > known) yield row;
    }
  }
}
