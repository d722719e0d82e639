/** The colours of networks and types. */

/** Colours that can be told apart in light and dark. */
const colours = [
  "#C8553D",
  "#E0914B",
  "#D9B44A",
  "#6A994E",
  "#2A9D8F",
  "#4A7FB5",
  "#7E6BB0",
  "#C06C96",
];

/** One of so many, always the same for a name. */
export function pickFor(name: string, count: number): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return ((hash >>> 0) >>> 8) % count;
}

/** A dot in the colour of a network or a note type, beside its name; one that follows from the name where it has none. */
export function ColourDot({ color, name }: { color: string | null; name: string }) {
  const backgroundColor = color ?? colours[pickFor(name, colours.length)];
  return <span class="dot" style={{ backgroundColor }} />;
}
