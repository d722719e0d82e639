import { isDeepStrictEqual } from "node:util";
import { type Normal, normal } from "./normal.ts";
import type { Json } from "../client.ts";
import type { Read } from "./reads.ts";
import type { World } from "./world.ts";

/** A request of the key, with names in braces instead of ids. */
export interface Asked {
  method: string;
  path: string;
  body?: Json;
  headers?: Record<string, string>;
}

/** What two accounts answer to the same request of their keys. */
export async function answers(worlds: World[], asked: Asked): Promise<Normal[]> {
  return await Promise.all(worlds.map(async (world) => {
    const { method, path, body, headers } = asked;
    return normal(world, await world.ask(method, path, body, headers));
  }));
}

/** A request that two accounts answer differently. */
export interface Difference {
  asked: string;
  one: Normal;
  other: Normal;
}

/** The reads that two accounts answer differently. @param enough how many are enough to know */
export async function differences(
  worlds: [World, World],
  reads: Read[],
  enough = Infinity,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { path } of reads) {
    const [one, other] = await answers(worlds, { method: "GET", path });
    if (!isDeepStrictEqual(one, other)) {
      found.push({ asked: `GET ${path}`, one: one!, other: other! });
      if (found.length >= enough) break;
    }
  }
  return found;
}

/** The differences in a form that is short enough to read. */
export function brief(found: Difference[]): string[] {
  return found.slice(0, 8).map(({ asked, one, other }) =>
    [asked, ...places(one, other).slice(0, 6)].join("\n  ")
  );
}

/** Where two values differ. */
export function places(one: Json, other: Json, path = ""): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isContainer(one) || !isContainer(other)) return [`${path}: ${shown(one)} / ${shown(other)}`];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => places(one[name], other[name], `${path}/${name}`));
}

const isContainer = (value: Json) => typeof value === "object" && value !== null;
const shown = (value: Json) => JSON.stringify(value)?.slice(0, 300);
