import { useRef } from "preact/hooks";
import { completeReminder } from "../../api/reminders.ts";
import type { Reminder } from "../../api/types.ts";
import type { Loaded } from "../../hooks/use-load.ts";
import { toast } from "../../ui/toast.tsx";

/** Completes and reopens reminders, which then stand elsewhere in the timeline: the focus goes with them. */
export function useTick(reminders: Loaded<Reminder[]>) {
  const timeline = useRef<HTMLElement>(null);
  const boxOf = (id: string) =>
    timeline.current?.querySelector<HTMLElement>(`[data-reminder="${id}"] input`);
  const tick = async ({ id }: Reminder, completed: boolean) => {
    const { value, activityId } = await completeReminder(id, completed);
    const box = boxOf(id);
    const focused = box === document.activeElement;
    // With a mouse the page stays where it is.
    const preventScroll = !box?.matches(":focus-visible");
    reminders.edit((now) => now.map((each) => each.id === id ? value : each));
    if (focused) setTimeout(() => boxOf(id)?.focus({ preventScroll }));
    toast({ text: `${completed ? "Done" : "Open again"}: ${value.title}.`, activityId });
    // Completing a recurring one has made the next.
    reminders.reload();
  };
  return { timeline, tick };
}
