// The settings of the stack on this machine: folders, ports, addresses.
import getPort from "get-port";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the project. */
export const project = fileURLToPath(new URL("../..", import.meta.url));

/** The only address that the stack listens on. */
export const loopback = "127.0.0.1";

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

/** A free port. Another process may take it before it is used, so callers try again. */
export const anyFreePort = () => getPort({ host: loopback });

/** The given port, or any free one for 0. @throws an error in one line when the port is taken. */
export async function claimPort(port: number, setting: string): Promise<number> {
  const free = await getPort({ host: loopback, ...(port && { port }) });
  if (port === 0 || free === port) return free;
  throw new Error(portIsTaken(port, setting));
}

export const portIsTaken = (port: number, setting: string) =>
  `Port ${port} is taken. Stop what listens there, or set ${setting} to another port (0 = any free one).`;
