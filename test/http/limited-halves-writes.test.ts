import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { build, type Built } from "../support/halves/build.ts";
import { answers, brief, type Difference, differences } from "../support/halves/compare.ts";
import { normal } from "../support/halves/normal.ts";
import { sharedPlace } from "../support/halves/place.ts";
import { readsOf } from "../support/halves/reads.ts";
import { foreignRows } from "../support/halves/rows.ts";
import { good, limitedWrites, sameWrites, type Write } from "../support/halves/writes.ts";
import { foreignWrites } from "../support/halves/foreign-writes.ts";
import { prepareUpload, upload } from "../support/photos.ts";
import { tokenRoutes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

// What a key for one half of an account writes is answered as in an account that has this half only; ids of the other
// half, and of what has no network, as ids that nothing has. The reads are in limited-halves.test.ts.

const sql = superuser();
const place = sharedPlace(sql);
let both: Built;
let half: Built;
let free: Built;
let before: string[];

beforeAll(async () => {
  [both, half, free] = await Promise.all([
    build(place, { hasRightHalf: true, isLimited: true }),
    build(place, { hasRightHalf: false, isLimited: true }),
    build(place, { hasRightHalf: false, isLimited: false }),
  ]);
  const { world } = both;
  world.keepText("right upload", (await prepareUpload(world.owner, world.id("right anna"))).path);
  for (const each of [both, half, free]) {
    const upload = await prepareUpload(each.world.owner, each.world.id("left bert"));
    each.world.keepText("left upload", upload.path);
  }
  const deleted = await world.newKey("right actor");
  await world.send(deleted, "patch", "/contacts/{right anna}", { nickname: "By another" });
  await world.owner.delete(`/api-keys/${world.id("right actor")}`);
  before = await foreignRows(sql, world);
  expect(before.length).toBeGreaterThan(40);
});

/** Answers of accounts to the same write, with a name for what it made. */
async function written(builts: Built[], write: Write) {
  const sent = await Promise.all(builts.map(async ({ world }) => {
    const answer = await world.ask(write.method, write.path, write.body, write.headers);
    if (write.name && answer.status === 201) {
      world.keep(write.name, answer.body.id, write.path.slice(1));
    }
    return normal(world, answer);
  }));
  const [first] = sent;
  const asked = `${write.method} ${write.path} ${JSON.stringify(write.body)}`;
  expect([asked, first!.status, first!.body?.code], JSON.stringify(first!.body))
    .toEqual([asked, write.status, write.code]);
  return sent.slice(1).filter((other) => !isDeepStrictEqual(first, other))
    .map((other): Difference => ({ asked, one: first!, other }));
}

describe("a key for one half", () => {
  it("may write its half as a key without limits may", async () => {
    const found: Difference[] = [];
    for (const write of sameWrites) found.push(...await written([both, half, free], write));
    expect(brief(found)).toEqual([]);
  });

  it("may give a contact of its half a photo, take it away and undo that", async () => {
    const found: Difference[] = [];
    const path = "/contacts/{left anna}";
    for (const { world } of [both, half, free]) {
      const { answer } = await upload(world.key, world.id("left anna"));
      expect(answer.status, answer.text).toBe(200);
      const removed = await world.ask("PATCH", path, { photoUrl: null });
      world.keep("left set of a photo", removed.headers.get("x-activity-id")!);
    }
    const undo = good("post /activity/{left_set_of_a_photo}/undo", {});
    found.push(...await written([both, half, free], undo));
    found.push(...await written([both, half, free], { method: "GET", path, status: 200 }));
    expect(brief(found)).toEqual([]);
    expect((await both.world.ask("GET", path)).body.hasPhoto).toBe(true);
  });

  it.each(limitedWrites)("is refused $method $path $body", async (write) => {
    expect(brief(await written([both, half], write))).toEqual([]);
  });

  it("meets ids of the other half as ids that nothing has", async () => {
    const found: Difference[] = [];
    const asked = foreignWrites();
    expect(asked.length).toBeGreaterThan(50);
    for (const each of asked) {
      const [one, other] = await answers([both.world, half.world], each);
      expect(one!.status, `${each.method} ${each.path} ${JSON.stringify(one)}`)
        .toBeGreaterThanOrEqual(400);
      if (isDeepStrictEqual(one, other)) continue;
      found.push({ asked: `${each.method} ${each.path}`, one: one!, other: other! });
    }
    expect(brief(found)).toEqual([]);
  });

  it("has changed nothing of the other half, nor of what has no network", async () => {
    expect(await foreignRows(sql, both.world)).toEqual(before);
  });

  it("reads the same afterwards", async () => {
    const reads = readsOf(both.world);
    expect(brief(await differences([both.world, half.world], reads, 20))).toEqual([]);
  });
});

it("writes and reads through every route", () => {
  const asked = new Set([
    ...readsOf(both.world).map(({ route }) => route),
    ...[...sameWrites, ...limitedWrites, ...foreignWrites()].map(({ method, path }) =>
      `${method} ${path.replace(/\{[^}]+\}/, "{id}").replace(/\{(?!id)[^}]+\}/, "{contactId}")}`
    ),
  ]);
  const missing = tokenRoutes.map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !asked.has(route));
  expect(missing).toEqual([]);
});
