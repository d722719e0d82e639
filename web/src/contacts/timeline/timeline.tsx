import { useId, useState } from "preact/hooks";
import { ActivityRow } from "../../activity/activity-row.tsx";
import { listNoteTypes } from "../../api/kith.ts";
import type { Contact, NoteType, Reminder } from "../../api/types.ts";
import { type Day, dayInWords, daysOf, type Entry, openOf } from "./entries.ts";
import { useLoad } from "../../hooks/load.ts";
import { NoteCard } from "../../notes/note-card.tsx";
import { QuickNote } from "../../notes/quick-note.tsx";
import { ReminderForm } from "../../reminders/reminder-form.tsx";
import { ReminderItem, ReminderMenu } from "../../reminders/reminder-item.tsx";
import { dueInWords } from "../../reminders/when.ts";
import { useTimeZone } from "../../shell/context.tsx";
import { announce } from "../../ui/announce.tsx";
import { Button, Chip } from "../../ui/buttons.tsx";
import { Loading, Notice } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import {
  type Kind,
  kinds,
  type Missing,
  type Timeline as Shown,
  useTick,
  useTimeline,
} from "./use-timeline.ts";

interface Props {
  contact: Contact;
  /** Called when a note was written, changed or deleted, from which the last contact may follow. */
  onChange: () => void;
}

/** A field for a note, and below it open reminders and what was: notes, done reminders and changes of a contact. */
export function Timeline({ contact, onChange }: Props) {
  const shown = useTimeline(contact);
  const { kind, reminders } = shown;
  const { timeline, tick } = useTick(reminders);
  const types = useLoad(listNoteTypes, []).data?.data ?? [];
  const open = kind === "all" || kind === "reminders" ? openOf(reminders.data ?? []) : [];
  const changed = () => {
    shown.reloadNotes();
    onChange();
  };
  const rows = { contactId: contact.id, onTick: tick, onChange: reminders.reload };
  return (
    <section ref={timeline} class="section timeline">
      <div class="section-head">
        <h2 class="section-title">Timeline</h2>
        <SetReminder contactId={contact.id} onSet={reminders.reload} />
      </div>
      <QuickNote contactId={contact.id} types={types} onSaved={changed} />
      <TimelineFilter kind={kind} choose={shown.choose} />
      {shown.ready
        ? (
          <>
            {shown.missing.map((each) => <NotShown key={each.what} {...each} />)}
            <Open reminders={open} {...rows} />
            <TimelineDays entries={shown.entries} types={types} onNote={changed} {...rows} />
            {open.length + shown.entries.length + shown.missing.length === 0 && (
              <p class="nothing">{nothing[kind]}</p>
            )}
            <More shown={shown} />
          </>
        )
        : <Loading what="the timeline" rows={3} />}
    </section>
  );
}

const nothing: Record<Kind, string> = {
  all: "Nothing yet.",
  notes: "No notes about this contact yet.",
  reminders: "No reminders.",
  changes: "Nothing was changed in the last 30 days.",
};

function Open({ reminders, ...rest }: ReminderProps & { reminders: Reminder[] }) {
  const id = useId();
  if (reminders.length === 0) return null;
  return (
    <div class="timeline-day">
      <h3 id={id} class="timeline-title">
        Open reminders <span class="count">{reminders.length}</span>
      </h3>
      <ul class="rows card" aria-labelledby={id}>
        {reminders.map((each) => <ReminderRow key={each.id} reminder={each} {...rest} />)}
      </ul>
    </div>
  );
}

function NotShown({ what, problem, retry }: Missing) {
  return (
    <Notice tone="danger">
      <p>The {what} are missing here. {problem.detail}</p>
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}

function More({ shown: { hasMore, loadingMore, moreProblem, more } }: { shown: Shown }) {
  if (!hasMore) return null;
  const load = () => void more().then(() => announce("More of the timeline loaded."));
  return (
    <div class="more">
      {moreProblem && <p class="field-problem" role="alert">{moreProblem.detail}</p>}
      <Button busy={loadingMore} onClick={load}>Show more</Button>
    </div>
  );
}

interface DaysProps extends ReminderProps {
  types: NoteType[];
  onNote: () => void;
}

/** What was, by day. */
export function TimelineDays({ entries, ...rest }: DaysProps & { entries: Entry[] }) {
  const timeZone = useTimeZone();
  return (
    <>
      {daysOf(entries, timeZone).map((day) => <OneDay key={day.date} day={day} {...rest} />)}
    </>
  );
}

function OneDay({ day: { date, entries }, ...rest }: DaysProps & { day: Day }) {
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

function OneEntry({ entry, types, onNote, ...reminders }: DaysProps & { entry: Entry }) {
  const { contactId } = reminders;
  if ("activity" in entry) return <ActivityRow activity={entry.activity} contactId={contactId} />;
  if ("reminder" in entry) return <ReminderRow reminder={entry.reminder} {...reminders} />;
  return <NoteCard note={entry.note} contactId={contactId} types={types} onChange={onNote} />;
}

/** Limits the timeline to one kind. */
export function TimelineFilter(
  { kind, choose }: { kind: Kind; choose: (kind: Kind) => void },
) {
  return (
    <div class="chips timeline-filter" role="group" aria-label="Show only">
      {(Object.keys(kinds) as Kind[]).map((each) => (
        <Chip
          key={each}
          chosen={each === kind}
          onChoose={(chosen) => choose(chosen ? each : "all")}
        >
          {kinds[each]}
        </Chip>
      ))}
    </div>
  );
}

export interface ReminderProps {
  contactId: string;
  onTick: (reminder: Reminder, completed: boolean) => Promise<void>;
  /** Called when one was changed or deleted. */
  onChange: () => void;
}

/** A reminder on the page of one of its contacts, where the next one of a recurring reminder stands among the open ones. */
export function ReminderRow(
  { reminder, contactId, onTick, onChange }: ReminderProps & { reminder: Reminder },
) {
  const due = dueInWords(reminder, useTimeZone());
  return (
    <ReminderItem
      reminder={reminder}
      // It stands under the day that it was done.
      due={due && reminder.completed ? `was due ${due}` : due}
      than={contactId}
      hasNext
      onTick={(completed) => onTick(reminder, completed)}
    >
      <ReminderMenu reminder={reminder} own={contactId} onChange={onChange} />
    </ReminderItem>
  );
}

/** The button for a new reminder about a contact. */
export function SetReminder({ contactId, onSet }: { contactId: string; onSet: () => void }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button icon="plus" onClick={() => setAdding(true)}>Set a reminder</Button>
      {adding && (
        <ReminderForm
          contactId={contactId}
          onSaved={({ value, activityId }) => {
            setAdding(false);
            onSet();
            toast({ text: `Reminder set: ${value.title}.`, activityId });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
