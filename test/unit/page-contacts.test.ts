import { describe, expect, it } from "vitest";
import { type Filter, narrows, queryOf, readFilter } from "../../web/src/contacts/list/filter.ts";
import { RowStore } from "../../web/src/contacts/list/row-store.ts";
import { hrefOf, parseAddress } from "../../web/src/shell/address.ts";

const networkId = "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77";
const plain: Filter = {
  search: "",
  networkId: undefined,
  isFavorite: undefined,
  isArchived: undefined,
  sort: "displayName",
  byDefault: "displayName",
};

describe("the filter of the contacts in the address", () => {
  it("the filter is read as it was written", () => {
    const filters: Filter[] = [
      plain,
      { ...plain, search: "zoë & co?", sort: "best" },
      { ...plain, search: "zoë", chosen: "displayName" },
      { ...plain, networkId, isFavorite: true },
      {
        ...plain,
        search: "a",
        networkId,
        isFavorite: true,
        isArchived: true,
        chosen: "-createdAt",
        sort: "-createdAt",
      },
    ];
    for (const filter of filters) {
      const href = hrefOf("contacts", undefined, queryOf(filter));
      expect(readFilter(parseAddress(href).query, "displayName")).toEqual(filter);
    }
  });

  it("adds nothing to the address by default", () => {
    expect(hrefOf("contacts", undefined, queryOf(plain))).toBe("#/contacts");
  });

  it("the filter is ignored when it is invalid, so that the API refuses no address", () => {
    const query = new URLSearchParams({
      search: "  ",
      networkId: "family",
      isFavorite: "yes",
      isArchived: "any",
      sort: "toString",
    });
    expect(readFilter(query, "displayName")).toEqual(plain);
    expect(readFilter(new URLSearchParams({ search: "a".repeat(300) }), "displayName").search)
      .toHaveLength(200);
  });

  it("narrows the list unless it only sorts", () => {
    expect(narrows({ ...plain, sort: "-createdAt" })).toBe(false);
    for (const part of [{ search: "a" }, { networkId }, { isFavorite: true }]) {
      expect(narrows({ ...plain, ...part })).toBe(true);
    }
  });
});

interface Row {
  id: string;
}

interface Request {
  page: number;
  signal: AbortSignal;
  answer: (rows: string[], total: number) => Promise<void>;
  fail: () => Promise<void>;
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A store of pages of three rows, and the requests that it makes. */
function open() {
  const requests: Request[] = [];
  let moves = 0;
  const store = new RowStore<Row>({
    pageSize: 3,
    load: (page, signal) =>
      new Promise((resolve, reject) => {
        requests.push({
          page,
          signal,
          answer: (rows, total) => {
            resolve({ data: rows.map((id) => ({ id })), total });
            return turn();
          },
          fail: () => {
            reject(new Error("503"));
            return turn();
          },
        });
      }),
    onChange: () => {},
    onMoved: () => moves++,
    explain: (error) => (error as Error).message,
  });
  const shown = (count: number) =>
    Array.from({ length: count }, (_, index) => store.rowAt(index)?.id ?? "-").join("");
  const running = () => requests.filter(({ signal }) => !signal.aborted).map(({ page }) => page);
  return { store, requests, shown, running, moves: () => moves };
}

/** One that has the first two of its five pages. */
async function openWithTwoPages() {
  const opened = open();
  opened.store.want({ first: 0, last: 3 });
  await opened.requests[0]!.answer(["a", "b", "c"], 15);
  opened.store.want({ first: 2, last: 5 });
  await opened.requests[1]!.answer(["d", "e", "f"], 15);
  return opened;
}

describe("a long list", () => {
  it("requests nothing twice, and cancels what is scrolled past", async () => {
    const { store, requests } = await openWithTwoPages();
    store.want({ first: 7, last: 8 });
    store.want({ first: 7, last: 8 });
    expect(requests.slice(2).map(({ page }) => page)).toEqual([3]);
    store.want({ first: 13, last: 14 });
    expect(requests[2]!.signal.aborted).toBe(true);
    expect(requests.slice(3).map(({ page }) => page)).toEqual([5]);
    await requests[2]!.answer(["x"], 99);
    expect(store.total).toBe(15);
  });

  it("shows nobody twice when somebody is added, and loads the rest again", async () => {
    const { store, requests, shown, moves } = await openWithTwoPages();
    store.want({ first: 5, last: 7 });
    // A new first contact has moved f to this page. The first page is far: it is loaded when it is wanted.
    await requests[2]!.answer(["f", "g", "h"], 16);
    expect(shown(9)).toBe("---de-fgh");
    expect(moves()).toBe(1);
    expect(requests[3]!.page).toBe(2);
    await requests[3]!.answer(["c", "d", "e"], 16);
    expect(shown(9)).toBe("---cdefgh");
    store.want({ first: 0, last: 2 });
    await requests[4]!.answer(["new", "a", "b"], 16);
    expect(shown(9)).toBe("newabcdefgh");
    expect(moves()).toBe(1);
  });

  it("notices by the total that somebody was deleted", async () => {
    const { store, requests, shown } = await openWithTwoPages();
    store.want({ first: 5, last: 7 });
    // a is deleted: without another look, g would never be seen.
    await requests[2]!.answer(["h", "i", "j"], 14);
    expect(requests[3]!.page).toBe(2);
    await requests[3]!.answer(["e", "f", "g"], 14);
    expect(shown(9)).toBe("---efghij");
  });

  it("stays the same while it is loaded again, also when that fails", async () => {
    const { store, requests, shown } = await openWithTwoPages();
    store.reload();
    expect(requests.slice(2).map(({ page }) => page)).toEqual([1, 2]);
    expect(shown(6)).toBe("abcdef");
    await requests[2]!.fail();
    await requests[3]!.answer(["d", "e", "F"], 15);
    expect(shown(6)).toBe("abcdeF");
    expect(store.problem).toBe("503");
  });

  it("ignores an answer from before it was loaded again", async () => {
    const { store, requests, shown } = open();
    store.want({ first: 0, last: 1 });
    store.reload();
    await requests[1]!.answer(["a"], 1);
    await requests[0]!.answer(["old"], 1);
    expect(shown(1)).toBe("a");
  });

  it("keeps no more than some pages of many", async () => {
    const { store, requests, running } = open();
    for (let page = 0; page < 60; page++) {
      store.want({ first: page * 3 + 1, last: page * 3 + 2 });
      await requests[page]!.answer([`${page}a`, `${page}b`, `${page}c`], 180);
    }
    expect(running()).toHaveLength(60);
    expect(store.rowAt(0)).toBeUndefined();
    expect(store.rowAt(178)?.id).toBe("59b");
  });
});
