import type { NoteType } from "../api/types.ts";
import { ColourDot } from "../ui/colour-dot.tsx";

/** What a note type is told apart by beside its name: its icon, or else its colour. */
export function TypeMark({ type: { icon, color, name } }: { type: NoteType }) {
  if (icon) return <span class="type-mark">{icon}</span>;
  return color ? <ColourDot color={color} name={name} /> : null;
}
