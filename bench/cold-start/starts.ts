import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bundleFunction } from "../../supabase/deploy/bundle.ts";
import type { Stack } from "../../supabase/local/stack.ts";
import type { SeededOwner } from "../seed.ts";
import type { Start } from "./start.ts";

/** Contacts on the page that is asked for. */
export const pageSize = 50;

/** What is started; Kith as it is deployed. */
export interface Starts {
  hello: Start;
  /** Kith refuses a request without a credential: everything is loaded, and the database is not asked. */
  refusal: Start;
  apiKey: Start;
  accessToken: Start;
  /** Kith as `npm start` runs it: its own modules as they are, the packages in `node_modules`. */
  sources: Start;
}

/** In the project, so that it is cached and removed with what else is made there. */
const bundled = new URL("../../supabase/.temp/deployed/", import.meta.url);

/** What is started; every script as the stack starts the function. */
export async function startsOf(stack: Stack, owner: SeededOwner): Promise<Starts> {
  await rm(bundled, { recursive: true, force: true });
  await mkdir(bundled, { recursive: true });
  await bundleFunction(fileURLToPath(bundled));
  const kith = (name: string, token?: string, folder = bundled): Start => ({
    name,
    script: new URL("index.ts", folder),
    environment: stack.environment,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    verify: token
      ? expecting(200, (body) => JSON.parse(body).data.length === pageSize)
      : expecting(401, (body) => JSON.parse(body).code === "unauthorized"),
  });
  const key = owner.keys[0]!;
  return {
    hello: {
      name: "hello world with Hono",
      script: new URL("./hello.ts", import.meta.url),
      environment: {},
      headers: {},
      verify: expecting(200, (body) => body.includes("hello")),
    },
    refusal: kith("Kith, no credential"),
    apiKey: kith("Kith, list 50, API key", key),
    accessToken: kith("Kith, list 50, access token", await owner.accessToken(stack.url)),
    sources: kith(
      "Kith, its sources, list 50, API key",
      key,
      new URL("../../functions/kith/", import.meta.url),
    ),
  };
}

function expecting(wanted: number, isRight: (body: string) => boolean): Start["verify"] {
  return (status, body) => {
    if (status === wanted && isRight(body)) return;
    throw new Error(`the first answer was ${status}: ${body.slice(0, 200)}`);
  };
}
