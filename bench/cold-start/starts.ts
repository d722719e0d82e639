import { cp, rm } from "node:fs/promises";
import type { Stack } from "../../supabase/local/stack.ts";
import type { SeededOwner } from "../seed.ts";
import { bundleFunction } from "./bundles.ts";
import type { Start } from "./start.ts";

/** Contacts on the page that is asked for. */
export const pageSize = 50;

export interface Starts {
  nothing: Start;
  hello: Start;
  /** One for each package that the function is made of, and one for those that it loads before its first request. */
  packages: Start[];
  together: Start;
  /** Kith refuses a request without a credential: everything is loaded, and the database is not asked. */
  refusal: Start;
  apiKey: Start;
  accessToken: Start;
  /** Kith without the MCP endpoint, which no other route loads. */
  withoutMcp: Start;
  /** Kith as fewer files: its own modules alone, and with the packages. */
  bundles: Start[];
}

const functionFolder = new URL("../../functions/kith/", import.meta.url);
/** In the project, where Deno finds the packages. */
const copyWithoutMcp = new URL("../../supabase/.temp/without-mcp/", import.meta.url);

async function copyFunctionWithoutMcp(): Promise<URL> {
  await rm(copyWithoutMcp, { recursive: true, force: true });
  await cp(functionFolder, copyWithoutMcp, {
    recursive: true,
    filter: (path) => !/[/\\]mcp$/.test(path),
  });
  return new URL("index.ts", copyWithoutMcp);
}

/** What is started; every script as the stack starts the function. */
export async function startsOf(stack: Stack, owner: SeededOwner): Promise<Starts> {
  const other = (name: string, path: string): Start => ({
    name,
    script: new URL(path, import.meta.url),
    environment: {},
    headers: {},
    verify: expecting(200, (body) => body.includes("hello")),
  });
  const kith = (
    name: string,
    token?: string,
    script = new URL("index.ts", functionFolder),
  ): Start => ({
    name,
    script,
    environment: stack.environment,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    verify: token
      ? expecting(200, (body) => JSON.parse(body).data.length === pageSize)
      : expecting(401, (body) => JSON.parse(body).code === "unauthorized"),
  });
  return {
    nothing: other("Deno.serve alone", "./imports/nothing.ts"),
    hello: other("hello world with Hono", "./hello.ts"),
    packages: ["hono", "zod", "pg", "jose"].map((name) => other(name, `./imports/${name}.ts`)),
    together: other("hono, zod and pg", "./imports/all.ts"),
    refusal: kith("Kith, no credential"),
    apiKey: kith("Kith, list 50, API key", owner.keys[0]!),
    accessToken: kith("Kith, list 50, access token", await owner.accessToken(stack.url)),
    withoutMcp: kith(
      "Kith without mcp/, list 50, API key",
      owner.keys[0]!,
      await copyFunctionWithoutMcp(),
    ),
    bundles: await Promise.all(
      Object.entries({
        "own modules in few files": [false, false],
        "own modules and packages in few files": [true, false],
        "own modules and packages in one file": [true, true],
      }).map(async ([name, [withPackages, oneFile]]) =>
        kith(
          `Kith, ${name}, list 50, API key`,
          owner.keys[0]!,
          await bundleFunction(withPackages!, oneFile!),
        )
      ),
    ),
  };
}

function expecting(wanted: number, isRight: (body: string) => boolean): Start["verify"] {
  return (status, body) => {
    if (status === wanted && isRight(body)) return;
    throw new Error(`the first answer was ${status}: ${body.slice(0, 200)}`);
  };
}
