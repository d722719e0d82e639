import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { publishableKey } from "../../local/core/keys.ts";
import { removeData } from "../../local/data.ts";
import { project } from "../../local/core/settings.ts";
import { welcome } from "../../local/terminal.ts";
import { npmStart, runProgram } from "../support/programs.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith start "));
});
afterAll(async () => {
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

it("npm start prints a curl line that works and the settings page, follows changes, and ends on Ctrl-C", async () => {
  const stack = npmStart(folder);
  try {
    const [, token, url] = await stack.printed(/Bearer (kith_[0-9a-f]{40})" "(http[^"]+)"/);
    const [, page] = await stack.printed(/Settings page +(http\S+)/);
    const answer = await fetch(url!, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, (await answer.json()).total]).toEqual([200, 6]);
    expect((await fetch(page!)).status).toBe(200);
    // Saving a file of the function, be it as it was, starts the function again.
    await utimes(join(project, "functions", "kith", "index.ts"), new Date(), new Date());
    await stack.printed(/functions\/ has changed, the function was started again/);
    expect((await fetch(url!, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  } finally {
    stack.child.kill("SIGINT");
  }
  expect(await stack.ended).toMatchObject({ code: 0 });
});

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), "utf8");
const [readme, clients] = await Promise.all([read("README.md"), read("docs/clients.md")]);

/** The commands in a section of a document. */
function commandsOf(text: string, heading: string): string {
  const section = text.split(/^(?=##+ )/m).find((text) => text.startsWith(`${heading}\n`))!;
  return /^```sh\n([^]*?)^```/m.exec(section)![1]!;
}

const hasCurl = (await runProgram("curl", ["--version"]).catch(() => undefined))?.code === 0;

it.skipIf(!hasCurl)("the README's commands run when pasted, one after the other", async () => {
  const commands = commandsOf(readme, "## Your own account and key") +
    commandsOf(clients, "## A photo, in three steps");
  expect(commands).toContain(publishableKey);
  const pasted = commands
    .replace("BASE=http://127.0.0.1:54321", `BASE=${inject("stack").url}`)
    .replace("you@example.org", `${randomUUID()}@example.org`);
  const show = '\ncurl -sS "$API/contacts/$ID" -H "Authorization: Bearer $KEY"';
  const { code, output, errors } = await runProgram("sh", ["-euc", pasted + show]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatch(/^kith_[0-9a-f]{40}$/m);
  const last = output.slice(output.lastIndexOf('{"id"'));
  expect(JSON.parse(last)).toMatchObject({ firstName: "Zoë", hasPhoto: true });
});

it("the README's commands have no comments, which zsh would pass on as arguments", () => {
  const blocks = [...(readme + clients).matchAll(/^```sh\n([^]*?)^```/gm)].map(([, text]) => text);
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocks.join("")).not.toMatch(/(^|\s)#/);
});

it("the README shows the line that npm start prints", () => {
  const apiKey = `kith_${"0".repeat(40)}`;
  const stack = { url: "http://127.0.0.1:54321", demo: { apiKey } };
  const printed = welcome(stack as Parameters<typeof welcome>[0], 0);
  const line = /^ *(curl .*)$/m.exec(printed)![1]!.replace(apiKey, "kith_…");
  expect(readme.split("\n")).toContain(line);
});
