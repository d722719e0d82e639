import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Reminder } from "@kith/client";
import { useAction } from "../hooks/action.ts";
import { OtherPeople, People } from "../people/people.tsx";
import { ReminderForm } from "./reminder-form.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { daysUntilInstant, formatDay, formatInstant, localDay } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuAction } from "../ui/menu.tsx";
import { act, toast } from "../ui/toast.tsx";
import { recurrenceInWords } from "./when.ts";

interface Props {
  reminder: Reminder;
  /** When it is due, in words. */
  due: string | undefined;
  /** The contact on whose page it is shown. */
  than?: string;
  /** Whether the next one of a recurring reminder is shown beside it anyway. */
  hasNext?: boolean;
  onTick: (completed: boolean) => Promise<void>;
  /** What else can be done with it. */
  children?: ComponentChildren;
}

/** A reminder with a checkbox that completes it, and reopens it while it is still shown. */
export function ReminderItem({ reminder, due, than, hasNext, onTick, children }: Props) {
  const id = useId();
  const { busy, problem, run } = useAction();
  const { title, description, completed, contactIds, nextId } = reminder;
  const checked = busy ? !completed : completed;
  return (
    <li class={checked ? "coming coming-done" : "coming"} data-reminder={reminder.id}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-busy={busy ? "true" : undefined}
        aria-describedby={due && `${id}-due`}
        // A second press while it is saved is ignored; the checkbox must not lose the focus by being disabled.
        onClick={(event) => busy && event.preventDefault()}
        onChange={() => void run(() => onTick(!completed))}
      />
      <div class="coming-what">
        <label for={id} class="coming-title">{title}</label>
        {description && <p class="prose fine">{description}</p>}
        {!completed && <Recurrence reminder={reminder} />}
        {completed && nextId && !hasNext && <NextReminder id={nextId} />}
        {than
          ? <OtherPeople ids={contactIds} than={than} />
          : <People ids={contactIds} label="About" />}
        {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      </div>
      <div class="coming-end">
        <Due id={`${id}-due`} reminder={reminder} words={due} />
        {children}
      </div>
    </li>
  );
}

/** Completes a reminder, or opens it again, and says so. */
export async function completeReminder(id: string, completed: boolean): Promise<Reminder> {
  const call = kith.reminders.update(id, { completed });
  const { data, activityId } = await call.withResponse();
  toast({ text: `${completed ? "Done" : "Open again"}: ${data.title}.`, activityId });
  return data;
}

function Due(
  { id, reminder: { dueAt, completed }, words }: {
    id: string;
    reminder: Reminder;
    words: string | undefined;
  },
) {
  const timeZone = useTimeZone();
  if (!dueAt || !words) return null;
  const late = !completed && Date.parse(dueAt) < Date.now();
  return (
    <time
      id={id}
      class={late ? "due due-now" : "due"}
      dateTime={dueAt}
      title={formatInstant(dueAt, timeZone)}
    >
      {words}
    </time>
  );
}

/** Days by which a reminder or a person can be put off, with their words. */
export const snoozes: [days: number, words: string][] = [
  [1, "Tomorrow"],
  [3, "In 3 days"],
  [7, "In a week"],
  [30, "In 30 days"],
];

interface MenuProps {
  reminder: Reminder;
  /** The contact on whose page it is shown. */
  own?: string;
  /** Called when it was changed or deleted. */
  onChange: () => void;
}

/** Puts a reminder off, edits or deletes it. */
export function ReminderMenu({ reminder, own, onChange }: MenuProps) {
  const timeZone = useTimeZone();
  const [editing, setEditing] = useState(false);
  const { id, title, completed, dueAt, recurrence } = reminder;
  const isDue = dueAt && daysUntilInstant(dueAt, timeZone) <= 0;
  const putOff = (days: number) => {
    const dueAt = localDay(new Date(Date.now() + days * 86_400_000), timeZone);
    const text = () => `${title}: now due ${formatDay(dueAt)}.`;
    void act(kith.reminders.update(id, { dueAt }), text, onChange);
  };
  /** With `keepSeries` only one of a recurring reminder, and the next one is made. */
  const remove = (query: { keepSeries?: true }) =>
    void act(kith.reminders.delete(id, query), () => `${title} is deleted.`, onChange);
  const later = completed ? [] : snoozes.map(([days, words]): MenuAction => ({
    label: isDue ? words : `Put off: ${words.toLowerCase()}`,
    icon: "clock",
    run: () => putOff(days),
  }));
  const actions: MenuAction[] = [
    ...(isDue ? [] : later),
    { label: "Edit", icon: "edit", run: () => setEditing(true) },
    ...(recurrence && !completed
      ? [{ label: "Skip this one", icon: "next", run: () => remove({ keepSeries: true }) } as const]
      : []),
    { label: "Delete", icon: "trash", run: () => remove({}) },
  ];
  return (
    <>
      {isDue && !completed && <Menu text="Later" label={`Later: ${title}`} actions={later} />}
      <Menu label={`More for ${title}`} actions={actions} />
      {editing && (
        <ReminderForm
          reminder={reminder}
          contactId={own}
          onSaved={({ activityId }) => {
            setEditing(false);
            toast({ text: `${title} is saved.`, activityId });
            onChange();
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}

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
    kith.reminders.get(id, { signal: controller.signal })
      .then((next) => setDueAt(next.dueAt), () => {});
    return () => controller.abort();
  }, [id]);
  if (!dueAt) return null;
  return <p class="fine">The next one is due {formatInstant(dueAt, timeZone)}.</p>;
}
