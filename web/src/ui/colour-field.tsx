import { useId } from "preact/hooks";
import { colours } from "./colour-dot.tsx";

interface Props {
  /** `#RRGGBB`, or empty for none. */
  value: string;
  onValue: (value: string) => void;
}

/** A choice of a few colours, none, or any other. */
export function ColourField({ value, onValue }: Props) {
  const name = useId();
  const listed = colours.some(([colour]) => same(colour, value));
  return (
    <fieldset class="choices">
      <legend>Colour</legend>
      <div class="swatches">
        <Swatch name={name} label="None" colour="" chosen={value === ""} onChoose={onValue} />
        {colours.map(([colour, label]) => (
          <Swatch
            key={colour}
            name={name}
            label={label}
            colour={colour}
            chosen={same(colour, value)}
            onChoose={onValue}
          />
        ))}
        {value && !listed && (
          <Swatch name={name} label={value} colour={value} chosen onChoose={onValue} />
        )}
        <label class="swatch-other">
          <input
            type="color"
            value={value ? value.toLowerCase() : "#888888"}
            onInput={(event) => onValue(event.currentTarget.value.toUpperCase())}
          />
          Another
        </label>
      </div>
    </fieldset>
  );
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

interface SwatchProps {
  name: string;
  label: string;
  colour: string;
  chosen: boolean;
  onChoose: (colour: string) => void;
}

function Swatch({ name, label, colour, chosen, onChoose }: SwatchProps) {
  return (
    <input
      type="radio"
      class={colour ? "swatch" : "swatch swatch-none"}
      name={name}
      aria-label={label}
      title={label}
      checked={chosen}
      style={colour ? { backgroundColor: colour } : undefined}
      onChange={() => onChoose(colour)}
    />
  );
}
