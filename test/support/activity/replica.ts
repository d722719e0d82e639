import { listedKinds } from "../../../functions/kith/kinds/kinds.ts";
import type { Client, Json } from "../client.ts";
import { pathOf } from "../plain-resources.ts";

/** What a copy asks, over HTTP or in SQL. */
export interface Source {
  changes(
    query: { since?: string; pageSize?: number },
  ): Promise<{ data: Json[]; cursor: string; hasMore: boolean }>;
  /** One page of all things of a kind. */
  list(resource: string, page: number): Promise<{ data: Json[]; total: number }>;
  me(): Promise<Json>;
}

/** The path of each resource that has a list. */
const paths: Record<string, string> = Object.fromEntries(
  listedKinds.map((kind) => [kind, pathOf(kind)]),
);
export const listed = Object.keys(paths);

/** The query for a page of a list. */
export const pageOf = (resource: string, page: number) => ({
  page,
  pageSize: 200,
  ...(resource === "contact" && { isArchived: "any" }),
});

const textOf = (query: object) =>
  Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");

/** Asks over HTTP. */
export function httpSource(client: Pick<Client, "get">): Source {
  const get = async (path: string): Promise<Json> => {
    const { status, body, text } = await client.get(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return body;
  };
  return {
    changes: (query) => get(`/changes?${textOf(query)}`),
    list: (resource, page) => get(`${paths[resource]}?${textOf(pageOf(resource, page))}`),
    me: () => get("/me"),
  };
}

/** Things by resource and id, each as text, without what follows the day or the hour. */
export type Things = Map<string, string>;

function comparable({ needsContact: _, nextContactOn: __, photoUrl, ...thing }: Json): string {
  return JSON.stringify({ ...thing, hasPhoto: photoUrl !== undefined && photoUrl !== null });
}

/** Everything that an account has, from all pages of every list. */
export async function everything(source: Source): Promise<Things> {
  const things: Things = new Map();
  for (const resource of listed) {
    for (let page = 1;; page++) {
      const { data, total } = await source.list(resource, page);
      for (const thing of data) things.set(`${resource}/${thing.id}`, comparable(thing));
      if (data.length === 0 || page * data.length >= total) break;
    }
  }
  const me = await source.me();
  return things.set(`profile/${me.id}`, comparable(me));
}

/** A copy that was made once from the lists and only follows the feed since then. */
export class Replica {
  private constructor(
    private readonly source: Source,
    private readonly pageSize: number,
    private readonly most: number,
    private cursor: string,
    readonly things: Things,
  ) {}

  /**
   * The cursor first, then the lists: what happens in between comes twice.
   * @param things what the lists have, where it is known
   * @param most how many things there may be on a page: those of one change always come together
   */
  static async of(
    source: Source,
    things?: Things,
    pageSize = 200,
    most = Math.max(pageSize, 2),
  ): Promise<Replica> {
    const { cursor } = await source.changes({});
    return new Replica(source, pageSize, most, cursor, new Map(things ?? await everything(source)));
  }

  /** Reads all that there is to read now. */
  async follow(): Promise<void> {
    for (let pages = 0;; pages++) {
      const { data, cursor, hasMore } = await this.source.changes({
        since: this.cursor,
        pageSize: this.pageSize,
      });
      for (const { resource, id, deleted, value } of data) {
        const key = `${resource}/${id}`;
        if (deleted) this.things.delete(key);
        else this.things.set(key, comparable(value));
      }
      if (hasMore && cursor === this.cursor) throw new Error(`the feed stands still at ${cursor}`);
      if (data.length > this.most) throw new Error(`a page of ${data.length}`);
      this.cursor = cursor;
      if (!hasMore) return;
    }
  }
}
