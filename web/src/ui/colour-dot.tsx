/** Colours that can be told apart in light and dark, with their names. */
export const colours: [colour: string, name: string][] = [
  ["#C8553D", "Red"],
  ["#E0914B", "Orange"],
  ["#D9B44A", "Yellow"],
  ["#6A994E", "Green"],
  ["#2A9D8F", "Teal"],
  ["#4A7FB5", "Blue"],
  ["#7E6BB0", "Purple"],
  ["#C06C96", "Pink"],
];

/** One of so many, always the same for a name. */
export function pickFor(name: string, count: number): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return ((hash >>> 0) >>> 8) % count;
}

/** A dot in the colour of a network or a note type, beside its name; one that follows from the name where it has none. */
export function ColourDot({ color, name }: { color: string | null; name: string }) {
  const backgroundColor = color ?? colours[pickFor(name, colours.length)]![0];
  return <span class="dot" style={{ backgroundColor }} />;
}
