import type { Call } from "./api.ts";
import { largestPage, PagesOnDemand } from "./pages-on-demand.ts";

/** One page of a feed. */
export interface FeedPage<Item> {
  data: Item[];
  /** Where to go on: the next `since`. */
  cursor: string;
  /** Whether there is more to read now. */
  hasMore: boolean;
}

/** Where a feed begins, and how many items a request reads. */
export interface FeedQuery {
  since?: string;
  pageSize?: number;
}

/**
 * A feed, read from a cursor on. `await` it for one page, iterate over it with `for await` for all items until now;
 * nothing is sent before.
 */
export class Feed<Item> extends PagesOnDemand<Item, FeedPage<Item>> {
  readonly #query: FeedQuery;
  readonly #get: (query: FeedQuery) => Call<FeedPage<Item>>;
  #cursor: string | undefined;

  constructor(query: FeedQuery, get: (query: FeedQuery) => Call<FeedPage<Item>>) {
    super();
    this.#query = query;
    this.#get = get;
    this.#cursor = query.since;
  }

  /**
   * Where to go on later: behind the last page all of whose items were iterated. The `since` of the query before that,
   * so that storing it never skips an item.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  /**
   * The pages one after the other until now, with 200 items unless `pageSize` is set. Store the `cursor` of each page once
   * its items are dealt with.
   * @throws KithExpiredError when the cursor is older than the log of changes, or another KithError
   */
  override async *pages(): AsyncGenerator<FeedPage<Item>, void, undefined> {
    let query: FeedQuery = { pageSize: largestPage, ...this.#query };
    while (true) {
      const page = await this.#get(query);
      yield page;
      this.#cursor = page.cursor;
      if (!page.hasMore) return;
      query = { ...query, since: page.cursor };
    }
  }

  protected override request(): Call<FeedPage<Item>> {
    return this.#get(this.#query);
  }
}
