/** What forms hold, compared member by member. */

export const equal = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The members that differ from those of another object. */
export function changed<T extends object>(now: T, before: T): Partial<T> {
  const known = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !equal(value, known[name])),
  ) as Partial<T>;
}

/** What was typed since `base`, on top of the draft of the resource as it is now. */
export const rebased = <D extends object>(draft: D, base: D, now: D): D => ({
  ...now,
  ...changed(draft, base),
});
