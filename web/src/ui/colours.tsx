import { useId } from "preact/hooks";
import { ChoiceGroup } from "./fields.tsx";

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

interface ColourFieldProps {
  /** `#RRGGBB`, or empty for none. */
  value: string;
  onValue: (value: string) => void;
}

/** A choice of a few colours, none, or any other. */
export function ColourField({ value, onValue }: ColourFieldProps) {
  const name = useId();
  const same = (colour: string) => colour.toLowerCase() === value.toLowerCase();
  const listed: typeof colours = [["", "None"], ...colours];
  if (!listed.some(([colour]) => same(colour))) listed.push([value, value]);
  return (
    <ChoiceGroup legend="Colour">
      <div class="flow">
        {listed.map(([colour, label]) => (
          <input
            key={colour}
            type="radio"
            class={colour ? "swatch" : "swatch swatch-none"}
            name={name}
            aria-label={label}
            title={label}
            checked={same(colour)}
            style={colour ? { backgroundColor: colour } : undefined}
            onChange={() => onValue(colour)}
          />
        ))}
        <label class="swatch-other line label">
          <input
            type="color"
            value={value ? value.toLowerCase() : "#888888"}
            onInput={(event) => onValue(event.currentTarget.value.toUpperCase())}
          />
          Another
        </label>
      </div>
    </ChoiceGroup>
  );
}
