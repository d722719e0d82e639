import { connect, createServer, type Socket } from "node:net";
import { listen } from "./listen.ts";

/**
 * `ReadyForQuery` ends the answer to a statement. These are its type and its length.
 * Source: PostgreSQL documentation, "Frontend/Backend Protocol", "Message Formats".
 */
const readyForQuery = "Z\0\0\0\x05";
/** `Terminate`, which nobody answers. */
const terminate = "X\0\0\0\x04";

export interface TripProxy {
  /** The database's address as seen through the proxy. */
  url: string;
  /** Statements that the database has answered since `reset`. */
  statements(): number;
  /** Waits for the other side since `reset`: how often the client spoke after the server had. */
  trips(): number;
  /** Counts from here on. What a connection needs to begin is not counted. */
  reset(): void;
  /** Milliseconds that every chunk of bytes takes each way. */
  delay(milliseconds: number): void;
  stop(): Promise<void>;
}

/** Stands between function and database and counts the round trips. */
export async function startTripProxy(databaseUrl: string): Promise<TripProxy> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const count = { statements: 0, trips: 0 };
  let delay = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isReady = false;
    let lastSpoke = "server";
    // TCP may cut a message in two.
    let end = "";
    pipe(client, upstream, (text) => {
      if (text === terminate) return;
      if (isReady && lastSpoke === "server") count.trips++;
      lastSpoke = "client";
    });
    pipe(upstream, client, (text) => {
      lastSpoke = "server";
      const answers = (end + text).split(readyForQuery).length - 1;
      end = (end + text).slice(-4);
      count.statements += isReady ? answers : Math.max(0, answers - 1);
      isReady ||= answers > 0;
    });
  });

  function pipe(from: Socket, to: Socket, look: (text: string) => void) {
    sockets.add(from);
    from.setNoDelay(true);
    from.on("data", (chunk) => {
      look(chunk.toString("latin1"));
      if (delay === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), delay);
    });
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), delay);
    });
  }

  const listening = await listen(server);
  url.host = new URL(listening.url).host;
  return {
    url: url.href,
    statements: () => count.statements,
    trips: () => count.trips,
    reset: () => Object.assign(count, { statements: 0, trips: 0 }),
    delay: (milliseconds) => void (delay = milliseconds),
    async stop() {
      sockets.forEach((socket) => socket.destroy());
      await listening.stop();
    },
  };
}
