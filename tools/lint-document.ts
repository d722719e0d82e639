// Lints the API document with the rules of Redocly.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL("../docs/openapi.json", import.meta.url));

/** What Redocly's `recommended` rules find in the committed document, errors and warnings alike, a line each. */
export async function lintDocument(): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const source = await readFile(path, "utf8");
  const found = await lintFromString({ source, absoluteRef: path, config });
  return found.map(({ severity, ruleId, message, location }) =>
    `${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ""})`
  );
}
