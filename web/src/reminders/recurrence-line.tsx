import { useEffect, useState } from "preact/hooks";
import { getReminder } from "../api/reminders.ts";
import type { Reminder } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { recurrenceInWords } from "./recurrence.ts";

/** How a reminder repeats; nothing for one that does not. */
export function Recurrence({ reminder: { recurrence, recurrenceFrom } }: { reminder: Reminder }) {
  const timeZone = useTimeZone();
  if (!recurrence) return null;
  return (
    <p class="recurrence">
      <Icon name="rotate" />
      Repeats {recurrenceInWords(recurrence, recurrenceFrom, timeZone)}
    </p>
  );
}

/**
 * When the reminder is due that was made by completing one. It is not read again with the view: after an undo it does not
 * exist any more, and the view says what there is then.
 */
export function NextReminder({ id }: { id: string }) {
  const timeZone = useTimeZone();
  const [dueAt, setDueAt] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    getReminder(id, controller.signal).then((next) => setDueAt(next.dueAt), () => {});
    return () => controller.abort();
  }, [id]);
  if (!dueAt) return null;
  return <p class="fine">The next one is due {formatInstant(dueAt, timeZone)}.</p>;
}
