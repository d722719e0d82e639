// Lists that can be awaited for a page or iterated over to the end.
import type { Call } from "./api.ts";
import { pageSizes } from "../../functions/kith/core/limits.ts";

/** What can be awaited for one page, or iterated over for the items of all pages; nothing is sent before. */
abstract class PagesOnDemand<Item, Page extends { data: Item[] }>
  implements PromiseLike<Page>, AsyncIterable<Item> {
  /** Requests the page that `await` gives. */
  protected abstract request(): Call<Page>;

  /** The pages one after the other. */
  abstract pages(): AsyncGenerator<Page, void, undefined>;

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  then<Result = Page, Failure = never>(
    resolved?: ((page: Page) => Result | PromiseLike<Result>) | null,
    rejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.request().then(resolved, rejected);
  }

  catch<Failure>(
    rejected: (reason: unknown) => Failure | PromiseLike<Failure>,
  ): Promise<Page | Failure> {
    return this.request().catch(rejected);
  }

  finally(settled: () => void): Promise<Page> {
    return this.request().finally(settled);
  }
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  /** From 1. */
  page: number;
  pageSize: number;
  /** How many items there are on all pages. */
  total: number;
}

/** The parameters that choose a page. */
interface PageQuery {
  page?: number;
  pageSize?: number;
}

/**
 * A list. `await` it for one page, or iterate over it with `for await` for all items from that page on; nothing is sent
 * before. When items are created or deleted meanwhile, others may move to a page that was already read; sort by
 * `createdAt` where that matters.
 */
export class List<Item> extends PagesOnDemand<Item, Page<Item>> {
  readonly #query: PageQuery;
  readonly #get: (query: PageQuery) => Call<Page<Item>>;

  constructor(query: PageQuery, get: (query: PageQuery) => Call<Page<Item>>) {
    super();
    this.#query = query;
    this.#get = get;
  }

  /**
   * One page: this one, else the query's, else the first.
   * @throws KithError
   */
  page(page?: number): Call<Page<Item>> {
    return this.#get(page === undefined ? this.#query : { ...this.#query, page });
  }

  /**
   * The pages one after the other, with 200 items unless `pageSize` is set.
   * @throws KithError
   */
  override pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const query = { pageSize: pageSizes.most, ...this.#query };
    return eachPage((page) => this.#get({ ...query, page }), query.page);
  }

  protected override request(): Call<Page<Item>> {
    return this.page();
  }
}

/** Requests page after page until the last. */
async function* eachPage<Item, Answer extends Page<Item> = Page<Item>>(
  get: (page: number) => Promise<Answer>,
  first = 1,
): AsyncGenerator<Answer, void, undefined> {
  for (let page = first;; page++) {
    const answer = await get(page);
    yield answer;
    if (answer.data.length === 0 || page * answer.pageSize >= answer.total) return;
  }
}

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
    let query: FeedQuery = { pageSize: pageSizes.most, ...this.#query };
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
