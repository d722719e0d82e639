import { useId } from "preact/hooks";
import { listNoteTypes } from "../../api/kith.ts";
import type { Contact, Reminder } from "../../api/types.ts";
import { useLoad } from "../../hooks/use-load.ts";
import { QuickNote } from "../../notes/quick-note.tsx";
import { announce } from "../../ui/announce.tsx";
import { Button } from "../../ui/button.tsx";
import { Loading, Notice } from "../../ui/states.tsx";
import { openOf } from "./entries.ts";
import { type ReminderProps, ReminderRow } from "./reminder-row.tsx";
import { SetReminder } from "./set-reminder.tsx";
import { TimelineDays } from "./timeline-days.tsx";
import { TimelineFilter } from "./timeline-filter.tsx";
import { useTick } from "./use-tick.ts";
import { type Kind, type Missing, type Timeline as Shown, useTimeline } from "./use-timeline.ts";

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
