import { useId } from "preact/hooks";
import { ActivityRow } from "../../activity/activity-row.tsx";
import type { NoteType } from "../../api/types.ts";
import { NoteCard } from "../../notes/note-card.tsx";
import { useTimeZone } from "../../shell/profile-context.tsx";
import { type Day, dayInWords, daysOf, type Entry } from "./entries.ts";
import { type ReminderProps, ReminderRow } from "./reminder-row.tsx";

interface Props extends ReminderProps {
  types: NoteType[];
  onNote: () => void;
}

/** What was, by day. */
export function TimelineDays({ entries, ...rest }: Props & { entries: Entry[] }) {
  const timeZone = useTimeZone();
  return (
    <>
      {daysOf(entries, timeZone).map((day) => <OneDay key={day.date} day={day} {...rest} />)}
    </>
  );
}

function OneDay({ day: { date, entries }, ...rest }: Props & { day: Day }) {
  const id = useId();
  return (
    <div class="timeline-day">
      <h3 id={id} class="timeline-title">{dayInWords(date, useTimeZone())}</h3>
      <ul class="timeline-entries" aria-labelledby={id}>
        {entries.map((entry) => <OneEntry key={idOf(entry)} entry={entry} {...rest} />)}
      </ul>
    </div>
  );
}

const idOf = (entry: Entry) =>
  "note" in entry ? entry.note.id : "reminder" in entry ? entry.reminder.id : entry.activity.id;

function OneEntry({ entry, types, onNote, ...reminders }: Props & { entry: Entry }) {
  const { contactId } = reminders;
  if ("activity" in entry) return <ActivityRow activity={entry.activity} contactId={contactId} />;
  if ("reminder" in entry) return <ReminderRow reminder={entry.reminder} {...reminders} />;
  return <NoteCard note={entry.note} contactId={contactId} types={types} onChange={onNote} />;
}
