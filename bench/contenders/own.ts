import { type Call, everyday, toRequest } from "../calls.ts";
import { keyCredential } from "../channels.ts";
import type { BenchRequest } from "../load.ts";
import { type Bench, startDeno } from "../stack.ts";
import { type Ask, type Contender, operations } from "./contender.ts";

const ofEach = (request: (call: Call, ask: Ask) => BenchRequest) => {
  const each = operations.map((name) => {
    return [name, (ask: Ask) => request(everyday[name](ask.owner, ask.turn), ask)];
  });
  return Object.fromEntries(each) as Contender["requests"];
};
const read: Contender["read"] = (body) => ({ rows: body.data ?? [body], total: body.total });

/** Kith's own function on its own port, and the limit: a Deno server with nothing around the statement that it sends. */
export async function kithAndBare({ stack }: Bench) {
  const index = new URL("../../functions/kith/index.ts", import.meta.url);
  const kith = await startDeno(index, stack.environment);
  const script = new URL("./bare-server.ts", import.meta.url);
  const bare = await startDeno(script, { BENCH_DB_URL: stack.databaseUrl });
  const contenders: Contender[] = [{
    name: "Kith",
    origin: kith.url,
    requests: ofEach((call, { token }) => toRequest(call, token)),
    read,
  }, {
    name: "bare Deno server",
    promise: { read: 0.8, write: 0.75 },
    origin: bare.url,
    requests: ofEach((call, { owner: { id, sessionId }, credential, token }) => {
      const whose = credential === "API key"
        ? keyCredential(token)
        : { kind: "access_token", sub: id, sessionId };
      const values = [JSON.stringify(whose), call.operation, JSON.stringify(call.arguments)];
      return { method: "GET", path: `/${values.map(encodeURIComponent).join("/")}` };
    }),
    read,
  }];
  return { contenders, pids: [kith.pid, bare.pid] };
}
