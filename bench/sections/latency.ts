import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Stack } from "../../supabase/local/stack.ts";
import { makeOne } from "../../test/support/route-examples.ts";
import { successfulRequest, type TestRoute, tokenRoutes } from "../../test/support/route-table.ts";
import { picture, prepareUpload, put } from "../../test/support/photos.ts";
import type { Account } from "../../test/support/accounts.ts";
import { clientOf, makeKeys, signUp } from "../latency/account.ts";
import {
  type Cost,
  distance,
  type FarDatabase,
  startFarDatabase,
} from "../latency/far-database.ts";
import { latencyResult, type RouteCosts } from "../latency/result.ts";
import type { Section } from "../section.ts";
import { type BenchStack, startBenchStack } from "../stack.ts";

/** How often each route is asked. */
const times = { full: 10, quick: 2 };

/** What needs more than the database by its nature, and is only told. */
const deletesAccount = ({ method, path }: TestRoute) => method === "delete" && path === "/me";
/** What reads page after page, as of one instant. */
const exports = ({ path }: TestRoute) => path.endsWith("/export");

/** What a key may do to its own changes alone, while those that are made here are the account's. */
const undoes = ({ path }: TestRoute) => path.endsWith("/undo");

/** What every route costs when the database is far away. */
export const latencySection: Section = async ({ quick, progress }) => {
  progress("starting a stack");
  const bench = await startBenchStack();
  try {
    const far = await startFarDatabase(bench);
    const caller = await Caller.of(bench, far);
    const count = quick ? times.quick : times.full;
    progress(`${tokenRoutes.length} routes, ${count} times each, ${distance} ms each way`);
    const [routes, aside, trips]: [RouteCosts[], RouteCosts[], number[]] = [[], [], []];
    // What is met for the first time costs more, wherever the database is.
    for (const route of tokenRoutes) {
      for (const n of [0, 1]) await caller.ask(route, n, 0);
    }
    for (const route of tokenRoutes) {
      const costs: Cost[] = [];
      for (let n = 0; n < count; n++) {
        if (n % 5 === 0) trips.push(await far.trip());
        costs.push(await caller.ask(route, n));
      }
      const name = `${route.method.toUpperCase()} ${route.path}`;
      (deletesAccount(route) || exports(route) ? aside : routes).push({ name, costs });
    }
    aside.push(await caller.attachPhotos(count));
    await far.stop();
    const storage = await signUploads(bench.stack, count);
    return latencyResult({ routes, aside, trips, storage, count });
  } finally {
    await bench.remove();
  }
};

/** Milliseconds of what `photo-upload` asks Storage for, besides its trip to the database. */
async function signUploads({ url, secretKey }: Stack, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    const path = `kith-photos/bench/${randomUUID()}.png`;
    const answer = await fetch(`${url}/storage/v1/object/upload/sign/${path}`, {
      method: "POST",
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Storage answered ${answer.status}: ${text}`);
    times.push(performance.now() - began);
  }
  return times;
}

/** Somebody with keys and a token, who asks for things that exist. */
class Caller {
  private constructor(
    readonly bench: BenchStack,
    readonly far: FarDatabase,
    readonly account: Account,
    readonly keys: string[],
  ) {}

  static async of(bench: BenchStack, far: FarDatabase): Promise<Caller> {
    // Everything that has to be there first is made by the copy that is near its database.
    const account = await signUp(bench.stack, bench.stack.functionUrl);
    const keys = await makeKeys(account);
    for (const token of [account.token, keys[0]!]) await clientOf(far.origin, token).get("/me");
    return new Caller(bench, far, account, keys);
  }

  /** Every other time with an API key, where the route takes one. */
  async ask(route: TestRoute, n: number, milliseconds = distance): Promise<Cost> {
    const { stack } = this.bench;
    const account = deletesAccount(route) ? await signUp(stack, stack.functionUrl) : this.account;
    const { path, body } = await successfulRequest(route, account);
    const token = route.credential === "any" && !undoes(route) && n % 2 === 1
      ? this.keys[Math.floor(n / 2) % this.keys.length]!
      : account.token;
    const client = clientOf(this.far.origin, token);
    const send = () => client.send(route.method, path, body);
    const cost = await this.far.cost(send, milliseconds);
    checked(`${route.method} ${route.path}`, cost);
    if (route.path === "/api-keys" && route.method === "post") {
      await account.delete(`/api-keys/${JSON.parse(cost.text).id}`);
    }
    return cost;
  }

  async attachPhotos(count: number): Promise<RouteCosts> {
    const client = clientOf(this.far.origin, this.account.token);
    const costs: Cost[] = [];
    for (let n = 0; n < count; n++) {
      const id = await makeOne(this.account, "contacts");
      const upload = await prepareUpload(this.account, id);
      const status = await put(upload, picture("picture.png"));
      if (status !== 200) throw new Error(`Storage answered ${status} to an upload`);
      const attach = () => client.patch(`/contacts/${id}`, { photoUrl: upload.path });
      costs.push(checked("attaching a photo", await this.far.cost(attach)));
      // What the function still does after its answer belongs to nobody's next request.
      await sleep(50);
    }
    return { name: "PATCH /contacts/{id} that attaches a photo", costs };
  }
}

function checked(what: string, cost: Cost): Cost {
  if (cost.status < 300) return cost;
  throw new Error(`${what} was answered with ${cost.status}: ${cost.text}`);
}
