import { beforeAll, describe, expect, it } from "vitest";
import { type Built, build } from "../support/halves/build.ts";
import { brief, differences } from "../support/halves/compare.ts";
import { sharedPlace } from "../support/halves/place.ts";
import { readsOf } from "../support/halves/reads.ts";
import { superuser } from "../support/sql.ts";

/**
 * An account of two halves that mirror each other, and a key for one of them: what the key reads equals, but for ids, what
 * it reads in an account that has this half only.
 */
const place = sharedPlace(superuser());
let both: Built;
let half: Built;
/** The half alone again, where the key has no limits. */
let free: Built;

beforeAll(async () => {
  [both, half, free] = await Promise.all([
    build(place, { hasRightHalf: true, isLimited: true }),
    build(place, { hasRightHalf: false, isLimited: true }),
    build(place, { hasRightHalf: false, isLimited: false }),
  ]);
});

describe("a key for one half", () => {
  it("reads what there is where this half is all there is", async () => {
    const reads = readsOf(both.world, false);
    const found = await differences([both.world, half.world], reads, 20);
    expect(brief(found)).toEqual([]);
  });

  it("reads what a key without limits reads there", async () => {
    const reads = readsOf(both.world, false);
    const found = await differences([both.world, free.world], reads, 20);
    expect(brief(found)).toEqual([]);
  });
});
import { functionLog } from "../support/function-copy.ts";
import { afterAll } from "vitest";
afterAll(async () => console.log((await functionLog()).filter((l) => /"status":5/.test(l)).slice(-4).join("\n")));
