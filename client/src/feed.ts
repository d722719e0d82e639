import type { Call } from "./api.ts";

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

/** The largest page, for reading a feed to its end with the fewest requests. */
const largestPage = 200;

/**
 * A feed, read from a cursor on. `await` it for one page, iterate over it with `for await` for all items until now;
 * nothing is sent before.
 */
export class Feed<Item> implements PromiseLike<FeedPage<Item>>, AsyncIterable<Item> {
  readonly #query: FeedQuery;
  readonly #get: (query: FeedQuery) => Call<FeedPage<Item>>;
  #cursor: string | undefined;

  constructor(query: FeedQuery, get: (query: FeedQuery) => Call<FeedPage<Item>>) {
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
  async *pages(): AsyncGenerator<FeedPage<Item>, void, undefined> {
    let query: FeedQuery = { pageSize: largestPage, ...this.#query };
    while (true) {
      const page = await this.#get(query);
      yield page;
      this.#cursor = page.cursor;
      if (!page.hasMore) return;
      query = { ...query, since: page.cursor };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  then<Result = FeedPage<Item>, Failure = never>(
    resolved?: ((page: FeedPage<Item>) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#get(this.#query).then(resolved, rejected);
  }

  catch<Failure>(
    rejected: (reason: unknown) => Failure | PromiseLike<Failure>,
  ): Promise<FeedPage<Item> | Failure> {
    return this.then().catch(rejected);
  }

  finally(settled: () => void): Promise<FeedPage<Item>> {
    return this.then().finally(settled);
  }
}
