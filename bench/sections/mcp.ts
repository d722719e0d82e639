import { goalCell } from "../goal.ts";
import { Connection } from "../load/connection.ts";
import { type Pair, pairsOf, requestOf, type SideName, sides } from "../mcp/requests.ts";
import { compare, effortOf, type Side } from "../scale/compare.ts";
import type { Goal, Section } from "../section.ts";
import { seed } from "../seed.ts";
import { startBenchStack } from "../stack.ts";
import { median, spread } from "../statistics.ts";

const size = { owners: 2, contactsPerOwner: 1000, notesPerOwner: 4500, keysPerOwner: 1 };

/** The promise: a warm call of a tool takes at most this many times what its operation takes over REST. */
const promise = 1.5;

/** What the endpoint for assistants adds to an operation, over HTTP. */
export const mcpSection: Section = async ({ quick, progress }) => {
  const { stack, remove } = await startBenchStack();
  try {
    const { owners: [owner] } = await seed(stack.adminDatabaseUrl, size, { progress });
    const token = await owner!.accessToken(stack.url);
    const { hostname, port } = new URL(stack.functionUrl);
    const connections = await Promise.all(
      sides.map(() => Connection.open(hostname, Number(port))),
    );
    const rows: string[][] = [];
    const goals: Goal[] = [];
    for (const pair of pairsOf(owner!)) {
      const asked = sides.map((side, n) => sideOf(connections[n]!, pair, side, token));
      const { milliseconds, ratios } = await compare(
        asked,
        quick ? effortOf(quick) : { rounds: 30, milliseconds: 4000 },
      );
      const found = sides.slice(1).map((side, n): Goal => ({
        name: `mcp: ${pair.name}, ${side}, of the same over REST`,
        measured: median(ratios[n + 1]!),
        spread: spread(ratios[n + 1]!),
        unit: "×",
        atMost: promise,
      }));
      goals.push(...found);
      rows.push([pair.name, milliseconds[0]!.toFixed(2), ...found.map(goalCell)]);
      progress(`mcp: ${pair.name} measured`);
    }
    for (const connection of connections) connection.close();
    return {
      title: "Calls of tools",
      method: "The same operation over REST and as a tool, with the same access token, over kept " +
        "connections to the function, request by request in turn, without a client in between. The " +
        `account has ${size.contactsPerOwner} contacts.`,
      tables: [{
        caption: "Times of the same over REST: median (lowest–highest)",
        columns: ["", "REST, ms", ...sides.slice(1)],
        rows,
      }],
      goals,
      skipped: [],
    };
  } finally {
    await remove();
  }
};

function sideOf(connection: Connection, pair: Pair, side: SideName, token: string): Side {
  return {
    prepare(n) {
      const request = requestOf(pair, side, n, token);
      return Promise.resolve(async () => {
        const { status, start } = await connection.ask(request);
        const isRefused = start.includes('"isError":true') || start.includes('"error":');
        if (status >= 300 || isRefused) throw new Error(`${pair.name}, ${side}: ${start}`);
      });
    },
  };
}
