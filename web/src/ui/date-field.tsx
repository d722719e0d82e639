/** A field for a day, in words or from the browser's calendar. */
import { t } from "../base/texts.ts";
import { useRef, useState } from "preact/hooks";
import { IconButton } from "./buttons.tsx";
import { formatDay, localDay } from "../base/dates.ts";
import { parseDay } from "../base/day-words.ts";
import { Field } from "./fields.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";

interface Props {
  label: string;
  /** `YYYY-MM-DD`, or empty for none. */
  value: string;
  onValue: (date: string) => void;
  /** A day without a year is one that was. */
  past?: boolean;
  /** The last day that can be chosen. */
  max?: string | undefined;
  hint?: string | undefined;
  problem?: string | undefined;
}

/** A day, typed in words (“in 2 weeks”, “12 march”) or chosen in the browser's calendar. */
export function DateField({ label, value, onValue, past, max, hint, problem }: Props) {
  const today = localDay(new Date(), useTimeZone());
  const read = (text: string) => parseDay(text, { today, past, language: navigator.language });
  // As the browser writes it, where that can be read again.
  const words = (date: string) => date && read(formatDay(date)) === date ? formatDay(date) : date;
  const [text, setText] = useState(words(value));
  const shown = useRef(value);
  if (shown.current !== value) {
    shown.current = value;
    setText(words(value));
  }
  const calendar = useRef<HTMLInputElement>(null);
  const take = (typed: string) => {
    setText(typed);
    const date = typed.trim() ? read(typed) : "";
    if (date === undefined || (max && date > max)) return;
    shown.current = date;
    onValue(date);
  };
  const named = text.trim() ? read(text) : "";
  const wrong = named === undefined
    ? t("This is not a date. Write it like “in 2 weeks” or “12 March”.")
    : max && named > max
    ? t("The last day is {0}.", formatDay(max))
    : "";
  return (
    <div class="date-field">
      <Field
        label={label}
        autocomplete="off"
        placeholder={past ? t("yesterday, 12 March…") : t("tomorrow, 12 March…")}
        value={text}
        invalid={wrong}
        onValue={take}
        hint={wrong || (named && text !== words(named) ? formatDay(named) : hint)}
        problem={problem}
      />
      <input
        ref={calendar}
        class="unseen"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        max={max ?? "9999-12-31"}
        value={value}
        onInput={(event) => take(event.currentTarget.value)}
      />
      <IconButton
        icon="calendar"
        label={t("Choose: {0}", label)}
        title={t("Choose in a calendar")}
        onClick={() => calendar.current?.showPicker()}
      />
    </div>
  );
}
