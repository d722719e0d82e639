import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project. */
export const project = fileURLToPath(new URL("../..", import.meta.url));

/** The data folder: KITH_FOLDER, relative to the working directory, or one in the project. */
export const dataFolder = () =>
  process.env["KITH_FOLDER"]
    ? resolve(process.env["KITH_FOLDER"])
    : join(project, "supabase", ".temp", "local");

/** The port in an environment variable. @throws an error in one line when the value is not a port. */
export function portFrom(variable: string, defaultPort: number): number {
  const text = process.env[variable]?.trim();
  if (!text) return defaultPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`${variable} must be a port from 0 to 65535 (0 = any free one), not "${text}".`);
}
