import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takesIfMatch } from "../../functions/kith/core/route.ts";
import { routes as table } from "../../functions/kith/routes.ts";
import { type Account, signUp } from "../support/accounts.ts";
import { as, type Client, type Json } from "../support/client.ts";
import { workOf } from "../support/database-work.ts";
import { startCountedCopy } from "../support/function-copy.ts";
import { prepareUpload } from "../support/photos.ts";
import { sameBytes } from "../support/problems.ts";
import { makeOne } from "../support/route-examples.ts";
import { fill, successfulRequest, type TestRoute, tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();
let copy: Awaited<ReturnType<typeof startCountedCopy>>;
let owner: Account;
let stranger: Account;
let client: Client;
/** One thing of every collection, the owner's. */
const hers: Record<string, string> = {};
const uuid = /^[0-9a-f]{8}-/;

beforeAll(async () => {
  copy = await startCountedCopy();
  [owner, stranger] = [await signUp(), await signUp()];
  client = as(stranger.token, copy.base);
  for (const { collection } of places) hers[collection] ??= await makeOne(owner, collection);
  await client.get("/contacts");
});
afterAll(() => copy?.stop());

interface Place {
  route: TestRoute;
  where: "path" | "body" | "query";
  name: string;
  collection: string;
  /** Which of the path's ids it is. */
  index: number;
  many: boolean;
  operation: string;
}

/** Every place of every route where an id can stand. */
const places: Place[] = tokenRoutes.flatMap((route) => {
  const operation = table.find(({ method, path }) =>
    method === route.method && path === route.path
  )?.operation ?? "";
  const of = (where: Place["where"]) =>
  (
    { name, collection, many = false }: { name: string; collection: string; many?: boolean },
    index: number,
  ): Place => ({ route, where, name, collection, index, many, operation });
  return [
    ...route.ids.map(of("path")),
    ...route.bodyIds.map(of("body")),
    ...route.queryIds.map(of("query")),
  ];
});
const isConditional = ({ where, route }: Place) =>
  where === "path" &&
  table.some((each) =>
    each.method === route.method && each.path === route.path && takesIfMatch(each)
  );

/** Of the places in the path, the body and the query for each collection one; in test:thorough all. */
function sampleOf(all: Place[]) {
  const most = count({ quick: 1, thorough: Infinity });
  const kinds: Record<string, number> = {};
  return all.filter(({ where, collection }) => {
    const kind = `${where} ${collection}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds[kind] <= most;
  }).map((place) => ({
    what: `${place.route.method} ${place.route.path}, ${place.name} in the ${place.where}`,
    place,
  }));
}
const named = sampleOf(places);

/**
 * An id that does not exist, a few after this one. For a list of ids Postgres goes down an index again wherever the next
 * one is on another page, whoever has it: ids of the same page cost the same.
 */
function after(id: string, count: number): string {
  const end = (BigInt(`0x${id.slice(24)}`) + BigInt(count)) % 2n ** 48n;
  return id.slice(0, 24) + end.toString(16).padStart(12, "0");
}

/** The stranger's request with this id in one place and the stranger's own things in all the others. */
async function aimed({ route, where, name, index, many }: Place, id: string) {
  const { path, body } = await successfulRequest(
    route,
    stranger,
    where === "body" ? name : undefined,
  );
  const ids = path.split("?")[0]!.split("/").filter((part) => uuid.test(part));
  if (where === "path") ids[index] = id;
  if (where === "body") body[name] = many ? [...body[name], id] : id;
  const query: Json = where === "query" ? { [name]: id } : {};
  const search = where === "query" ? `?${name}=${id}` : "";
  const members = route.ids.map((each, n) => [each.name, ids[n]]);
  return {
    path: fill(route, ids, body).path + search,
    body,
    arguments: { ...Object.fromEntries(members), query, ...(body ? { body } : {}) },
  };
}

// In statements, trips and calls of Storage test/http/every-route.test.ts compares them.
describe("another owner's id costs what one that does not exist costs", () => {
  it("wherever an id can stand", () => expect(places.length).toBeGreaterThan(25));

  it.each(named)("in rows that the database touches: $what", async ({ place }) => {
    const requests: Json[] = [];
    const theirs = hers[place.collection]!;
    for (const id of [after(theirs, 1), theirs, after(theirs, 2)]) {
      requests.push((await aimed(place, id)).arguments);
    }
    // Beside what is the id's doing, nothing may differ: one and the same request but for it.
    const request = (id: string) => JSON.parse(JSON.stringify(requests[0]).replaceAll(ids[0], id));
    const ids: [string, string, string] = requests.map((each) =>
      place.where === "path"
        ? each[place.name]
        : place.where === "query"
        ? each.query[place.name]
        : [each.body[place.name]].flat().at(-1)
    ) as never;
    const work = () => workOf(sql, stranger.id, place.operation, ids.map(request));
    let [missing, foreign, another] = await work();
    // Every request also does what is due for anybody, which others may queue between two of these. That happens now and
    // then; what is the id's doing happens each time.
    for (
      let more = 4;
      more > 0 && !isDeepStrictEqual([foreign, another], [missing, missing]);
      more--
    ) {
      [missing, foreign, another] = await work();
    }
    expect(another).toEqual(missing);
    expect(foreign).toEqual(missing);
    expect(Object.keys(missing!.work).length).toBeGreaterThan(0);
  });
});

describe("another owner's id costs what one that does not exist costs, with If-Match too,", () => {
  const conditional = places.filter(isConditional);
  it("in many places", () => expect(conditional.length).toBeGreaterThan(10));

  it.each(sampleOf(conditional))("in rows that the database touches: $what", async ({ place }) => {
    const request = (await aimed(place, randomUUID())).arguments;
    const theirs = hers[place.collection]!;
    const asked = [after(theirs, 1), theirs, after(theirs, 2)]
      .map((id) => ({ ...request, [place.name]: id, ifMatch: ["0".repeat(32)] }));
    const found = await workOf(sql, stranger.id, place.operation, asked);
    const [missing, foreign, another] = found;
    expect(missing?.status).toBe(404);
    expect(another).toEqual(missing);
    expect(foreign).toEqual(missing);
  });
});

describe("a photo's path", () => {
  it("that is another's costs what one that was never given out costs, and is answered alike", async () => {
    const [mine, theirs] = [
      await stranger.make("/contacts", { firstName: "A" }),
      await owner.make("/contacts", { firstName: "B" }),
    ];
    const { path } = await prepareUpload(owner, theirs.id);
    const attach = (photoUrl: string) => client.patch(`/contacts/${mine.id}`, { photoUrl });
    const found = [];
    for (const photoUrl of [`uploads/${randomUUID()}.png`, path, "no path"]) {
      copy.database.reset();
      copy.storage.reset();
      const answer = sameBytes(await attach(photoUrl));
      found.push({ trips: copy.database.trips(), storage: [...copy.storage.calls()], answer });
    }
    expect(found[0]).toMatchObject({ trips: 1, storage: [], answer: { status: 400 } });
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });
});
