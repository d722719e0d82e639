import { createServer } from "node:net";

/** The only address that the stack listens on. */
export const loopback = "127.0.0.1";

/** Whether this TCP port of the loopback address is free. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ host: loopback, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A free port, chosen by the operating system. Another process may take it before it is used, so callers try again.
 */
export function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ host: loopback, port: 0 }, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("no free port"))
      );
    });
  });
}

/** The given port, or any free one for 0. @throws an error in one line when the port is taken. */
export async function claimPort(port: number, setting: string): Promise<number> {
  if (port === 0) return await anyFreePort();
  if (await isPortFree(port)) return port;
  throw new Error(
    `Port ${port} is taken. Stop what listens there, or set ${setting} to another port (0 = any free one).`,
  );
}
