import { describe, expect, test } from "vitest";
import { RowStore } from "../../web/src/contacts/list/row-store.ts";

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
  test("is loaded where it is wanted", async () => {
    const { store, requests, shown } = await openWithTwoPages();
    expect(store.total).toBe(15);
    expect(shown(7)).toBe("abcdef-");
    expect(store.indexOf("e")).toBe(4);
    store.want({ first: 11, last: 13 });
    expect(requests.slice(2).map(({ page }) => page)).toEqual([4, 5]);
  });

  test("asks for nothing twice, and no longer for what is passed by", async () => {
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

  test("shows nobody twice when somebody was added meanwhile, and loads the rest again", async () => {
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

  test("notices that somebody was deleted by the number of all", async () => {
    const { store, requests, shown } = await openWithTwoPages();
    store.want({ first: 5, last: 7 });
    // a is deleted: without another look, g would never be seen.
    await requests[2]!.answer(["h", "i", "j"], 14);
    expect(requests[3]!.page).toBe(2);
    await requests[3]!.answer(["e", "f", "g"], 14);
    expect(shown(9)).toBe("---efghij");
  });

  test("goes on without a page that cannot be loaded, and tries it again when asked", async () => {
    const { store, requests, shown } = await openWithTwoPages();
    store.want({ first: 5, last: 8 });
    await requests[2]!.fail();
    expect(store.problemAt(2)).toBe("503");
    expect(shown(9)).toBe("abcdef---");
    store.want({ first: 5, last: 8 });
    expect(requests).toHaveLength(3);
    store.retry();
    expect(store.problemAt(2)).toBeUndefined();
    await requests[3]!.answer(["g", "h", "i"], 15);
    expect(shown(9)).toBe("abcdefghi");
  });

  test("stays as it is while it is loaded again, also where that fails", async () => {
    const { store, requests, shown } = await openWithTwoPages();
    store.reload();
    expect(requests.slice(2).map(({ page }) => page)).toEqual([1, 2]);
    expect(shown(6)).toBe("abcdef");
    await requests[2]!.fail();
    await requests[3]!.answer(["d", "e", "F"], 15);
    expect(shown(6)).toBe("abcdeF");
    expect(store.outdated).toBe("503");
  });

  test("does not take an answer from before it was loaded again", async () => {
    const { store, requests, shown } = open();
    store.want({ first: 0, last: 1 });
    store.reload();
    await requests[1]!.answer(["a"], 1);
    await requests[0]!.answer(["old"], 1);
    expect(shown(1)).toBe("a");
  });

  test("keeps no more than some pages of many", async () => {
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
