import type { Pages } from "../hooks/use-pages.ts";
import { announce } from "./announce.tsx";
import { Button } from "./button.tsx";

/** The button that loads the next page of a list. */
export function LoadMore<T extends { id: string }>(
  { pages, what }: { pages: Pages<T>; what: string },
) {
  const { data, hasMore, loadingMore, moreProblem } = pages;
  if (!data || !hasMore) return null;
  const load = () => void pages.more().then(() => announce(`More ${what} loaded.`));
  return (
    <div class="more">
      {moreProblem && <p class="field-problem" role="alert">{moreProblem.detail}</p>}
      <Button busy={loadingMore} onClick={load}>Load more {what}</Button>
      <span class="fine">{data.data.length} of {data.total}</span>
    </div>
  );
}
