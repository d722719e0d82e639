// Packs what is published on npm, and says what is in the files.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

/** The packages, by their folders. */
export const packageFolders = ["client", "client/mcp", "supabase/deploy"];

export interface Packed {
  /** The path of the tarball. */
  file: string;
  filename: string;
  /** Paths in it. */
  paths: string[];
  /** SHA-256, in hexadecimal, of what `gzip -dc` makes of it: the same whatever compressed it. */
  sha256: string;
}

/**
 * Packs a package as `npm publish` does.
 * @param folder of the package
 * @param destination a folder that is there, for the tarball
 */
export async function pack(folder: string, destination: string): Promise<Packed> {
  const args = ["pack", "--json", "--offline", "--pack-destination", destination];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: folder });
  // What the build prints comes before what npm says.
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [
    { filename: string; files: { path: string }[] },
  ];
  const file = join(destination, filename);
  const sha256 = createHash("sha256").update(gunzipSync(await readFile(file))).digest("hex");
  return { file, filename, paths: files.map(({ path }) => path), sha256 };
}
