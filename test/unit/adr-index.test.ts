import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const folder = new URL("../../docs/adr/", import.meta.url);

const index = await readFile(new URL("README.md", folder), "utf8");
const names = (await readdir(folder)).filter((name) => name !== "README.md").sort();

/** The rows of the index: | [number](file) | title | status | date |. */
const rows = [...index.matchAll(/^\| \[(\d+)\]\(([^)]+)\) \| (.+) \| (.+) \| (.+) \|$/gm)]
  .map(([, number, file, title, status, date]) => ({ number, file, title, status, date }));

it("the index of decisions lists every file once, in order", () => {
  expect(names.length).toBeGreaterThan(10);
  expect(rows.map(({ file }) => file)).toEqual(names);
});

it.each(rows)("decision $number has the title of its file, a status and a date", async (row) => {
  const text = await readFile(new URL(row.file!, folder), "utf8");
  expect(text.split("\n")[0]).toBe(`# ${row.number}. ${row.title}`);
  expect(row.file).toMatch(new RegExp(`^${row.number!.padStart(4, "0")}-`));
  expect(row.status).toMatch(/^(accepted|superseded (in part )?by \[\d+\]\(\d{4}-[a-z-]+\.md\))$/);
  expect(row.date).toMatch(/^\d{4}-\d\d-\d\d$/);
});
