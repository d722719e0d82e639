import { useState } from "preact/hooks";
import { completeReminder } from "../api/reminders.ts";
import type { Reminder } from "../api/types.ts";
import { toast } from "../ui/toast.tsx";
import type { Ticked } from "./sections.ts";

/** Completes a reminder that is listed on a day, or reopens it. */
export type Tick = (date: string, reminder: Reminder, completed: boolean) => Promise<void>;

/** What was ticked off in this view, which stays visible so that it can be reopened there. */
export function useTicks(reload: () => void): { ticked: Ticked[]; tick: Tick } {
  const [ticked, setTicked] = useState<Ticked[]>([]);
  const tick: Tick = async (date, { id }, completed) => {
    const { value: reminder, activityId } = await completeReminder(id, completed);
    setTicked((now) => [...now.filter((each) => each.reminder.id !== id), { date, reminder }]);
    toast({ text: `${completed ? "Done" : "Open again"}: ${reminder.title}.`, activityId });
    // What it is listed with may be others now.
    reload();
  };
  return { ticked, tick };
}
