import { pagesFor, type Range } from "./scrolling.ts";

/** A page of the API as far as a list needs it. */
export interface Answer<T> {
  data: T[];
  total: number;
}

interface Loaded<T> {
  /** A row is undefined where it has been seen on a page that was loaded later. */
  rows: (T | undefined)[];
  isStale: boolean;
}

interface Options<A> {
  /** Loads a page, counted from 1 as in the API. */
  load: (page: number, signal: AbortSignal) => Promise<A>;
  pageSize: number;
  /** Something that can be drawn has changed. */
  onChange: () => void;
  /** The list is not what it was when earlier pages were loaded. */
  onMoved?: () => void;
  /** Turns errors into what is shown. */
  explain: (error: unknown) => unknown;
}

/** How many pages are kept, beside those that are wanted. */
const most = 40;

/** A long list, of which only the pages that are wanted are loaded, in any order. */
export class RowStore<T extends { id: string }, A extends Answer<T> = Answer<T>> {
  /** The last answer, with what it has beside the rows. */
  answer: A | undefined;
  #pages = new Map<number, Loaded<T>>();
  #running = new Map<number, AbortController>();
  #failed = new Map<number, unknown>();
  #wanted: Range = { first: 0, last: 1 };
  #options: Options<A>;

  constructor(options: Options<A>) {
    this.#options = options;
  }

  get pageSize(): number {
    return this.#options.pageSize;
  }

  /** How many rows there are; undefined until the first answer. */
  get total(): number | undefined {
    return this.answer?.total;
  }

  get isLoading(): boolean {
    return this.#running.size > 0;
  }

  rowAt(index: number): T | undefined {
    return this.#pages.get(Math.floor(index / this.pageSize))?.rows[index % this.pageSize];
  }

  /** Where a row is, if its page has been loaded; undefined otherwise. */
  indexOf(id: string): number | undefined {
    for (const [page, { rows }] of this.#pages) {
      const index = rows.findIndex((row) => row?.id === id);
      if (index >= 0) return page * this.pageSize + index;
    }
    return undefined;
  }

  /** Why a page could not be loaded. */
  problemAt(page: number): unknown {
    return this.#failed.get(page);
  }

  /** Why rows that are there could not be loaded again. */
  get outdated(): unknown {
    for (const [page, problem] of this.#failed) if (this.#pages.has(page)) return problem;
    return undefined;
  }

  /** Loads what is missing of these rows, and stops loading what is far from them. */
  want(range: Range): void {
    this.#wanted = range;
    const pages = this.#wantedPages();
    for (const [page, running] of this.#running) {
      if (!pages.includes(page)) this.#stop(page, running);
    }
    for (const page of pages) this.#loadIfMissing(page);
  }

  /** Tries again what could not be loaded. */
  retry(): void {
    this.#failed.clear();
    this.want(this.#wanted);
    this.#options.onChange();
  }

  /** Loads again what is shown; the rest when it is wanted. */
  reload(): void {
    for (const [page, running] of this.#running) this.#stop(page, running);
    for (const page of this.#pages.values()) page.isStale = true;
    this.retry();
  }

  /** Forgets the rows, but not how many there are. */
  forget(): void {
    this.#pages.clear();
  }

  /** Stops loading. What has been loaded stays. */
  stop(): void {
    for (const [page, running] of this.#running) this.#stop(page, running);
  }

  #wantedPages = () => pagesFor(this.#wanted, this.pageSize, this.total ?? this.#wanted.last);

  #stop(page: number, running: AbortController): void {
    this.#running.delete(page);
    running.abort();
  }

  #loadIfMissing(page: number): void {
    const loaded = this.#pages.get(page);
    if ((loaded && !loaded.isStale) || this.#running.has(page) || this.#failed.has(page)) return;
    const running = new AbortController();
    this.#running.set(page, running);
    const end = (finish: () => void) => {
      if (running.signal.aborted) return;
      this.#running.delete(page);
      finish();
      this.#options.onChange();
    };
    this.#options.load(page + 1, running.signal).then(
      (answer) => end(() => this.#take(page, answer)),
      (error) => end(() => this.#failed.set(page, this.#options.explain(error))),
    );
  }

  #take(page: number, answer: A): void {
    const hasMoved = this.#dropRepeated(page, answer) ||
      (this.total !== undefined && answer.total !== this.total);
    this.answer = answer;
    this.#pages.delete(page);
    this.#pages.set(page, { rows: answer.data, isStale: false });
    if (hasMoved) this.#markOthers(page);
    this.#forgetFar();
    if (!hasMoved) return;
    this.want(this.#wanted);
    this.#options.onMoved?.();
  }

  /** Nobody is shown twice: rows that are on this page now are no longer where they were. */
  #dropRepeated(page: number, { data }: A): boolean {
    const ids = new Set(data.map(({ id }) => id));
    let found = false;
    for (const [other, loaded] of this.#pages) {
      if (other === page || !loaded.rows.some((row) => row && ids.has(row.id))) continue;
      loaded.rows = loaded.rows.map((row) => row && ids.has(row.id) ? undefined : row);
      found = true;
    }
    return found;
  }

  #markOthers(page: number): void {
    for (const [other, loaded] of this.#pages) if (other !== page) loaded.isStale = true;
  }

  /** The pages that were loaded first go, so that a long list does not fill the memory. */
  #forgetFar(): void {
    const wanted = this.#wantedPages();
    for (const [page, loaded] of this.#pages) {
      const isPast = page * this.pageSize >= (this.total ?? 0) && page > 0;
      if (isPast || (!wanted.includes(page) && (loaded.isStale || this.#pages.size > most))) {
        this.#pages.delete(page);
      }
    }
  }
}
