import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

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
