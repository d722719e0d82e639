/** The colours of networks and types. */

/** One of so many, always the same for a name. */
export function pickFor(name: string, count: number): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return ((hash >>> 0) >>> 8) % count;
}

/** A dot in the colour of a network or a note type, beside its name; one that follows from the name where it has none. */
export function ColourDot({ color, name }: { color: string | null; name: string }) {
  const picked = pickFor(name, 24);
  // Twelve hues, light and dark, which can be told apart on either ground.
  const backgroundColor = color ?? `oklch(${picked % 2 ? .5 : .72} .13 ${picked * 15})`;
  return <span class="dot" style={{ backgroundColor }} />;
}
