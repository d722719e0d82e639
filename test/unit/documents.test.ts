import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { routes } from "../../functions/kith/routes.ts";
import { languages } from "../clients/languages.ts";
import { project } from "../../local/core/settings.ts";
import { linkIn, templates } from "../../local/lite/mail.ts";

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

it("every guarantee of SECURITY.md names tests, and those that it and its details name exist", async () => {
  const tests = (await readdir(join(root, "test"), { recursive: true })).map((name) => `/${name}`);
  const testName = /[\w/-]+\.test\.ts/g;
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  const guarantees = read("SECURITY.md").match(/^\| (?!Guarantee|---).*$/gm)!;
  expect(guarantees.length).toBeGreaterThan(10);
  expect(guarantees.filter((row) => !row.match(testName))).toEqual([]);
  const named = [...guarantees, read("docs/security.md")].flatMap((text) => text.match(testName)!);
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter((name) =>
    !tests.some((test) => test.endsWith(`/${name.replace(/^test\//, "")}`))
  );
  expect(missing).toEqual([]);
});

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

const guide = await readFile(new URL("../../docs/clients.md", import.meta.url), "utf8");

describe("docs/clients.md", () => {
  it.each(languages)(
    "docs/clients.md has $name, with the generator and options that are tried",
    (language) => {
      const row = guide.split("\n").find((line) => line.startsWith(`| ${language.name} |`));
      expect(row).toBeDefined();
      expect(row).toContain("run");
      const { generator, options = [] } = language.generate ?? {};
      if (generator) expect(row).toContain(`\`-g ${generator}`);
      const names = options.join(",").replace("--additional-properties=", "").split(",")
        .filter((option) => /=(true|false)$/.test(option) && !option.startsWith("withGoMod"));
      for (const name of names) expect(row).toContain(name);
    },
  );

  it("says which were not run", () => {
    const rows = guide.split("\n").filter((line) => line.endsWith("| generated only |"));
    expect(rows).toHaveLength(2);
  });
});

const types = {
  confirmation: "signup",
  recovery: "recovery",
  invite: "invite",
  magic_link: "magiclink",
  email_change: "email_change",
};

describe("the template of a mail", () => {
  for (const [name, type] of Object.entries(types)) {
    it(`for ${name} leads to the page with a token_hash, and is in config.toml`, async () => {
      const { subject, content_path } = templates[name as keyof typeof types];
      const html = await readFile(content_path, "utf8");
      const link = `{{ .RedirectTo }}?token_hash={{ .TokenHash }}&type=${type}`;
      expect(linkIn({ to: "", subject, html })).toBe(link);
      expect(html).not.toContain("ConfirmationURL");
      const config = await readFile(join(project, "supabase", "config.toml"), "utf8");
      expect(config).toContain(
        `[auth.email.template.${name}]\nsubject = "${subject}"\n` +
          `content_path = "./supabase/templates/${name}.html"\n`,
      );
      const guide = await readFile(join(project, "docs", "deploy.md"), "utf8");
      expect(guide).toContain(`\`${link}\``);
    });
  }
});

describe("the container", async () => {
  const read = (path: string) => readFile(join(project, path), "utf8");
  const [containerfile, compose, kong, packages] = await Promise.all([
    read("supabase/container/Containerfile"),
    read("supabase/container/compose.yml"),
    read("supabase/container/kong.yml"),
    read("package.json"),
  ]);

  it("uses the version of Deno that the tests use", () => {
    const { dependencies } = JSON.parse(packages) as { dependencies: Record<string, string> };
    expect(/^FROM docker\.io\/denoland\/deno:(\S+)$/m.exec(containerfile)![1]).toBe(
      dependencies["deno"],
    );
  });

  it("connects to the database through the pooler's transaction port", () => {
    expect(/^ {6}KITH_DB_URL: (.*)$/m.exec(compose)![1]).toMatch(
      /^postgresql:\/\/postgres\.\$\{POOLER_TENANT_ID\}:\$\{POSTGRES_PASSWORD\}@supavisor:6543\//,
    );
  });

  it("the container is reached at the address of the function", () => {
    expect(/^ +- (\/functions\S*)$/m.exec(kong)![1]).toBe("/functions/v1/kith/");
    expect(/^ {2}(\w+):$/m.exec(compose)![1]).toBe("kith");
  });
});
