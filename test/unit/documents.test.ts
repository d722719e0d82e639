import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { routes } from "../../functions/kith/routes.ts";

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

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Every Markdown file of the project, relative to its root. */
async function markdownFiles(): Promise<string[]> {
  const files = (await readdir(root)).filter((name) => name.endsWith(".md"));
  for (const folder of ["client", "docs", "docs/adr"]) {
    const names = await readdir(join(root, folder));
    files.push(...names.filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`));
  }
  return files;
}

/** The targets of the inline links and images of a Markdown text that are neither URLs nor anchors. */
function relativeLinks(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
    .filter((target) => !/^([a-z]+:|#)/.test(target));
}

/** The anchors that GitHub gives the headings of a Markdown text. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-")
  );
}

const files = await markdownFiles();

it("relative links are found in the documents", async () => {
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  expect(texts.flatMap(relativeLinks).length).toBeGreaterThan(20);
});

it.each(files)(
  "every relative link in %s leads to a file and a heading that exist",
  async (file) => {
    const broken: string[] = [];
    for (const link of relativeLinks(await readFile(join(root, file), "utf8"))) {
      const [path, anchor] = link.split("#") as [string, string | undefined];
      const target = join(root, dirname(file), path);
      const isFound = existsSync(target) &&
        (!anchor || anchorsIn(await readFile(target, "utf8")).includes(anchor));
      if (!isFound) broken.push(link);
    }
    expect(broken).toEqual([]);
  },
);

it("tests that the documents name are there", async () => {
  const tests = (await readdir(join(root, "test"), { recursive: true })).map((name) =>
    `test/${name.replaceAll("\\", "/")}`
  );
  const isThere = (name: string) => {
    const pattern = name.replaceAll(".", "\\.").replaceAll("*", "[\\w-]*").replace(/\/$/, "");
    return tests.some((path) => new RegExp(`(^|/)${pattern}$`).test(path));
  };
  const missing: string[] = [];
  for (const file of files) {
    const text = await readFile(join(root, file), "utf8");
    const names = [...text.matchAll(/[\w*/-]+\.test\.ts|\btest\/[\w./-]+/g)].map(([name]) => name);
    missing.push(...names.filter((name) => !isThere(name)).map((name) => `${file}: ${name}`));
  }
  expect(missing).toEqual([]);
});

const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");

/** Paths in the first column of the README's table of resources. */
const listed = readme.split("\n").filter((line) => line.startsWith("| `/"))
  .flatMap((line) => line.split("|")[1]!.match(/\/[\w.-]+/g) ?? []);

it("the README's table of resources has exactly those with routes", () => {
  const paths = new Set(routes.map(({ path }) => `/${path.split("/")[1]}`));
  expect(listed.sort()).toEqual([...paths].sort());
});
