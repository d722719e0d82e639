import { useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { deleteReminder, updateReminder } from "../api/reminders.ts";
import type { Reminder } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { daysUntilInstant, formatInstantDay, localDay } from "../ui/dates.ts";
import { Menu, type MenuAction } from "../ui/menu.tsx";
import { toast } from "../ui/toast.tsx";
import { ReminderForm } from "./reminder-form.tsx";

/** Days by which a reminder can be put off, with their words. */
const snoozes: [days: number, words: string][] = [
  [1, "Tomorrow"],
  [3, "In 3 days"],
  [7, "In a week"],
  [30, "In 30 days"],
];

interface Props {
  reminder: Reminder;
  /** The contact on whose page it is shown. */
  own?: string;
  /** Called when it was changed or deleted. */
  onChange: () => void;
}

/** Puts a reminder off, edits or deletes it. */
export function ReminderMenu({ reminder, own, onChange }: Props) {
  const timeZone = useTimeZone();
  const [editing, setEditing] = useState(false);
  const { id, title, completed, dueAt, recurrence } = reminder;
  const isDue = dueAt && daysUntilInstant(dueAt, timeZone) <= 0;
  const run = async (
    work: () => Promise<Written<unknown>>,
    text: (value: unknown) => string,
  ) => {
    try {
      const { value, activityId } = await work();
      toast({ text: text(value), activityId });
      onChange();
    } catch (error) {
      if (!(error instanceof SessionEnded)) toast({ text: toProblem(error).detail });
    }
  };
  const putOff = (days: number) => {
    const dueAt = localDay(new Date(Date.now() + days * 86_400_000), timeZone);
    void run(
      () => updateReminder({ id }, { dueAt }),
      (value) => `${title}: now due ${formatInstantDay((value as Reminder).dueAt!, timeZone)}.`,
    );
  };
  const remove = (keepSeries: boolean) =>
    void run(() => deleteReminder(id, keepSeries), () => `${title} is deleted.`);
  const later = completed ? [] : snoozes.map(([days, words]): MenuAction => ({
    label: isDue ? words : `Put off: ${words.toLowerCase()}`,
    icon: "clock",
    run: () => putOff(days),
  }));
  const actions: MenuAction[] = [
    ...(isDue ? [] : later),
    { label: "Edit", icon: "edit", run: () => setEditing(true) },
    ...(recurrence && !completed
      ? [{ label: "Skip this one", icon: "next", run: () => remove(true) } as const]
      : []),
    { label: "Delete", icon: "trash", run: () => remove(false) },
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
