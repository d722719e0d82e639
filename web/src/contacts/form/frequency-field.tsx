import { SelectField } from "../../ui/select.tsx";

/** How often people are in touch: days, and words. */
export const frequencies: [days: string, words: string][] = [
  ["", "No reminder"],
  ["7", "Every week"],
  ["14", "Every 2 weeks"],
  ["30", "Every month"],
  ["60", "Every 2 months"],
  ["90", "Every 3 months"],
  ["180", "Every half year"],
  ["365", "Every year"],
];

/** How often to be in touch; another number of days that a contact has stays among the choices. */
export function FrequencyField(
  { value, onChange }: { value: string; onChange: (value: string) => void },
) {
  const known = frequencies.some(([days]) => days === value);
  return (
    <SelectField label="Be in touch" value={value} onValue={onChange}>
      {frequencies.map(([days, words]) => <option key={days} value={days}>{words}</option>)}
      {!known && <option value={value}>Every {value} days</option>}
    </SelectField>
  );
}
