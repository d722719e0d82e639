import { useState } from "preact/hooks";
import { useKeys } from "../hooks/use-keys.ts";
import { Tabs } from "../notes/tabs.tsx";
import { NamesProvider } from "../people/names.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/button.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { DoneReminders } from "./done-reminders.tsx";
import { groupsOf } from "./groups.ts";
import { ReminderForm } from "./reminder-form.tsx";
import { ReminderRows } from "./reminder-rows.tsx";
import { useOpenReminders } from "./use-open-reminders.ts";

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
