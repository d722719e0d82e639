import { useId } from "preact/hooks";
import { monthsOf } from "../../ui/dates.ts";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select.tsx";
import type { ContactDraft } from "./draft.ts";

const months = monthsOf(navigator.language);

interface Props {
  value: ContactDraft["birthday"];
  onChange: (value: ContactDraft["birthday"]) => void;
  problem: string | undefined;
}

/** A day and a month, with or without a year. */
export function BirthdayField({ value, onChange, problem }: Props) {
  const id = useId();
  const { day, month, year } = value;
  return (
    <fieldset class="choices" aria-describedby={problem ? id : undefined}>
      <legend>Birthday</legend>
      <div class="birthday">
        <Field
          label="Day"
          inputMode="numeric"
          autocomplete="off"
          maxLength={2}
          value={day}
          onValue={(day) => onChange({ ...value, day: day.trim() })}
        />
        <SelectField
          label="Month"
          value={month}
          onValue={(month) => onChange({ ...value, month })}
        >
          <option value="">–</option>
          {months.map((name, index) => <option key={name} value={`${index + 1}`}>{name}</option>)}
        </SelectField>
        <Field
          label="Year, if known"
          inputMode="numeric"
          autocomplete="off"
          maxLength={4}
          value={year}
          onValue={(year) => onChange({ ...value, year: year.trim() })}
        />
      </div>
      {problem && (
        <p id={id} class="field-problem">
          This is no date. Choose a day and a month that there are, not in the future; the year may
          be left out.
        </p>
      )}
    </fieldset>
  );
}
