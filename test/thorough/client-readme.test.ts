import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const client = fileURLToPath(new URL("../../client/", import.meta.url));

/** What the examples of the README use without saying where it is from. */
const given = `
declare const baseUrl: string, token: string, id: string, contactId: string, networkId: string, keyId: string;
declare const file: File, copy: Map<string, Contact>, work: { id: string };
declare const process: { stdout: { write(bytes: Uint8Array): void } };
declare const kith: Kith;
`;

/** A program of all examples: what they import, and each in a function of its own. */
function program(): string {
  const readme = readFileSync(`${client}README.md`, "utf8");
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
  expect(blocks.length).toBeGreaterThan(5);
  const imported = new Set(["Kith", "type Contact", "type Scope"]);
  const functions = blocks.map((code, n) => {
    const rest = code.replace(/^import \{ (.*) \} from "@kith\/client";\n/gm, (_, names) => {
      for (const name of names.split(", ")) imported.add(name);
      return "";
    });
    return `export async function example${n}() {\n${rest}}\n`;
  });
  return `import { ${[...imported].join(", ")} } from "./index.ts";\n${given}${functions.join("")}`;
}

it("the examples of the client's README compile against the client", () => {
  const name = `${client}src/readme.ts`;
  const source = program();
  const { options } = ts.getParsedCommandLineOfConfigFile(`${client}tsconfig.json`, {
    noEmit: true,
    noUnusedLocals: false,
    noUnusedParameters: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
  }, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} })!;
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (path) => path === name || fileExists(path);
  host.readFile = (path) => path === name ? source : readFile(path);
  host.getSourceFile = (path, target) =>
    path === name ? ts.createSourceFile(path, source, target) : getSourceFile(path, target);
  const compiled = ts.createProgram([name], options, host);
  const problems = ts.getPreEmitDiagnostics(compiled).map(({ file, start, messageText }) => {
    const at = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
    const line = file?.text.split("\n")[at]?.trim();
    return `${ts.flattenDiagnosticMessageText(messageText, " ")} in: ${line}`;
  });
  expect(problems).toEqual([]);
});
