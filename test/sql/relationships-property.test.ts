import fc from "fast-check";
import { expect, it } from "vitest";
import { relationshipKinds } from "../../functions/kith/relationships/kinds.ts";
import { signUp } from "../support/accounts.ts";
import { rolledBack } from "../support/database.ts";
import { become, sqlState, superuser } from "../support/sql.ts";
import { count } from "../support/tier.ts";

const sql = superuser();
const { id: owner } = await signUp();
const inverse = new Map(
  (await sql<{ kind: string; inverse: string }[]>`
    select kind, kith_private.inverse_kind(kind) as inverse from unnest(${relationshipKinds as unknown as string[]}::text[]) kind`)
    .map((each) => [each.kind, each.inverse]),
);

/** A relationship as one of both sides says it. */
interface Said {
  one: number;
  other: number;
  kind: string;
  label: string | null;
  inverseLabel: string | null;
}

const people = 4;
const person = fc.nat(people - 1);
const label = fc.constantFrom(null, null, "Twin", "twin");
const kind = fc.constantFrom("friend", "parent", "child", "sibling");
const said: fc.Arbitrary<Said> = fc.record({
  one: person,
  other: person,
  kind,
  label,
  inverseLabel: label,
});
const step = fc.oneof(
  { weight: 5, arbitrary: said },
  { weight: 1, arbitrary: fc.record({ target: person, duplicate: person }) },
);

const turned = ({ one, other, kind, label, inverseLabel }: Said): Said => ({
  one: other,
  other: one,
  kind: inverse.get(kind)!,
  label: inverseLabel,
  inverseLabel: label,
});

/** The same for both sides. */
function keyOf(relationship: Said): string {
  const { one, other, kind, label, inverseLabel } = relationship.one < relationship.other
    ? relationship
    : turned(relationship);
  return JSON.stringify([one, other, kind, label?.toLowerCase(), inverseLabel?.toLowerCase()]);
}

it("each kind is the inverse of its inverse", () => {
  for (const each of relationshipKinds) expect(inverse.get(inverse.get(each)!)).toBe(each);
});

it("a relationship is there once, whichever side says it, and merging leaves neither loops nor doubles", async () => {
  let refused = 0;
  let merges = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 25 }),
      (steps) =>
        rolledBack(sql, async (tx) => {
          await become(tx, { sub: owner });
          const made = await tx<{ id: string }[]>`
          insert into kith.contacts (first_name) select 'P' || n from generate_series(1, ${people}::integer) n returning id`;
          const ids = made.map(({ id }) => id);
          let known: Said[] = [];
          for (const each of steps) {
            if ("target" in each) {
              const { target, duplicate } = each;
              if (target === duplicate) continue;
              merges += 1;
              await tx`select kith_private.move_relationships(${ids[target]}, ${ids[duplicate]})`;
              const go = (who: number) => who === duplicate ? target : who;
              const moved = known.filter(({ one, other }) => [one, other].includes(duplicate));
              known = known.filter((each) => !moved.includes(each));
              for (const { one, other, ...rest } of moved) {
                const now = { one: go(one), other: go(other), ...rest };
                const isThere = known.some((each) => keyOf(each) === keyOf(now));
                if (now.one !== now.other && !isThere) known.push(now);
              }
            } else {
              const { one, other, kind, label, inverseLabel } = each;
              await tx`savepoint before`;
              const state = await sqlState(tx`
              insert into kith.relationships (contact_id, related_contact_id, kind, label, inverse_label)
              values (${ids[one]}, ${ids[other]}, ${kind}, ${label}, ${inverseLabel})`);
              if (state !== null) await tx`rollback to before`;
              const isThere = known.some((before) => keyOf(before) === keyOf(each));
              expect(state).toBe(one === other ? "23514" : isThere ? "23505" : null);
              if (state === null) known.push(each);
              else refused += 1;
            }
            const sides = await tx<
              (Omit<Said, "one" | "other"> & { one: string; other: string })[]
            >`
            select contact_id as one, related_contact_id as other, kind, label, inverse_label as "inverseLabel"
            from kith_private.relationship_ends`;
            const found = sides.map((side) =>
              JSON.stringify({
                ...side,
                one: ids.indexOf(side.one),
                other: ids.indexOf(side.other),
              })
            );
            const expected = known.flatMap((each) => [each, turned(each)]).map((each) =>
              JSON.stringify(each)
            );
            expect(found.sort()).toEqual(expected.sort());
          }
        }),
    ),
    { numRuns: count({ quick: 25, thorough: 500 }) },
  );
  expect(Math.min(refused, merges)).toBeGreaterThan(20);
});
