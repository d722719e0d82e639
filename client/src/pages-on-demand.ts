import type { Call } from "./api.ts";

/** The largest page, for reading to the end with the fewest requests. */
export const largestPage = 200;

/** What can be awaited for one page, or iterated over for the items of all pages; nothing is sent before. */
export abstract class PagesOnDemand<Item, Page extends { data: Item[] }>
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
