import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LogDatabase } from "../support/activity/log-database.ts";
import { rolledBack } from "../support/database.ts";
import {
  type Caller,
  limited,
  scopesOf,
  scopesWithout,
  unlimited,
  withoutClaim,
} from "../support/limited/claims.ts";
import { type Ground, startGround } from "../support/limited/ground.ts";
import { actAs, type Attempt, harmOf } from "../support/limited/harm.ts";
import { sqlState } from "../support/sql.ts";
import { limitedFunctions } from "../support/reviewed/limited-functions.ts";

/**
 * Functions with their owner's rights, for which there are no policies, called as the role of API keys with limits. All
 * that it may execute are in support/reviewed/limited-functions.ts, with arguments that try to get around the limits.
 */
let database: LogDatabase;
let ground: Ground;
let targets: string;
beforeAll(async () => {
  ({ database, ground } = await startGround());
  targets = JSON.stringify(await targetsOf(ground));
});
afterAll(() => database?.remove());

/** What there is outside of the key's network. */
async function targetsOf({ half }: Ground) {
  const hidden = await database.superuser<{ number: string; id: string }[]>`
    select s.number, s.id from kith_private.change_sets s
     where s.owner_id = ${half.person.id} and exists (
       select from kith_private.changes c where c.owner_id = s.owner_id and c.set_number = s.number
          and c.resource_id = any (${[half.contacts.outside, half.contacts.nobody]}))
     order by s.number`;
  return {
    outside: half.contacts.outside,
    contacts: [half.contacts.outside, half.contacts.nobody],
    networks: [half.networks.outside],
    upload: half.upload,
    photo: half.photo,
    sets: hidden.map(({ number }) => number),
    setIds: hidden.map(({ id }) => id),
  };
}

/** Kinds of limits, each of which leaves out something; what some of them allow inside of the network is theirs. */
const callers = (): Caller[] => [
  withoutClaim,
  limited("a key without scopes", { scopes: [], networkIds: null }),
  limited("a key that reads all", {
    scopes: scopesOf(
      ["contacts", "networks", "notes", "reminders", "profile", "activity"],
    ),
    networkIds: null,
  }),
  limited("a key without contacts", { scopes: scopesWithout("contacts"), networkIds: null }),
  limited("a key for one network", { scopes: null, networkIds: [ground.half.networks.inside] }),
  limited("a key for no network", { scopes: null, networkIds: [] }),
];

/** A key for one network makes contacts in it; that is the only change which the limits allow. */
const mayWrite = (name: string, { limits }: Caller) =>
  name === "kith_private.insert_contact_in_networks(jsonb)" && limits.networkIds?.length === 1;

it("those that a key with limits may execute were reviewed, and there are no others", async () => {
  const found = await database.superuser<{ name: string }[]>`
    select n.nspname || '.' || p.proname || '(' || oidvectortypes(p.proargtypes) || ')' as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('kith', 'kith_private', 'kith_api') and p.prosecdef
       and p.prorettype <> 'trigger'::regtype and has_function_privilege('kith_limited', p.oid, 'execute')`;
  const reviewed = limitedFunctions.flatMap(({ functions }) => Object.keys(functions));
  expect(found.map(({ name }) => name).sort()).toEqual(reviewed.sort());
});

const reviewed = limitedFunctions.flatMap(({ functions, shows }) =>
  Object.entries(functions).map(([name, calls]) => ({ name, calls, shows }))
);

/** Calls of a function that get what there is outside of the network. */
const attemptsOf = (name: string, calls: string[], caller: Caller): Attempt[] =>
  calls.map((call) => ({
    name,
    caller,
    statement: `select * from ${name.slice(0, name.indexOf("("))}(${call})`,
    values: call.includes("$1") ? [targets] : [],
    mayWrite: mayWrite(name, caller),
  }));

describe.each(reviewed)("$name", ({ name, calls, shows }) => {
  it("works where the limits allow it, or the rest would say nothing", async () => {
    const { outside } = ground.half.networks;
    const allowed = [
      ...unlimited,
      limited("a key for the network outside", { scopes: null, networkIds: [outside] }),
    ];
    await rolledBack(database.superuser, async (tx) => {
      const states: unknown[] = [];
      for (const attempt of allowed.flatMap((caller) => attemptsOf(name, calls, caller))) {
        await tx`savepoint attempt`;
        await actAs(tx, ground.half.person.id, attempt.caller);
        states.push(await sqlState(tx.query(attempt.statement, attempt.values)));
        await tx`rollback to attempt`;
      }
      expect(states).toContain(null);
    });
  });

  it("shows and changes nothing beyond the limits", async () => {
    const harm = await rolledBack(database.superuser, async (tx) => {
      const found: string[] = [];
      for (const attempt of callers().flatMap((caller) => attemptsOf(name, calls, caller))) {
        const harm = (await harmOf(tx, ground, attempt))
          .filter((each) => !(shows && each.startsWith("shows") && each.includes(`(${shows},`)));
        if (harm.length > 0) found.push(`as ${attempt.caller.name}: ${harm.join(", ")}`);
      }
      return found;
    });
    expect(harm).toEqual([]);
  });
});
