import { completeReminder, listReminders } from "../api/reminders.ts";
import { usePages } from "../hooks/use-pages.ts";
import { LoadMore } from "../ui/load-more.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { ReminderRows } from "./reminder-rows.tsx";
import type { Tick } from "./use-open-reminders.ts";

/** Completed reminders, the latest first. One that is reopened goes to the others. */
export function DoneReminders({ onChange }: { onChange: () => void }) {
  const done = usePages(
    (page, signal) => listReminders({ completed: true }, page, 20, signal),
    [],
  );
  const { data, problem } = done;
  const changed = () => {
    done.reload();
    onChange();
  };
  const tick: Tick = async ({ id }, completed) => {
    const { value, activityId } = await completeReminder(id, completed);
    toast({ text: `${completed ? "Done" : "Open again"}: ${value.title}.`, activityId });
    changed();
  };
  return (
    <section class="section">
      <h2 class="section-title">Done {data && <span class="count">{data.total}</span>}</h2>
      {problem
        ? <Failed problem={problem} retry={done.reload} />
        : !data
        ? <Loading what="done reminders" rows={2} />
        : data.total === 0
        ? <p class="nothing card card-body">No reminder is done yet.</p>
        : (
          <>
            <ReminderRows reminders={data.data} onTick={tick} onChange={changed} />
            <LoadMore pages={done} what="done reminders" />
          </>
        )}
    </section>
  );
}
