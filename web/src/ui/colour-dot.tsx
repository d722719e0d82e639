/** A dot in the colour of a network or a note type, beside its name; grey where it has none. */
export function ColourDot({ color }: { color: string | null }) {
  return <span class="dot" style={color ? { backgroundColor: color } : undefined} />;
}
