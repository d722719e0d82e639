import type { Answer, Json } from "../client.ts";
import type { World } from "./world.ts";

/** An answer without what has to differ from account to account. */
export interface Normal {
  status: number;
  headers: Record<string, string>;
  body: Json;
}

/** Headers whose value follows from the body, or is a new one each time: only whether they are there counts. */
const presenceOnly = new Set(["etag", "content-length"]);
const ignored =
  /^(date|connection|keep-alive|transfer-encoding|x-request-id|ratelimit.*|x-ratelimit.*)$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const day = 86_400_000;

/** The answer with names in place of ids, and numbers in place of instants that lie in the time of the test. */
export function normal(world: World, answer: Answer): Normal {
  const clock = new Map<string, string>();
  const headers: Record<string, string> = {};
  for (const [name, value] of [...answer.headers].sort()) {
    if (ignored.test(name)) continue;
    headers[name] = presenceOnly.has(name)
      ? "present"
      : name === "x-activity-id"
      ? "present"
      : world.named(value);
  }
  const body = answer.body === undefined ? answer.text : answer.body;
  return {
    status: answer.status,
    headers,
    body: withoutInstants(world, clock, withNames(world, body)),
  };
}

function withNames(world: World, value: Json, member = ""): Json {
  if (typeof value === "string") return textOf(world, value, member);
  if (Array.isArray(value)) return sorted(value.map((item) => withNames(world, item)), member);
  if (typeof value !== "object" || value === null) return value;
  const named = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [world.named(name), withNames(world, item, name)]),
  );
  // Its members are ids, in the order of these.
  if (named["names"]) named["names"] = Object.fromEntries(Object.entries(named["names"]).sort());
  // An export is in the order of the ids.
  if (named["kith"] === 1) { for (const list of Object.values(named)) sortTexts(list); }
  // A photo that was restored has no link until it is moved.
  if (named["hasPhoto"] === true) named["photoUrl"] = "(link)";
  // The profile says what the credential may do; that of each is tested by itself.
  return "scopes" in named ? { ...named, networkIds: "(networks of the key)" } : named;
}

function sortTexts(list: Json): void {
  const order = (one: Json, other: Json) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  if (Array.isArray(list)) list.sort(order);
}

/** Lists whose order follows from ids that differ. */
function sorted(items: Json[], member: string): Json[] {
  if (member === "networkIds") return items.sort();
  const isFeed = items.some((item) => item?.value !== undefined || item?.deleted === true);
  if (member !== "changes" && member !== "conflicts" && !isFeed) return items;
  const key = ({ resource, id, name, action }: Json) =>
    JSON.stringify([resource, id, name, action]);
  return items.sort((one, other) => key(one) < key(other) ? -1 : 1);
}

function textOf(world: World, text: string, member: string): string {
  if (member === "requestId") return "(request)";
  if (member === "cursor") return "(cursor)";
  if (member === "token" || member === "keyPrefix" || member === "key") return "(secret)";
  if (text.startsWith("http") && text.includes("token=")) return "(link)";
  return world.named(text);
}

function withoutInstants(world: World, clock: Map<string, string>, value: Json): Json {
  if (typeof value === "string") {
    if (!instant.test(value)) return value;
    const distance = Date.parse(value) - world.startedAt;
    if (distance < -day / 2 || distance > day) return value;
    if (!clock.has(value)) clock.set(value, `(instant ${clock.size})`);
    return clock.get(value)!;
  }
  if (Array.isArray(value)) return value.map((item) => withoutInstants(world, clock, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutInstants(world, clock, item)]),
  );
}
