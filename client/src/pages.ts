import type { KithClient } from "./client.ts";
import { orThrow, type Outcome } from "./error.ts";
import { eachPage, type Page } from "./list.ts";
import type { paths } from "./schema.ts";

type Answers<Body> = { get: { responses: { 200: { content: { "application/json": Body } } } } };

/** The path of a list. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends Answers<Page<unknown>> ? Path : never;
}[keyof paths];

/** One page of a list. */
export type ListPage<Path extends ListPath> = paths[Path] extends Answers<infer Body> ? Body
  : never;

/** An item of a list. */
export type ListItem<Path extends ListPath> = ListPage<Path> extends Page<infer Item> ? Item
  : never;

/** The filters and the sort order of a list. */
export type ListQuery<Path extends ListPath> = Omit<
  NonNullable<paths[Path]["get"]["parameters"]["query"]>,
  "page"
>;

interface ListOptions {
  signal?: AbortSignal;
}

/**
 * The pages of a list, one after the other, with 200 items unless `pageSize` is set. When items are created or deleted
 * meanwhile, others may move to a page that was already read; sort by `createdAt` where that matters.
 * @throws KithError for an error answer
 */
export function pages<Path extends ListPath>(
  client: KithClient,
  path: Path,
  query?: ListQuery<Path>,
  options: ListOptions = {},
): AsyncGenerator<ListPage<Path>, void, undefined> {
  // One signature for all lists, which the overloads by path cannot express.
  const get = client.GET as unknown as (path: ListPath, init: object) => Outcome<Page<unknown>>;
  return eachPage((page) =>
    orThrow(get(path, { ...options, params: { query: { pageSize: 200, ...query, page } } }))
  ) as unknown as AsyncGenerator<ListPage<Path>, void, undefined>;
}

/**
 * All items of a list, one after the other; pages are requested when they are needed.
 * @throws KithError for an error answer
 */
export async function* items<Path extends ListPath>(
  client: KithClient,
  path: Path,
  query?: ListQuery<Path>,
  options: ListOptions = {},
): AsyncGenerator<ListItem<Path>, void, undefined> {
  for await (const page of pages(client, path, query, options)) {
    yield* (page as unknown as Page<ListItem<Path>>).data;
  }
}
