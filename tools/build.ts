/**
 * `npm run build`: writes what follows from the routes: the OpenAPI document, the catalogue of errors, the guide for agents, the types and methods of the client, what the MCP registry is told, and what the database is told of each operation. `npm run check` fails when a committed copy differs.
 */
import { readFile, writeFile } from "node:fs/promises";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import openapiTypeScript, { astToString } from "openapi-typescript";
import ts from "typescript";
import { routes } from "../functions/kith/routes.ts";
import { agentGuide } from "./api-document/agent-guide.ts";
import { documentText } from "./api-document/document.ts";
import { errorGuide } from "./api-document/errors.ts";
import { beginCommand } from "../local/core/command.ts";
import { operationsFile, operationsSql } from "./operations.ts";
import { serverJson } from "./server-json.ts";
import { clientKinds, clientResources, clientTypes } from "./client-resources.ts";

const root = new URL("../", import.meta.url);

/** Path → text of everything that is made from the routes. */
export async function describedFiles(): Promise<Record<string, string>> {
  const document = documentText(routes);
  const parsed = JSON.parse(document);
  const errors = errorGuide();
  const guide = agentGuide(routes);
  return {
    "docs/openapi.json": document,
    "docs/errors.md": generatedFrom("tools/api-document/errors.ts") + errors,
    "llms.txt": guide,
    "server.json": serverJson(),
    "functions/kith/service/texts.ts": servedTexts({
      openapi: JSON.stringify(parsed),
      errors,
      guide,
    }),
    "client/src/schema.ts": await typesOf(document),
    "client/src/types.ts": fromDocument + clientTypes(parsed),
    "client/src/kinds.ts": fromDocument + clientKinds(parsed),
    "client/src/resources.ts": fromDocument + clientResources(parsed),
    [operationsFile]: operationsSql(routes),
  };
}

/** The first lines of the client's types and methods. */
const fromDocument = `// Generated from docs/openapi.json by \`npm run build\`. Do not edit.
// deno-fmt-ignore-file
// deno-lint-ignore-file

`;

/** The module of the function with the texts that it serves; a bundle or a container has no other files. */
const servedTexts = (texts: Record<string, string>) =>
  "// Generated from the routes by `npm run build`. Do not edit.\n// deno-fmt-ignore-file\n" +
  Object.entries(texts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`)
    .join("");

/** The first line of the catalogue in the repository. `llms.txt` has none, because it has to begin with its heading. */
const generatedFrom = (source: string) =>
  `<!-- Generated from ${source} by \`npm run build\`. Do not edit. -->\n\n`;

/** The committed files that differ from what the routes say now. */
export async function staleFiles(): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, text] of Object.entries(await describedFiles())) {
    if (await readFile(new URL(path, root), "utf8").catch(() => "") !== text) stale.push(path);
  }
  return stale;
}

/** Items of lists have all members here: the methods of the client say where some may be absent. */
async function typesOf(document: string): Promise<string> {
  const whole = document.replaceAll('"#/components/schemas/Partial', '"#/components/schemas/');
  const types = await openapiTypeScript(JSON.parse(whole), {
    alphabetize: false,
    transform: (schema) => openUnion(schema as Extensible),
  });
  return fromDocument + astToString(types);
}

interface Extensible {
  "x-extensible-enum"?: string[];
  type?: string | string[];
}

/** `"one" | "two" | (string & {})`, or null where the type says so: editors complete the known values. */
function openUnion(
  { "x-extensible-enum": values, type = "string" }: Extensible,
): ts.TypeNode | undefined {
  if (!values) return undefined;
  const { factory } = ts;
  const literals = values.map((value) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(value))
  );
  const text = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  const other = factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])]);
  const nothing = type.includes("null")
    ? [factory.createLiteralTypeNode(factory.createNull())]
    : [];
  return factory.createUnionTypeNode([
    ...literals,
    factory.createParenthesizedType(other),
    ...nothing,
  ]);
}

const usage = `npm run build

Writes the files that are generated from the routes: docs/openapi.json, docs/errors.md, llms.txt, the schema, types and methods of the client, and
${operationsFile}.`;

if (argv[1] === fileURLToPath(import.meta.url)) {
  beginCommand(usage);
  for (const [path, text] of Object.entries(await describedFiles())) {
    await writeFile(new URL(path, root), text);
  }
}
