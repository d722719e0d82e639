import { useRef, useState } from "preact/hooks";
import { completeReminder, listReminders } from "../api/reminders.ts";
import type { Reminder } from "../api/types.ts";
import { useKeys } from "../hooks/keys.ts";
import { type Pages, usePages } from "../hooks/load.ts";
import { Tabs } from "../notes/notes-view.tsx";
import { NamesProvider } from "../people/people.tsx";
import { ReminderForm } from "./reminder-form.tsx";
import { ReminderItem, ReminderMenu } from "./reminder-item.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button, LoadMore } from "../ui/buttons.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { dueInWords, groupsOf } from "./when.ts";

/** All open reminders, those about nobody included; completed ones below on request, which the address says. */
export function RemindersView({ query }: { query: URLSearchParams }) {
  const timeZone = useTimeZone();
  const { open, tick } = useOpenReminders();
  const [adding, setAdding] = useState(false);
  const { data, problem } = open;
  const showDone = query.get("done") === "true";
  useKeys({ n: () => setAdding(true) });
  return (
    <View
      title="Reminders"
      actions={
        <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>New reminder</Button>
      }
    >
      <Tabs current="reminders" />
      {adding && (
        <ReminderForm
          onSaved={({ value, activityId }) => {
            setAdding(false);
            open.reload();
            toast({ text: `Reminder set: ${value.title}.`, activityId });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <NamesProvider>
        {problem
          ? <Failed problem={problem} retry={open.reload} />
          : !data
          ? <Loading what="reminders" rows={4} />
          : data.data.length === 0
          ? (
            <Empty icon="clock" title="Nothing to remember">
              <p>
                Set a reminder about somebody, or about nobody; those of your agents appear here
                too.
              </p>
            </Empty>
          )
          : (
            <>
              {groupsOf(data.data, new Date(), timeZone).map(({ title, reminders }) => (
                <section key={title} class="section">
                  <h2 class="section-title">
                    {title} <span class="count">{reminders.length}</span>
                  </h2>
                  <ReminderRows reminders={reminders} onTick={tick} onChange={open.reload} />
                </section>
              ))}
              <LoadMore pages={open} what="reminders" />
            </>
          )}
        <div class="section">
          <Button
            icon="check"
            aria-expanded={showDone}
            onClick={() => replaceQuery({ done: showDone ? undefined : "true" })}
          >
            {showDone ? "Hide done reminders" : "Show done reminders"}
          </Button>
          {showDone && <DoneReminders onChange={open.reload} />}
        </div>
      </NamesProvider>
    </View>
  );
}

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

interface Props {
  reminders: Reminder[];
  onTick: Tick;
  onChange: () => void;
}

/** Reminders with all that can be done with them. */
export function ReminderRows({ reminders, onTick, onChange }: Props) {
  const timeZone = useTimeZone();
  return (
    <ul class="rows card">
      {reminders.map((reminder) => (
        <ReminderItem
          key={reminder.id}
          reminder={reminder}
          due={dueInWords(reminder, timeZone)}
          onTick={(completed) => onTick(reminder, completed)}
        >
          <ReminderMenu reminder={reminder} onChange={onChange} />
        </ReminderItem>
      ))}
    </ul>
  );
}

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
