import { listRows, type RowContact, type RowPage } from "../../api/contacts.ts";
import { type Problem, toProblem } from "../../api/problem.ts";
import type { Filter } from "./filter.ts";
import { RowStore } from "./row-store.ts";

/** Rows that one request asks for. */
const pageSize = 100;

export type Rows = RowStore<RowContact, RowPage>;

/** The contacts that match a filter: those to be in touch with now, and after them the others. */
export class ContactRows {
  readonly due: Rows;
  readonly others: Rows;
  #listeners = new Set<() => void>();

  constructor(readonly filter: Filter) {
    const onChange = () => this.#listeners.forEach((listener) => listener());
    const open = (needsContact: boolean, onMoved: () => void): Rows =>
      new RowStore<RowContact, RowPage>({
        load: (page, signal) => listRows({ ...filter, needsContact }, page, pageSize, signal),
        pageSize,
        onChange,
        // A contact that is gone from one list may be in the other one now.
        onMoved,
        explain: toProblem,
      });
    this.due = open(true, () => this.others.reload());
    this.others = open(false, () => this.due.reload());
  }

  /** Calls the function after changes; the result ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Begins to load, with the first rows of both. */
  start(): void {
    for (const rows of this.both) rows.want({ first: 0, last: 1 });
  }

  get both(): Rows[] {
    return [this.due, this.others];
  }

  /** Whether both have been loaded, so that all rows have a place. */
  get isReady(): boolean {
    return this.both.every(({ total }) => total !== undefined);
  }

  get total(): number {
    return (this.due.total ?? 0) + (this.others.total ?? 0);
  }

  get isLoading(): boolean {
    return this.both.some(({ isLoading }) => isLoading);
  }

  /** Why there is nothing to show yet. */
  get problem(): Problem | undefined {
    if (this.isReady) return undefined;
    return this.both.map((rows) => rows.problemAt(0) as Problem | undefined).find(Boolean);
  }

  /** Why what is shown may not be as it is now. */
  get outdated(): Problem | undefined {
    return this.both.map((rows) => rows.outdated as Problem | undefined).find(Boolean);
  }

  /** The list that has the row of this number, counted over both, and the row's place in it. */
  locate(number: number): { rows: Rows; index: number } {
    const before = this.due.total ?? 0;
    return number < before
      ? { rows: this.due, index: number }
      : { rows: this.others, index: number - before };
  }

  contactAt(number: number): RowContact | undefined {
    const { rows, index } = this.locate(number);
    return rows.rowAt(index);
  }

  /** The number of a contact's row, where it has been loaded. */
  numberOf(id: string): number | undefined {
    const due = this.due.indexOf(id);
    if (due !== undefined) return due;
    const other = this.others.indexOf(id);
    return other === undefined ? undefined : (this.due.total ?? 0) + other;
  }

  reload = (): void => this.both.forEach((rows) => rows.reload());

  /** Forgets the rows, which keep their places until they are loaded again. */
  forget = (): void => this.both.forEach((rows) => rows.forget());

  retry = (): void => this.both.forEach((rows) => rows.retry());

  stop = (): void => this.both.forEach((rows) => rows.stop());
}
