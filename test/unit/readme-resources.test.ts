import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { routes } from "../../functions/kith/routes.ts";

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");

/** Paths in the first column of the README's table of resources. */
const listed = readme.split("\n").filter((line) => line.startsWith("| `/"))
  .flatMap((line) => line.split("|")[1]!.match(/\/[\w.-]+/g) ?? []);

it("the README's table of resources has each that there are routes of, and no other", () => {
  const paths = new Set(routes.map(({ path }) => `/${path.split("/")[1]}`));
  expect(listed.sort()).toEqual([...paths].sort());
});
