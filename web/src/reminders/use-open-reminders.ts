import { useRef } from "preact/hooks";
import { completeReminder, listReminders } from "../api/reminders.ts";
import type { Reminder } from "../api/types.ts";
import { type Pages, usePages } from "../hooks/use-pages.ts";
import { toast } from "../ui/toast.tsx";

const pageSize = 100;

export type Tick = (reminder: Reminder, completed: boolean) => Promise<void>;

/** All open reminders, by when they are due. One that is ticked off stays in its place, so that it can be reopened there. */
export function useOpenReminders(): { open: Pages<Reminder>; tick: Tick } {
  const ticked = useRef(false);
  const open = usePages(async (page, signal) => {
    const answer = await listReminders({ completed: false }, page, pageSize, signal);
    if (page === 1) ticked.current = false;
    if (!ticked.current) return answer;
    // Each that was ticked off has moved another one to the page before, which must not be left out.
    const before = await listReminders({ completed: false }, page - 1, pageSize, signal);
    return { ...answer, data: [...before.data, ...answer.data] };
  }, []);
  const tick: Tick = async ({ id }, completed) => {
    const { value, activityId } = await completeReminder(id, completed);
    ticked.current = true;
    open.edit((now) => ({
      ...now,
      data: now.data.map((each) => each.id === id ? value : each),
    }));
    toast({ text: `${completed ? "Done" : "Open again"}: ${value.title}.`, activityId });
  };
  return { open, tick };
}
