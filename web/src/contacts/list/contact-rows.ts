/** The rows of the list of people, loaded where one looks. */
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { listRows, type RowContact, type RowPage } from "../../api/contacts.ts";
import { type Problem, toProblem } from "../../base/problem.ts";
import { writesSoFar } from "../../api/session-fetch.ts";
import type { Filter } from "./filter.ts";
import { useRefresh, whenBackOnline } from "../../hooks/load.ts";
import { ListMemoryContext } from "./place.ts";
import { RowStore } from "./row-store.ts";

/** Rows that one request asks for. */
const pageSize = 100;

export type Rows = RowStore<RowContact, RowPage>;

const nobody = { data: [], page: 1, pageSize, total: 0 };

/** The contacts that match a filter: those to be in touch with now, and after them the others; of a search all in its own order. */
export class ContactRows {
  readonly due: Rows;
  readonly others: Rows;
  readonly both: Rows[];
  onChange = (): void => {};

  constructor(readonly filter: Filter) {
    const isRanked = filter.sort === "best";
    const open = (needsContact: boolean, onMoved: () => void): Rows =>
      new RowStore<RowContact, RowPage>({
        load: (page, signal) =>
          isRanked && needsContact
            ? Promise.resolve(nobody)
            : listRows(isRanked ? filter : { ...filter, needsContact }, page, pageSize, signal),
        pageSize,
        onChange: () => this.onChange(),
        // A contact that is gone from one list may be in the other one now.
        onMoved,
        explain: toProblem,
      });
    this.due = open(true, () => this.others.reload());
    this.others = open(false, () => this.due.reload());
    this.both = [this.due, this.others];
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

  /** Why there is nothing to show yet, or why what is shown is not whole, or may not be as it is now. */
  get problem(): Problem | undefined {
    return this.both.map((rows) => rows.problem as Problem | undefined).find(Boolean);
  }

  /** The contact in a row, counted over both. */
  contactAt(number: number): RowContact | undefined {
    const due = this.due.total ?? 0;
    return number < due ? this.due.rowAt(number) : this.others.rowAt(number - due);
  }

  /** The number of a contact's row, where it has been loaded. */
  numberOf(id: string): number | undefined {
    const index = this.others.indexOf(id);
    return index === undefined ? this.due.indexOf(id) : index + (this.due.total ?? 0);
  }

  reload = (): void => this.both.forEach((rows) => rows.reload());

  retry = (): void => this.both.forEach((rows) => rows.retry());
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
    if (memory.writes !== writesSoFar()) known.both.forEach((rows) => rows.forget());
    return known;
  }, [key]);
  useLayoutEffect(() => {
    memory.rows = wanted;
    wanted.onChange = () => redraw({});
    if (wanted.isReady) wanted.reload();
    else wanted.both.forEach((rows) => rows.want({ first: 0, last: 1 }));
    return () => {
      wanted.onChange = () => {};
      wanted.both.forEach((rows) => rows.stop());
      memory.writes = writesSoFar();
    };
  }, [wanted]);
  useRefresh(wanted.reload);
  useEffect(() => whenBackOnline(wanted.retry), [wanted]);
  const ready = useRef<ContactRows>();
  if (wanted.isReady) ready.current = wanted;
  return { wanted, shown: ready.current };
}
