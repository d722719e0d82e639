import { describe, expect, test } from "vitest";
import {
  drawnRows,
  indicesOf,
  pagesFor,
  scrollFor,
  visibleRows,
} from "../../web/src/contacts/list/window.ts";

const screen = { height: 800, row: 40, total: 50_000 };

describe("the rows on a screen", () => {
  test("are those that are at least partly seen", () => {
    expect(visibleRows({ ...screen, top: 0 })).toEqual({ first: 0, last: 20 });
    expect(visibleRows({ ...screen, top: 39 })).toEqual({ first: 0, last: 21 });
    expect(visibleRows({ ...screen, top: 41 })).toEqual({ first: 1, last: 22 });
    expect(visibleRows({ ...screen, top: 1_999_990 })).toEqual({ first: 49_999, last: 50_000 });
  });

  test("are none where the list is above or below", () => {
    expect(visibleRows({ ...screen, top: -900 })).toEqual({ first: 0, last: 0 });
    expect(visibleRows({ ...screen, top: 2_000_400 })).toEqual({ first: 50_000, last: 50_000 });
    expect(visibleRows({ ...screen, total: 0, row: 0, top: 0 })).toEqual({ first: 0, last: 0 });
    expect(drawnRows({ ...screen, top: -900 })).toEqual({ first: 0, last: 0 });
  });

  test("are all drawn, with some around them, wherever one scrolls to", () => {
    for (let top = -1000; top < 2_001_000; top += 777) {
      const seen = visibleRows({ ...screen, top });
      const drawn = drawnRows({ ...screen, top });
      expect(drawn.first).toBeLessThanOrEqual(seen.first);
      expect(drawn.last).toBeGreaterThanOrEqual(seen.last);
      expect(drawn.last - drawn.first).toBeLessThan(50);
      if (seen.first > 8 && seen.last < 49_990) {
        expect(seen.first - drawn.first).toBeGreaterThanOrEqual(8);
        expect(drawn.last - seen.last).toBeGreaterThanOrEqual(8);
      }
    }
  });

  test("are drawn anew after several rows, not after each pixel", () => {
    const drawn = new Set<string>();
    for (let top = 40_000; top < 40_320; top++) {
      drawn.add(JSON.stringify(drawnRows({ ...screen, top })));
    }
    expect(drawn.size).toBeLessThanOrEqual(6);
  });
});

describe("the pages of rows", () => {
  test("are those that the rows are on, and those within half a page", () => {
    expect(pagesFor({ first: 0, last: 20 }, 100, 5000)).toEqual([0]);
    expect(pagesFor({ first: 40, last: 60 }, 100, 5000)).toEqual([0, 1]);
    expect(pagesFor({ first: 149, last: 170 }, 100, 5000)).toEqual([0, 1, 2]);
    expect(pagesFor({ first: 4980, last: 5000 }, 100, 5000)).toEqual([49]);
    expect(pagesFor({ first: 90, last: 240 }, 100, 5000)).toEqual([0, 1, 2]);
  });

  test("are none for no rows, and the first for the first row of an unknown number", () => {
    expect(pagesFor({ first: 7, last: 7 }, 100, 5000)).toEqual([]);
    expect(pagesFor({ first: 0, last: 1 }, 100, 1)).toEqual([0]);
    expect(pagesFor({ first: 0, last: 1 }, 100, 0)).toEqual([0]);
  });
});

test("a row that has the focus stays among those that are drawn, in its order", () => {
  const range = { first: 16, last: 20 };
  expect(indicesOf(range, undefined)).toEqual([16, 17, 18, 19]);
  expect(indicesOf(range, 17)).toEqual([16, 17, 18, 19]);
  expect(indicesOf(range, 3)).toEqual([3, 16, 17, 18, 19]);
  expect(indicesOf(range, 20)).toEqual([16, 17, 18, 19, 20]);
});

test("the page is scrolled as far as it takes to see a row whole, and no further", () => {
  const seen = { top: 1000, height: 800 };
  expect(scrollFor({ top: 1100, height: 40 }, seen, 8)).toBeUndefined();
  expect(scrollFor({ top: 990, height: 40 }, seen, 8)).toBe(982);
  expect(scrollFor({ top: 1790, height: 40 }, seen, 8)).toBe(1038);
  expect(scrollFor({ top: 3, height: 40 }, seen, 8)).toBe(0);
});
