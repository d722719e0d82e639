import type { Server } from "node:http";
import type { AddressInfo, Server as SocketServer } from "node:net";

/** Starts a server on a free port of this machine. */
export async function listen(server: Server | SocketServer) {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
