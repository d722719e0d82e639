import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, inject, it } from "vitest";
import { publishableKey } from "../../local/core/keys.ts";
import { welcome } from "../../local/terminal.ts";
import { runProgram } from "../support/programs.ts";

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
