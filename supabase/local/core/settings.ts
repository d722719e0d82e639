import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project. */
export const project = fileURLToPath(new URL("../../..", import.meta.url));

/** The data folder: KITH_FOLDER, from where the command was called, or the project's own. */
export const dataFolder = () =>
  process.env["KITH_FOLDER"]
    ? resolve(process.env["KITH_FOLDER"])
    : join(project, "supabase", ".temp", "local");

/** @throws one clear line when the variable is set to what is no port. */
export function portFrom(variable: string, usual: number): number {
  const text = process.env[variable]?.trim();
  if (!text) return usual;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`${variable} must be a port from 0 to 65535 (0 = any free one), not "${text}".`);
}
