import { readFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";

const read = (name: string) => readFile(new URL(`tls/${name}`, import.meta.url), "utf8");

/** The authority that signed the proxy's certificate, which is one for `localhost`. In PEM. */
export const authority = await read("authority.crt");

/** What a Postgres client sends first to ask for TLS: a message of eight bytes with this code. */
const sslRequest = 80877103;

/** Stands before a Postgres that speaks no TLS and speaks it in its place. Who does not ask for it is cut off. */
export async function startTlsProxy(
  postgresPort: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const [key, cert] = [await read("server.key"), await read("server.crt")];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (first) => {
      if (first.length !== 8 || first.readInt32BE(4) !== sslRequest) return socket.destroy();
      socket.write("S");
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      const upstream = connect(postgresPort, "127.0.0.1");
      for (const [one, other] of [[secure, upstream], [upstream, secure]] as const) {
        one.on("error", () => other.destroy()).on("close", () => other.destroy());
        one.pipe(other);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
