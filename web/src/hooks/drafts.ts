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

/** A draft of a resource: its members as they are, and an empty text or what else stands for none. */
export const draftFrom = <D extends object>(empty: D, shown: object = {}): D => ({
  ...empty,
  ...Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => name in empty && value !== null),
  ),
});

/** What a draft saves: texts without the space around them, and null where nothing is left. */
export const bodyFrom = <D extends object>(draft: D) =>
  Object.fromEntries(
    Object.entries(draft).map((
      [name, value],
    ) => [name, typeof value === "string" ? value.trim() || null : value]),
  ) as { [Name in keyof D]: D[Name] extends string ? string | null : D[Name] };
