import type { Problem } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import type { Rows } from "./contact-rows.ts";
import type { Range } from "./window.ts";

/** In the place of rows that could not be loaded: why, and a button to try again. */
export function FailedPages({ rows, range }: { rows: Rows; range: Range }) {
  const { pageSize, total = 0 } = rows;
  const from = Math.floor(range.first / pageSize);
  const to = Math.floor(Math.max(range.last - 1, range.first) / pageSize);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <>
      {pages.map((page) => {
        const problem = rows.problemAt(page) as Problem | undefined;
        const first = page * pageSize;
        // Rows that were loaded before are still there.
        if (!problem || rows.rowAt(first)) return null;
        const count = Math.min(pageSize, total - first);
        const style = { "--i": String(first), "--count": String(count) };
        return (
          <li key={`failed-${page}`} class="row row-failed" style={style}>
            <div class="row-problem" role="alert">
              <span>{problem.detail}</span>
              <Button onClick={() => rows.retry()}>Try again</Button>
            </div>
          </li>
        );
      })}
    </>
  );
}
