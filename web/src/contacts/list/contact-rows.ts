import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { listRows, type RowContact, type RowPage } from "../../api/contacts.ts";
import { type Problem, toProblem } from "../../api/problem.ts";
import { writesSoFar } from "../../api/session-fetch.ts";
import type { Filter } from "./filter.ts";
import { useRefresh, whenBackOnline } from "../../hooks/load.ts";
import { ListMemoryContext } from "./place.ts";
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

interface Shown {
  /** The rows of this filter, also before they are loaded. */
  wanted: ContactRows;
  /** What can be drawn: those, or the ones before until they are loaded. */
  shown: ContactRows | undefined;
}

/**
 * The contacts of a filter. Those that the account has been shown last are there at once, and loaded again; only their
 * places where this page has changed something since, because it knows that some of them are not as they were.
 */
export function useContactRows(filter: Filter): Shown {
  const memory = useContext(ListMemoryContext);
  const [, redraw] = useState({});
  const key = JSON.stringify(filter);
  const wanted = useMemo(() => {
    const known = memory.rows;
    if (!known || known.total === 0 || JSON.stringify(known.filter) !== key) {
      return new ContactRows(filter);
    }
    if (memory.writes !== writesSoFar()) known.forget();
    return known;
  }, [key]);
  useLayoutEffect(() => {
    memory.rows = wanted;
    const end = wanted.listen(() => redraw({}));
    if (wanted.isReady) wanted.reload();
    else wanted.start();
    return () => {
      end();
      wanted.stop();
      memory.writes = writesSoFar();
    };
  }, [wanted]);
  useRefresh(wanted.reload);
  useEffect(() => whenBackOnline(wanted.retry), [wanted]);
  const ready = useRef<ContactRows>();
  if (wanted.isReady) ready.current = wanted;
  return { wanted, shown: ready.current };
}
