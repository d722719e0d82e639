/** A reminder in a list: what it is, when, about whom, and what can be done with it. */
import { inSentence, t } from "../base/texts.ts";
import { useEffect, useId, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { apply, applyAndSay, changesOf, useWaiting } from "../api/queue.ts";
import type { Reminder } from "@kith/client";
import { type Drafts, useDrafts } from "../hooks/kept-drafts.ts";
import { useAction } from "../hooks/load.ts";
import { OtherPeople, People } from "../people/people.tsx";
import { ReminderForm } from "./reminder-form.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { useTouch } from "../hooks/touch.ts";
import { daysUntilInstant, formatDay, formatInstant, localDay } from "../base/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuAction } from "../ui/menu.tsx";
import { act, toast } from "../ui/toast.tsx";
import { recurrenceInWords } from "./when.ts";

interface Props {
  reminder: Reminder;
  /** When it is due, in words. */
  due: string | undefined;
  /** The contact on whose page it is shown. */
  own?: string;
  /** Whether the next one of a recurring reminder is shown beside it anyway. */
  hasNext?: boolean;
  /** Called when it was completed or opened again, as it is then. */
  onTicked: (reminder: Reminder) => void;
  /** Called when something else was changed, or it was deleted. */
  onChange: () => void;
}

/** A reminder with a checkbox that completes it, and reopens it while it is still shown, and with what else can be done. */
export function ReminderItem({ reminder, due, own, hasNext, onTicked, onChange }: Props) {
  const id = useId();
  const timeZone = useTimeZone();
  const { busy, problem, run } = useAction();
  const drafts = useDrafts();
  const { title, description, contactIds, nextId, dueAt, recurrence } = reminder;
  const waiting = changesOf(useWaiting(), reminder.id);
  const waits = Object.keys(waiting).length > 0;
  const completed = waiting.completed ?? reminder.completed;
  const checked = busy ? !completed : completed;
  const isLate = !completed && dueAt !== null && Date.parse(dueAt) < Date.now();
  const tick = async () => {
    const words = `${completed ? t("Open again") : t("Done")}: ${title}.`;
    const body = { completed: !completed };
    const done = await apply<Reminder>(drafts, { kind: "reminders", id: reminder.id, body, words });
    if (!done) return;
    toast({ text: words, activityId: done.activityId });
    onTicked(done.value);
  };
  const tomorrow = useSnoozes((dueAt) => putOff(drafts, reminder, dueAt, onChange))[0]!;
  const touch = useTouch({
    closest: ".coming",
    onSwipe: (_row, direction) =>
      direction === "right" ? busy || void run(tick) : completed || tomorrow.run(),
  });
  return (
    <li
      class={checked ? "coming coming-done" : "coming"}
      data-reminder={reminder.id}
      data-right={completed ? t("Open again") : t("Done")}
      data-left={completed ? undefined : tomorrow.label}
      {...touch}
    >
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-busy={busy ? "true" : undefined}
        aria-describedby={due && `${id}-due`}
        // A second press while it is saved is ignored; the checkbox must not lose the focus by being disabled.
        onClick={(event) => busy && event.preventDefault()}
        onChange={() => void run(tick)}
      />
      <div class="start stack gap-1 break">
        <label for={id} class="coming-title strong">{title}</label>
        {description && <p class="prose fine">{description}</p>}
        <div class="coming-meta line fine">
          {dueAt && due && (
            <time
              id={`${id}-due`}
              class={isLate ? "due due-now" : "due"}
              dateTime={dueAt}
              title={formatInstant(dueAt, timeZone)}
            >
              {due}
            </time>
          )}
          {waits && <span>{t("Waits for a connection")}</span>}
          {own
            ? <OtherPeople ids={contactIds} than={own} />
            : <People ids={contactIds} label={t("About")} />}
          {!completed && recurrence && (
            <p class="recurrence clip line gap-1">
              <Icon name="rotate" />
              {t("Repeats {0}", recurrenceInWords(recurrence, reminder.recurrenceFrom, timeZone))}
            </p>
          )}
        </div>
        {completed && nextId && !hasNext && <NextReminder id={nextId} />}
        {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      </div>
      <div class="coming-end line">
        <ReminderMenu reminder={reminder} own={own} onChange={onChange} />
      </div>
    </li>
  );
}

const snoozes: [days: number, words: string][] = [
  [1, t("Tomorrow")],
  [3, t("In 3 days")],
  [7, t("In a week")],
  [30, t("In 30 days")],
];

/** The actions that put something off, each with its words; `putOff` gets the day, `YYYY-MM-DD`. */
export const useSnoozes = (putOff: (day: string) => void) => {
  const timeZone = useTimeZone();
  return snoozes.map(([days, label]) => ({
    label,
    run: () => putOff(localDay(new Date(Date.now() + days * 86_400_000), timeZone)),
  }));
};

function putOff(drafts: Drafts, { id, title }: Reminder, dueAt: string, onChange: () => void) {
  const words = t("{0}: now due {1}.", title, formatDay(dueAt));
  void applyAndSay(drafts, { kind: "reminders", id, body: { dueAt }, words }, onChange);
}

type MenuProps = Pick<Props, "reminder" | "onChange"> & { own: string | undefined };

/** Puts a reminder off, edits or deletes it. */
function ReminderMenu({ reminder, own, onChange }: MenuProps) {
  const timeZone = useTimeZone();
  const [editing, setEditing] = useState(false);
  const { id, title, completed, dueAt, recurrence } = reminder;
  const isDue = dueAt && daysUntilInstant(dueAt, timeZone) <= 0;
  /** With `keepSeries` only one of a recurring reminder, and the next one is made. */
  const remove = (query: { keepSeries?: true }) =>
    void act(kith.reminders.delete(id, query), () => t("{0} is deleted.", title), onChange);
  const drafts = useDrafts();
  const later = useSnoozes((dueAt) => putOff(drafts, reminder, dueAt, onChange)).map((
    { label, run },
  ): MenuAction => ({
    label: isDue ? label : t("Put off: {0}", inSentence(label)),
    icon: "clock",
    run,
  }));
  const actions: MenuAction[] = [
    ...isDue || completed ? [] : later,
    { label: t("Edit"), icon: "edit", run: () => setEditing(true) },
    ...recurrence && !completed
      ? [
        {
          label: t("Skip this one"),
          icon: "next",
          run: () => remove({ keepSeries: true }),
        } as const,
      ]
      : [],
    { label: t("Delete"), icon: "trash", run: () => remove({}) },
  ];
  return (
    <>
      {isDue && !completed && (
        <Menu text={t("Later")} label={t("Later: {0}", title)} actions={later} />
      )}
      <Menu label={t("More for {0}", title)} actions={actions} />
      {editing && (
        <ReminderForm
          reminder={reminder}
          contactId={own}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

/**
 * When the reminder is due that was made by completing one. It is not read again with the view: after an undo it does not
 * exist any more, and the view says what there is then.
 */
function NextReminder({ id }: { id: string }) {
  const timeZone = useTimeZone();
  const [dueAt, setDueAt] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    kith.reminders.get(id, { signal: controller.signal })
      .then((next) => setDueAt(next.dueAt), () => {});
    return () => controller.abort();
  }, [id]);
  if (!dueAt) return null;
  return <p class="fine">{t("The next one is due {0}.", formatInstant(dueAt, timeZone))}</p>;
}
