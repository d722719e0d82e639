import type { Call } from "./api.ts";
import { largestPage, PagesOnDemand } from "./pages-on-demand.ts";

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
    const query = { pageSize: largestPage, ...this.#query };
    return eachPage((page) => this.#get({ ...query, page }), query.page);
  }

  protected override request(): Call<Page<Item>> {
    return this.page();
  }
}

/** Requests page after page until the last. */
export async function* eachPage<Item, Answer extends Page<Item> = Page<Item>>(
  get: (page: number) => Promise<Answer>,
  first = 1,
): AsyncGenerator<Answer, void, undefined> {
  for (let page = first;; page++) {
    const answer = await get(page);
    yield answer;
    if (answer.data.length === 0 || page * answer.pageSize >= answer.total) return;
  }
}
