/** What was with a contact and what is to be done: the last note, the composer, and below the details all entries. */
import { t } from "../../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { ActivityRow } from "../../activity/activity-row.tsx";
import { all, kith } from "../../api/kith.ts";
import type { Contact, Note, NoteType, Reminder } from "@kith/client";
import { type Day, dayInWords, daysOf, openOf, pastOf } from "./entries.ts";
import { type Loaded, type Pages, useLoad, usePages } from "../../hooks/load.ts";
import { Composer } from "../../notes/composer.tsx";
import { useNoteTypes } from "../../note-types/note-types.tsx";
import { NoteCard } from "../../notes/note-card.tsx";
import { ReminderForm } from "../../reminders/reminder-form.tsx";
import { ReminderItem } from "../../reminders/reminder-item.tsx";
import { dueInWords } from "../../reminders/when.ts";
import { localDay } from "../../base/dates.ts";
import { useTimeZone } from "../../hooks/time-zone.ts";
import { Button, Chip, LoadMore } from "../../ui/buttons.tsx";
import { Linked } from "../../ui/linked.tsx";
import { Listing, Loading, Notice } from "../../ui/states.tsx";

/** What the timeline can be limited to, with its words; changes are shown only there. */
const kinds = {
  all: t("All"),
  notes: t("Notes"),
  reminders: t("Reminders"),
  history: t("History"),
} as const;

type Kind = keyof typeof kinds;

const nothing = {
  all: t("Nothing yet."),
  notes: t("No notes about this contact yet."),
  reminders: t("No reminders."),
};

interface Props {
  contact: Contact;
  /** Called when a note was written, changed or deleted, from which the last contact may follow. */
  onChange: () => void;
  /** The details, which stand between. */
  children: ComponentChildren;
}

/** A field for what happened, and below it open reminders and what was: notes and done reminders, or the history of changes. */
export function Timeline({ contact, onChange, children }: Props) {
  const { id: contactId } = contact;
  const [kind, choose] = useState<Kind>("all");
  const [adding, setAdding] = useState(false);
  const notes = usePages(
    (page, signal) =>
      kith.notes.list({ contactId, sort: "-occurredAt", page, pageSize: 10 }, { signal }),
    [contactId],
  );
  // All of them: the list has no order by when they were completed.
  const reminders = useLoad(
    (signal) => all(kith.reminders.list({ contactId }, { signal })),
    [contactId],
  );
  const { timeline, onTicked } = useTick(reminders);
  const types = useNoteTypes().data ?? [];
  const changed = () => {
    notes.reload();
    reminders.reload();
    onChange();
  };
  const last = notes.data?.data[0];
  return (
    <>
      <div class="contact-now">
        {last && <LastNote note={last} />}
        <Composer own={contact} onSaved={changed} />
      </div>
      <div class="contact-side">{children}</div>
      <section ref={timeline} class="section timeline contact-body">
        <div class="section-head flow gap-3 spread">
          <h2 class="section-title">{t("Timeline")}</h2>
          <Button icon="plus" onClick={() => setAdding(true)}>{t("Set a reminder")}</Button>
        </div>
        {adding && <ReminderForm contactId={contactId} onClose={() => setAdding(false)} />}
        <div class="chips timeline-filter" role="group" aria-label={t("Show only")}>
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
        {kind === "history" ? <History contact={contact} /> : (
          <Past
            kind={kind}
            notes={notes}
            reminders={reminders}
            types={types}
            contactId={contactId}
            onTicked={onTicked}
            onChange={changed}
          />
        )}
      </section>
    </>
  );
}

/** The latest note, for whoever is about to meet them. */
function LastNote({ note: { occurredAt, content } }: { note: Note }) {
  const timeZone = useTimeZone();
  return (
    <div class="last-note card">
      <p class="fine">
        {t("Last note · {0}", dayInWords(localDay(new Date(occurredAt), timeZone), timeZone))}
      </p>
      <p class="last-note-text">
        <Linked text={content.length > 300 ? `${content.slice(0, 300)}…` : content} />
      </p>
    </div>
  );
}

interface RowProps {
  contactId: string;
  onTicked: (reminder: Reminder) => void;
  /** Called when a note or a reminder was changed or deleted. */
  onChange: () => void;
}

interface PastProps extends RowProps {
  kind: Exclude<Kind, "history">;
  notes: Pages<Note>;
  reminders: Loaded<Reminder[]>;
  types: NoteType[];
}

/** Open reminders, and what was, by day. */
function Past({ kind, notes, reminders, types, ...rows }: PastProps) {
  const timeZone = useTimeZone();
  const id = useId();
  // Once both were there: what is loaded again must not take the rest away.
  const ready = useRef(false);
  ready.current ||= [notes, reminders].every(({ data, problem }) => data || problem);
  if (!ready.current) return <Loading what="the timeline" rows={3} />;
  const lists = [
    ...kind === "reminders" ? [] : [{ what: "notes", ...notes }],
    ...kind === "notes" ? [] : [{ what: "reminders", ...reminders }],
  ];
  const noted = kind === "reminders" ? [] : notes.data?.data ?? [];
  const known = kind === "notes" ? [] : reminders.data ?? [];
  const open = openOf(known);
  const past = pastOf(noted, kind !== "reminders" && notes.hasMore, known);
  const missing = lists.filter(({ problem }) => problem);
  return (
    <>
      {missing.map(({ what, problem, reload }) => (
        <Notice key={what} tone="danger">
          <p>{t("The {0} are missing here. {1}", t(what), problem!.detail)}</p>
          <Button onClick={reload}>{t("Try again")}</Button>
        </Notice>
      ))}
      {open.length > 0 && (
        <div class="timeline-day">
          <h3 id={id} class="timeline-title quiet label">
            {t("Open reminders")} <span class="count">{open.length}</span>
          </h3>
          <ul class="rows card" aria-labelledby={id}>
            {open.map((each) => <ReminderRow key={each.id} reminder={each} {...rows} />)}
          </ul>
        </div>
      )}
      {daysOf(past, timeZone).map((day) => (
        <OneDay key={day.date} day={day} types={types} {...rows} />
      ))}
      {open.length + past.length + missing.length === 0 && <p class="quiet">{nothing[kind]}</p>}
      {kind !== "reminders" && <LoadMore pages={notes} what="notes" />}
    </>
  );
}

function OneDay(
  { day: { date, entries }, types, ...rows }: RowProps & { day: Day; types: NoteType[] },
) {
  const id = useId();
  return (
    <div class="timeline-day">
      <h3 id={id} class="timeline-title quiet label">{dayInWords(date, useTimeZone())}</h3>
      <ul class="timeline-entries stack gap-3" aria-labelledby={id}>
        {entries.map((entry) =>
          "note" in entry
            ? (
              <NoteCard
                key={entry.note.id}
                note={entry.note}
                contactId={rows.contactId}
                types={types}
                onChange={rows.onChange}
              />
            )
            : <ReminderRow key={entry.reminder.id} reminder={entry.reminder} {...rows} />
        )}
      </ul>
    </div>
  );
}

/** A reminder on the page of one of its contacts, where the next one of a recurring reminder stands among the open ones. */
function ReminderRow(
  { reminder, contactId, ...actions }: RowProps & { reminder: Reminder },
) {
  const due = dueInWords(reminder, useTimeZone());
  return (
    <ReminderItem
      reminder={reminder}
      // It stands under the day that it was done.
      due={due && reminder.completed ? t("was due {0}", due) : due}
      own={contactId}
      hasNext
      {...actions}
    />
  );
}

/** What was changed of the contact, by whom, with a way to undo it. */
function History({ contact: { id, updatedAt, networkIds } }: { contact: Contact }) {
  // Whatever changes the contact on this page adds to its changes.
  const changes = usePages(
    (page, signal) => kith.activity.list({ resourceId: id, page, pageSize: 30 }, { signal }),
    [id, updatedAt, networkIds.join()],
    [id],
  );
  return (
    <Listing
      pages={changes}
      what="the history"
      more="changes"
      rows={3}
      empty={<p class="quiet">{t("Nothing was changed in the last 30 days.")}</p>}
    >
      {(changes) => (
        <ul class="timeline-entries stack gap-3" aria-label={t("History")}>
          {changes.map((each) => <ActivityRow key={each.id} activity={each} contactId={id} />)}
        </ul>
      )}
    </Listing>
  );
}

/** Completes and reopens reminders, which then stand elsewhere in the timeline: the focus goes with them. */
function useTick(reminders: Loaded<Reminder[]>) {
  const timeline = useRef<HTMLElement>(null);
  const boxOf = (id: string) =>
    timeline.current?.querySelector<HTMLElement>(`[data-reminder="${id}"] input`);
  const onTicked = (saved: Reminder) => {
    const { id } = saved;
    const box = boxOf(id);
    const focused = box === document.activeElement;
    // With a mouse the page stays where it is.
    const preventScroll = !box?.matches(":focus-visible");
    reminders.edit((now) => now.map((each) => each.id === id ? saved : each));
    if (focused) setTimeout(() => boxOf(id)?.focus({ preventScroll }));
    // Completing a recurring one has made the next.
    reminders.reload();
  };
  return { timeline, onTicked };
}
