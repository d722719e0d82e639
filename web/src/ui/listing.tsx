import type { ComponentChildren } from "preact";
import type { Loaded, Pages } from "../hooks/load.ts";
import { LoadMore } from "./buttons.tsx";
import { Failed, Loading } from "./states.tsx";

interface ShownProps<T> {
  of: Pick<Loaded<T>, "data" | "problem" | "reload">;
  /** What is loaded, in words for screen readers. */
  what: string;
  /** How many rows the placeholder has. */
  rows?: number;
  children: (data: T) => ComponentChildren;
}

/** What was loaded, a placeholder until it is there, or why it is not. */
export function Shown<T>({ of: { data, problem, reload }, what, rows, children }: ShownProps<T>) {
  if (problem) return <Failed problem={problem} retry={reload} />;
  if (data === undefined) return <Loading what={what} {...(rows && { rows })} />;
  return <>{children(data)}</>;
}

interface ListingProps<T extends { id: string }> extends Omit<ShownProps<T[]>, "of"> {
  pages: Pages<T>;
  /** What more of is loaded by the button; the same as `what` unless it is said. */
  more?: string;
  /** What stands there instead of an empty list. */
  empty: ComponentChildren;
}

/** A list that is loaded page by page. */
export function Listing<T extends { id: string }>(props: ListingProps<T>) {
  const { pages, what, rows = 4, more = what, empty, children } = props;
  return (
    <Shown of={pages} what={what} rows={rows}>
      {({ data, total }) =>
        total === 0
          ? empty
          : (
            <div aria-busy={pages.loading} class={pages.loading ? "section stale" : "section"}>
              {children(data)}
              <LoadMore pages={pages} what={more} />
            </div>
          )}
    </Shown>
  );
}
