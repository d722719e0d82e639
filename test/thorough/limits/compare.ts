import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Answer, Json } from "../../support/client.ts";
import type { NamedAccount } from "./named-account.ts";

/** A request of the key, with names in braces instead of ids. */
export interface Asked {
  method: string;
  path: string;
  body?: Json;
  headers?: Record<string, string>;
  /** The name of what it makes. */
  name?: string;
}

/** What accounts answer to the same request of their keys. */
export async function answers(
  accounts: NamedAccount[],
  { method, path, body, headers, name }: Asked,
): Promise<NormalAnswer[]> {
  return await Promise.all(accounts.map(async (account) => {
    const answer = await account.send(account.key, method, path, body, headers);
    if (name && answer.status === 201) account.keep(name, answer.body.id, path.split("/")[1]);
    return normalized(account, answer);
  }));
}

/** A request that two accounts answer differently. */
export interface Difference {
  asked: string;
  one: NormalAnswer;
  other: NormalAnswer;
}

/** The requests that two accounts answer differently. @param enough how many are enough to know */
export async function differences(
  accounts: [NamedAccount, NamedAccount],
  requests: Asked[],
  enough = 8,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const request of requests) {
    const [one, other] = await answers(accounts, request);
    if (isDeepStrictEqual(one, other)) continue;
    found.push({ asked: `${request.method} ${request.path}`, one: one!, other: other! });
    if (found.length >= enough) break;
  }
  return found;
}

/** Demands that there are no differences, and shows where the answers differ. */
export function expectNone(found: Difference[]): void {
  expect(found.map(({ asked, one }) => [asked, one]))
    .toStrictEqual(found.map(({ asked, other }) => [asked, other]));
  expect(found).toHaveLength(0);
}

/** An answer without what has to differ from account to account. */
export interface NormalAnswer {
  status: number;
  headers: Record<string, string>;
  body: Json;
}

const ignored =
  /^(date|connection|keep-alive|transfer-encoding|x-request-id|ratelimit.*|x-ratelimit.*)$/;
/** Headers whose value follows from the body, or is a new one each time: only whether they are there counts. */
const presenceOnly = /^(etag|content-length|x-activity-id)$/;
const day = 86_400_000;

/** The answer with names in place of ids, and numbers in place of instants that lie in the time of the test. */
function normalized(account: NamedAccount, answer: Answer): NormalAnswer {
  const headers = [...answer.headers].filter(([name]) => !ignored.test(name))
    .map(([name, value]) => [name, presenceOnly.test(name) ? "present" : account.named(value)]);
  const text = account.named(
    answer.text.replace(/"requestId":"[^"]+"/, '"requestId":"(request)"')
      .replace(/"https?:[^"]*token=[^"]*"/g, '"(link)"'),
  );
  const body = answer.body === undefined ? text : JSON.parse(text, withoutDifferences);
  const clock = new Map<string, string>();
  const withoutInstants = JSON.stringify(body).replace(
    /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/g,
    (instant) => {
      const distance = Date.parse(instant.slice(1, -1)) - account.startedAt;
      if (distance < -day / 2 || distance > day) return instant;
      if (!clock.has(instant)) clock.set(instant, `"(instant ${clock.size})"`);
      return clock.get(instant)!;
    },
  );
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    body: JSON.parse(withoutInstants),
  };
}

/** A member of a body in an order and with texts that do not follow from ids and secrets. */
function withoutDifferences(member: string, value: Json): Json {
  if (typeof value === "string") {
    if (member === "cursor") return "(cursor)";
    return ["token", "keyPrefix", "key"].includes(member) ? "(secret)" : value;
  }
  if (Array.isArray(value)) return sorted(value, member);
  if (typeof value !== "object" || value === null) return value;
  // Its members are ids, in the order of these.
  if (member === "names") return Object.fromEntries(Object.entries(value).sort());
  // An export is in the order of the ids.
  if (value.kith === 1) {
    for (const list of Object.values(value).filter(Array.isArray)) list.sort(byText);
  }
  // A photo that was restored has no link until it is moved.
  if (value.hasPhoto === true) value.photoUrl = "(link)";
  // The profile says what the credential may do; that of each is tested by itself.
  return "scopes" in value ? { ...value, networkIds: "(networks of the key)" } : value;
}

const byText = (one: Json, other: Json) => JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

/** Lists whose order follows from ids that differ. */
function sorted(items: Json[], member: string): Json[] {
  if (member === "networkIds") return items.sort();
  const isFeed = items.some((item) => item?.value !== undefined || item?.deleted === true);
  if (member !== "changes" && member !== "conflicts" && !isFeed) return items;
  const key = ({ resource, id, name, action }: Json) => [resource, id, name, action];
  return items.sort((one, other) => byText(key(one), key(other)));
}
