import { useId } from "preact/hooks";
import { useTimeZone } from "../shell/context.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Field } from "../ui/fields.tsx";
import { dayAfter, type Expiry, expiryOptions } from "./expiry.ts";

interface Props {
  /** When the key ends until now, where it does. */
  current?: string | null | undefined;
  expiry: Expiry;
  date: string;
  onChange: (expiry: Expiry, date: string) => void;
  problem?: string | undefined;
}

export function ExpiryField({ current, expiry, date, onChange, problem }: Props) {
  const id = useId();
  const timeZone = useTimeZone();
  const byDate = expiry === "date";
  const now = current && Date.parse(current) <= Date.now() ? "Expired on" : "On";
  return (
    <div class="expiry">
      <div class="field">
        <label for={id}>Expires</label>
        <select
          id={id}
          class="input"
          value={expiry}
          aria-invalid={problem && !byDate ? "true" : undefined}
          aria-describedby={problem && !byDate ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.currentTarget.value as Expiry, date)}
        >
          {current && <option value="keep">{now} {formatInstant(current, timeZone)}</option>}
          {expiryOptions(timeZone).map(([value, words]) => (
            <option key={value} value={value}>{words}</option>
          ))}
        </select>
        {problem && !byDate && <p id={`${id}-problem`} class="field-problem">{problem}</p>}
      </div>
      {byDate && (
        <Field
          label="Date"
          hint="It stops working when this day begins."
          type="date"
          required
          min={dayAfter(1, timeZone)}
          max="9999-12-31"
          value={date}
          onValue={(value) => onChange("date", value)}
          problem={problem}
        />
      )}
    </div>
  );
}
