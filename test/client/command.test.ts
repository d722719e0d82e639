import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createBar } from "../../client/src/command/commands.ts";
import { makeKey, signUp } from "../support/accounts.ts";
import { baseUrl } from "../support/client.ts";
import { type Outcome, runProgram } from "../support/programs.ts";

const folder = await mkdtemp(join(tmpdir(), "kith command "));
const account = await signUp();
const { key } = await makeKey(account);
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const settings = { KITH_URL: baseUrl(), KITH_KEY: key, ...environment };
  return runProgram(
    process.execPath,
    ["--import", "tsx", "client/src/command/main.ts", ...args],
    settings,
  );
}

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const cards = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:P ${n}\r\nEMAIL:p${n}@example.com\r\nEND:VCARD\r\n`,
  ).join("");

const total = async () => (await account.get("/contacts?pageSize=1")).body.total;

describe("kith import", () => {
  it("says what would happen, and changes nothing in a dry run", async () => {
    const path = await fileOf("odd.vcf", `${cards(2)}BEGIN:VCARD\r\nX-ODD:1\r\n`);
    const { code, output, errors } = await run(["import", path, "--dry-run"]);
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toBe(
      "2 new\n1 cannot be read and will be skipped\n" +
        "  line 11: This vCard has no END:VCARD.\nNothing was changed.\n",
    );
    expect(await total()).toBe(0);
  });

  it("imports a file in parts, merges what is there, and says how to undo it", async () => {
    await account.make("/contacts", { firstName: "P", emails: [{ value: "p7@example.com" }] });
    const path = await fileOf("many.vcf", cards(1_100));
    const { code, output, errors } = await run(["import", path, "--url", baseUrl(), "--key", key], {
      KITH_URL: "",
      KITH_KEY: "",
    });
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain("1099 new\n1 will be merged into contacts that are there\n");
    expect(output).toContain("Done: 1099 created, 1 merged, 0 skipped, 0 failed.\n");
    expect(await total()).toBe(1_100);
    const [, ids] = /To undo it: npx @kith\/client undo (.*)\n/.exec(output)!;
    expect(ids!.split(" ")).toHaveLength(2);
    expect(await run(["undo", ...ids!.split(" ")])).toMatchObject({ code: 0 });
    expect(await total()).toBe(1);
  });

  it("skips contacts that exist when told to", async () => {
    const path = await fileOf("one.csv", "First Name,E-mail 1 - Value\nP,p7@example.com\n");
    const { output } = await run(["import", path, "--on-match=skip"]);
    expect(output).toContain("1 are there already and will be skipped\n");
    expect(output).not.toContain("undo");
  });

  it("writes no escape sequences from a file to the terminal", async () => {
    const path = await fileOf("odd.csv", "First Name,\x1b[31mred\nA,1\n");
    const { output } = await run(["import", path, "--dry-run"]);
    expect(output).toContain("Not imported:");
    expect(output).not.toContain("\x1b");
  });
});

describe("kith export", () => {
  it("writes what kith import reads", async () => {
    const path = join(folder, "all.json");
    expect(await run(["export", "-o", path])).toMatchObject({ code: 0, output: "" });
    const document = JSON.parse(await readFile(path, "utf8"));
    expect([document.kith, document.contacts.length]).toEqual([1, 1]);
    const { output } = await run(["export", "--format", "vcard"]);
    expect(output).toMatch(/^BEGIN:VCARD[^]*p7@example\.com[^]*END:VCARD\r\n$/);
    const again = await run(["import", path]);
    expect(again.output).toContain("Done: 0 created, 1 merged, 0 skipped, 0 failed.\n");
  });

  it("leaves an earlier file unchanged when it fails", async () => {
    const path = await fileOf("kept.json", "kept");
    const { code } = await run(["export", "-o", path], { KITH_KEY: `kith_${"0".repeat(40)}` });
    expect(code).toBe(1);
    expect(await readFile(path, "utf8")).toBe("kept");
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("a wrong command line", () => {
  it.each([
    [[], "There is no command given."],
    [["fly"], "There is no command fly."],
    [["import"], "Give one file"],
    [["import", "/nowhere/x.vcf"], "The file cannot be read"],
    [["import", "x.vcf", "--on-match=maybe"], "--on-match is one of merge, skip, create."],
    [["import", "x.vcf", "--surprise"], "Unknown option"],
    [["export", "--format=pdf"], "--format is one of json, vcard, vcard3, csv, jscontact."],
    [["undo"], "Say what to undo"],
  ])("is explained: %j", async (args, said) => {
    const { code, output, errors } = await run(args);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(said);
  });

  it("says that the key is missing or wrong", async () => {
    expect(await run(["export"], { KITH_KEY: "" })).toMatchObject({ code: 2 });
    const { code, errors } = await run(["export"], { KITH_KEY: `kith_${"0".repeat(40)}` });
    expect(code).toBe(1);
    expect(errors).toMatch(/^kith: .*credential/i);
  });
});

const progress = { step: "apply", part: 1, parts: 2, rows: 500, total: 1_000 } as const;

it("the progress bar is one line of a terminal, and not in a log", () => {
  const written: string[] = [];
  const bar = createBar({ isTTY: true, write: (text) => written.push(String(text)) > 0 });
  bar.show(progress);
  bar.end();
  const silent = createBar({ isTTY: false, write: (text) => written.push(String(text)) > 0 });
  silent.show(progress);
  silent.end();
  expect(written).toEqual([
    `\r\x1b[KImporting ${"█".repeat(12)}${"░".repeat(12)} 500 of 1000`,
    "\n",
  ]);
});
