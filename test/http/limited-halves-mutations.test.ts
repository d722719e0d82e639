import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeData } from "../../supabase/local/data.ts";
import { type Stack, startStack } from "../../supabase/local/stack.ts";
import { as } from "../support/client.ts";
import { type Database, openDatabase } from "../support/database.ts";
import { build, leave } from "../support/halves/build.ts";
import { brief, differences } from "../support/halves/compare.ts";
import {
  leftBy,
  limitingPolicies,
  type Policy,
  reach,
  withoutPolicy,
} from "../support/halves/policies.ts";
import { foreignRows } from "../support/halves/rows.ts";
import { definerMutations, mutations, withMutation } from "../support/halves/mutations.ts";
import { inTurns, type Read, readsOf } from "../support/halves/reads.ts";
import type { Place, World } from "../support/halves/world.ts";
import { tokenOn } from "../support/own-stack.ts";

// The battery of limited-halves.test.ts notices every policy for limited keys that is left out, and every condition on
// networks that a function forgets. In a stack of its own, because everybody's policies change.

let stack: Stack;
let folder: string;
let sql: Database;
let asked: Database;
let both: World;
let half: World;
let reads: Read[];
let policies: Policy[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith mutations "));
  stack = await startStack({ folder, gatewayPort: 0, databasePort: 0, demo: false });
  sql = openDatabase(stack.adminDatabaseUrl, 2);
  asked = openDatabase(stack.databaseUrl, 1);
  const place: Place = {
    sql,
    as: (token) => as(token, `${stack.url}/functions/v1/kith/api/v1`),
    async newOwner() {
      const token = await tokenOn(stack, `person-${randomUUID()}@example.com`);
      return { id: String(decodeJwt(token).sub), token };
    },
  };
  const built = await Promise.all([true, false].map(async (hasRightHalf) => {
    const one = await build(place, { hasRightHalf, isLimited: true });
    await leave(one);
    return one.world;
  }));
  [both, half] = built as [World, World];
  reads = inTurns(readsOf(both));
  policies = await limitingPolicies(sql);
});

afterAll(async () => {
  await Promise.all([sql?.end(), asked?.end()]);
  await stack?.stop();
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

const noticed = async () => (await differences([both, half], reads, 1)).length > 0;

/** Whether a policy is about networks and reading, so that the reads have to notice that it is missing. */
const isRead = ({ table, command, using }: Policy) =>
  command === "SELECT" && !table.startsWith("storage.") && /network/.test(using ?? "") &&
    // A pair with a contact that is hidden is not listed anyway.
    table !== "kith_private.dismissed_duplicates" ||
  table === "kith_private.change_sets";

describe("the battery of one half", () => {
  it("has no differences where nothing is missing", async () => {
    expect(brief(await differences([both, half], reads))).toEqual([]);
    expect(policies.length).toBeGreaterThan(25);
    expect(policies.filter(isRead).length).toBeGreaterThan(5);
  });

  it("notices each policy on networks that does not hide anything", async () => {
    const unnoticed = [];
    for (const policy of policies.filter(isRead)) {
      if (!await withoutPolicy(sql, policy, noticed)) {
        unnoticed.push(`${policy.table} ${policy.name}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it.each(mutations)("notices that $name forgets $without", async (mutation) => {
    expect(await withMutation(sql, mutation, noticed)).toBe(true);
  });
});

describe("plain SQL of a limited key", () => {
  it("reaches more without each of the policies", async () => {
    const unnoticed = [];
    for (const policy of policies) {
      const before = await reach(asked, policy, both);
      const after = await withoutPolicy(sql, policy, () => reach(asked, policy, both));
      if (JSON.stringify(before) === JSON.stringify(after)) {
        unnoticed.push(`${policy.table} ${policy.command} ${JSON.stringify(before)}`);
      }
    }
    expect(unnoticed).toEqual([]);
  });

  it.each(definerMutations)("changes nothing of the other half with $call", async (mutation) => {
    const rows = await foreignRows(sql, both);
    expect(await leftBy(sql, mutation.call, both)).toEqual(rows);
    const left = () => leftBy(sql, mutation.call, both);
    expect(await withMutation(sql, mutation, left)).not.toEqual(rows);
  });

  it("undoes nothing of the other half", async () => {
    const call = `kith_private.undo_change_sets(
      array[kith_private.number_of_set('{right set of promotion}')])`;
    expect(await leftBy(sql, call, both)).toEqual(await foreignRows(sql, both));
  });
});
