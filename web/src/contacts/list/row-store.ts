// The rows of a long list that are loaded.
/** Rows from `first` up to, and without, `last`. */
export interface Range {
  first: number;
  last: number;
}

/** A page of the API as far as a list needs it. */
export interface Answer<T> {
  data: T[];
  total: number;
}

interface Page<T> {
  /** As they were loaded last; one is undefined where it has been seen on a page that was loaded later. */
  rows?: (T | undefined)[];
  isStale?: boolean;
  running?: AbortController | undefined;
  /** Why it could not be loaded. */
  problem?: unknown;
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

/** A long list that loads only the pages that are wanted, in any order. */
export class RowStore<T extends { id: string }, A extends Answer<T> = Answer<T>> {
  /** The place of a row that stays loaded wherever the list is. */
  kept = -1;
  /** The last answer, with what it has beside the rows. */
  answer: A | undefined;
  #pages = new Map<number, Page<T>>();
  #wanted: Range = { first: 0, last: 1 };
  #options: Options<A>;

  constructor(options: Options<A>) {
    this.#options = options;
  }

  /** How many rows there are; undefined until the first answer. */
  get total(): number | undefined {
    return this.answer?.total;
  }

  get isLoading(): boolean {
    return [...this.#pages.values()].some(({ running }) => running);
  }

  /** Why some rows are missing, or may not be as they are now. */
  get problem(): unknown {
    return [...this.#pages.values()].find(({ problem }) => problem)?.problem;
  }

  rowAt(index: number): T | undefined {
    const { pageSize } = this.#options;
    return this.#pages.get(Math.floor(index / pageSize))?.rows?.[index % pageSize];
  }

  /** Where a row is, if its page has been loaded; undefined otherwise. */
  indexOf(id: string): number | undefined {
    for (const [number, { rows = [] }] of this.#pages) {
      const index = rows.findIndex((row) => row?.id === id);
      if (index >= 0) return number * this.#options.pageSize + index;
    }
    return undefined;
  }

  /** Loads what is missing of these rows, and stops loading what is far from them. */
  want(range: Range): void {
    this.#wanted = range;
    const wanted = this.#wantedPages();
    this.stop(wanted);
    for (const number of wanted) this.#loadIfMissing(number);
  }

  /** Tries again what could not be loaded. */
  retry(): void {
    for (const page of this.#pages.values()) page.problem = undefined;
    this.want(this.#wanted);
    this.#options.onChange();
  }

  /** Loads again what is shown; the rest when it is wanted. */
  reload(): void {
    this.stop();
    for (const page of this.#pages.values()) page.isStale = true;
    this.retry();
  }

  /** Forgets the rows, but not how many there are. */
  forget(): void {
    this.#pages.clear();
  }

  /** Stops loading all but some pages. What has been loaded stays. */
  stop(except: number[] = []): void {
    for (const [number, page] of this.#pages) {
      if (!page.running || except.includes(number)) continue;
      page.running.abort();
      page.running = undefined;
      if (!page.rows) this.#pages.delete(number);
    }
  }

  /** Those of the rows that are wanted, of those that are near, and of the one that is kept. */
  #wantedPages(): number[] {
    const { first, last } = this.#wanted;
    const { pageSize } = this.#options;
    const kept = this.rowAt(this.kept) ? [Math.floor(this.kept / pageSize)] : [];
    if (first >= last) return kept;
    const near = Math.floor(pageSize / 2);
    const from = Math.floor(Math.max(first - near, 0) / pageSize);
    const end = Math.min(last + near, Math.max(this.total ?? last, 1));
    const to = Math.max(Math.floor((end - 1) / pageSize), from);
    const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return [...new Set([...wanted, ...kept])];
  }

  #loadIfMissing(number: number): void {
    const page = this.#pages.get(number) ?? {};
    if ((page.rows && !page.isStale) || page.running || page.problem) return;
    this.#pages.set(number, page);
    const running = page.running = new AbortController();
    const end = (finish: () => void) => {
      if (running.signal.aborted) return;
      page.running = undefined;
      finish();
      this.#options.onChange();
    };
    this.#options.load(number + 1, running.signal).then(
      (answer) => end(() => this.#take(number, page, answer)),
      (error) => end(() => page.problem = this.#options.explain(error)),
    );
  }

  #take(number: number, page: Page<T>, answer: A): void {
    let hasMoved = this.total !== undefined && answer.total !== this.total;
    this.#pages.delete(number);
    // Nobody is shown twice: rows that are on this page now are no longer where they were.
    const ids = new Set(answer.data.map(({ id }) => id));
    for (const other of this.#pages.values()) {
      if (!other.rows?.some((row) => row && ids.has(row.id))) continue;
      other.rows = other.rows.map((row) => row && ids.has(row.id) ? undefined : row);
      hasMoved = true;
    }
    this.answer = answer;
    if (hasMoved) { for (const other of this.#pages.values()) other.isStale = true; }
    this.#pages.set(number, Object.assign(page, { rows: answer.data, isStale: false }));
    this.#forgetFar();
    if (!hasMoved) return;
    this.want(this.#wanted);
    this.#options.onMoved?.();
  }

  /** The pages that were loaded first go, so that a long list does not fill the memory. */
  #forgetFar(): void {
    const wanted = this.#wantedPages();
    for (const [number, { isStale }] of this.#pages) {
      const isPast = number > 0 && number * this.#options.pageSize >= (this.total ?? 0);
      const isFar = !wanted.includes(number) && (isStale || this.#pages.size > most);
      if (isPast || isFar) this.#pages.delete(number);
    }
  }
}
