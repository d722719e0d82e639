import { createServer } from "node:net";

/** The only address that anything here listens on. */
export const loopback = "127.0.0.1";

/** Whether nothing listens on this TCP port of the loopback address. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ host: loopback, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A port that was free a moment ago, chosen by the system.
 * Between this call and its use another process may take it: callers try again.
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

/** The wanted port, or any free one for 0. Fails with one clear line when the port is taken. */
export async function claimPort(wanted: number, setting: string): Promise<number> {
  if (wanted === 0) return await anyFreePort();
  if (await isPortFree(wanted)) return wanted;
  throw new Error(
    `Port ${wanted} is taken. Stop what listens there, or set ${setting} to another port (0 = any free one).`,
  );
}
