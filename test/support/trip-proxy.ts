import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { MessageReader } from "./wire-messages.ts";

/** `Terminate`, which nobody answers. */
const goodbye = "X";

export interface TripProxy {
  /** The database's address as seen through the proxy. */
  url: string;
  /** Statements finished since `reset`: frontend `Sync` or `Query` messages that `ReadyForQuery` has answered. */
  statements(): number;
  /** Waits for the other side since `reset`: how often the client spoke after the server had. */
  trips(): number;
  /** Counted from when a connection stands; its start is not counted here. */
  connections(): number;
  reset(): void;
  /** Milliseconds that every chunk of bytes takes each way. */
  delay(milliseconds: number): void;
  /** Drops all connections and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  stop(): Promise<void>;
}

/** Stands between function and database, understands where messages end, and counts the round trips. */
export async function startTripProxy(databaseUrl: string): Promise<TripProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const count = { statements: 0, trips: 0, connections: 0 };
  let delay = 0;
  let isCut = false;

  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    count.connections++;
    const upstream = connect(Number(target.port), target.hostname);
    const state = { stands: false, lastSpoke: "server" };

    const frontend = new MessageReader("frontend", (type) => {
      if (type === goodbye) return;
      if (state.stands && state.lastSpoke === "server") count.trips++;
      state.lastSpoke = "client";
    });
    const backend = new MessageReader("backend", (type) => {
      state.lastSpoke = "server";
      if (type !== "Z") return;
      if (state.stands) count.statements++;
      state.stands = true;
    });
    pipe(client, upstream, (chunk) => {
      // A server that declines TLS answers one bare byte, which only the frontend's request explains.
      frontend.read(chunk);
      if (frontend.askedForTls) backend.expectBareByte();
      frontend.askedForTls = false;
    });
    pipe(upstream, client, (chunk) => backend.read(chunk));
  });

  function pipe(from: Socket, to: Socket, look: (chunk: Buffer) => void) {
    sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (chunk) => {
      look(chunk);
      if (delay === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), delay);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), delay);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    statements: () => count.statements,
    trips: () => count.trips,
    connections: () => count.connections,
    reset: () => Object.assign(count, { statements: 0, trips: 0, connections: 0 }),
    delay: (milliseconds) => void (delay = milliseconds),
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => void (isCut = false),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
