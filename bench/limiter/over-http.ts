import type { Stack } from "../../supabase/local/stack.ts";
import { Connection } from "../load/connection.ts";
import { toBytes } from "../load/load.ts";
import type { SectionContext, SectionResult } from "../section.ts";
import type { Seeded } from "../seed.ts";
import { median, spread } from "../statistics.ts";
import { keysInTurn } from "./cost.ts";

const connections = 16;

interface Side {
  name: string;
  statuses: number[];
  /** Requests that come again and again. */
  requests: Uint8Array[];
  perSecond: number[];
  refused: number;
  asked: number;
}

/** Requests a second through the function with 16 connections: one contact by its id. */
export async function costOverHttp(
  stack: Stack,
  seeded: Seeded,
  { quick, progress }: SectionContext,
): Promise<Pick<SectionResult, "tables" | "goals">> {
  const { hostname, port } = new URL(stack.functionUrl);
  const sides = await sidesOf(hostname, stack.url, seeded);
  for (let round = -1; round < (quick ? 3 : 7); round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(turn + Math.max(0, round)) % sides.length]!;
      const rate = await slice(hostname, Number(port), side, quick ? 150 : 500);
      // The first round warms up, and fills the window of the hot key.
      if (round >= 0) side.perSecond.push(rate);
      else side.refused = side.asked = 0;
    }
  }
  progress("limiter: 16 connections to the function measured");
  const [token, ...others] = sides;
  const ratiosOf = (side: Side) => side.perSecond.map((rate, n) => rate / token!.perSecond[n]!);
  return {
    tables: [{
      caption: "A contact by its id, over HTTP, 16 connections",
      columns: ["", "requests a second", "of the access token's", "refused"],
      rows: sides.map((side) => [
        side.name,
        median(side.perSecond).toFixed(0),
        median(ratiosOf(side)).toFixed(2),
        `${Math.round(100 * side.refused / side.asked)}%`,
      ]),
    }],
    goals: others.map((side) => ({
      name:
        `limiter: requests a second, over HTTP, 16 connections, ${side.name}, of an access token's`,
      measured: median(ratiosOf(side)),
      spread: spread(ratiosOf(side)),
      unit: "×",
    })),
  };
}

async function sidesOf(host: string, projectUrl: string, seeded: Seeded): Promise<Side[]> {
  const { owners } = seeded;
  const perOwner = owners[0]!.keys.length;
  const bytesOf = (token: string, contact: string) =>
    toBytes(host, [{
      method: "GET",
      path: `/kith/api/v1/contacts/${contact}`,
      headers: { authorization: `Bearer ${token}` },
    }]).bytes;
  const side = (name: string, statuses: number[], requests: Uint8Array[]): Side => ({
    name,
    statuses,
    requests,
    perSecond: [],
    refused: 0,
    asked: 0,
  });
  const someone = owners[0]!;
  const contacts = Array.from({ length: someone.contacts }, (_, n) => someone.contactId(n));
  const token = await someone.accessToken(projectUrl);
  // One key more than those in turn: the hot one is over its limit all the time.
  const hot = owners[keysInTurn / perOwner]!;
  return [
    side("access token", [200], contacts.map((contact) => bytesOf(token, contact))),
    side(
      "1,000 keys in turn",
      [200],
      Array.from({ length: keysInTurn }, (_, n) => {
        const whose = owners[Math.floor(n / perOwner)]!;
        return bytesOf(whose.keys[n % perOwner]!, whose.contactId(n % whose.contacts));
      }),
    ),
    side("one hot key, over its limit", [200, 429], [bytesOf(hot.keys[0]!, hot.contactId(0))]),
  ];
}

/** Requests a second for some milliseconds. */
async function slice(host: string, port: number, side: Side, milliseconds: number) {
  const opened = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(host, port)),
  );
  let asked = 0;
  const began = performance.now();
  try {
    await Promise.all(opened.map(async (connection) => {
      while (performance.now() - began < milliseconds) {
        const request = side.requests[(side.asked + asked++) % side.requests.length]!;
        const { status, start } = await connection.ask(request);
        if (!side.statuses.includes(status)) throw new Error(`answered ${status}: ${start}`);
        if (status === 429) side.refused++;
      }
    }));
    return asked * 1000 / (performance.now() - began);
  } finally {
    side.asked += asked;
    for (const connection of opened) connection.close();
  }
}
