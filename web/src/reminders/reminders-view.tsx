/** The view of all reminders. */
import { rich, t } from "../base/texts.ts";
import { useRef } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Reminder } from "@kith/client";
import { useKeys } from "../hooks/events.ts";
import { usePages } from "../hooks/load.ts";
import { NamesProvider } from "../people/people.tsx";
import { ReminderItem } from "./reminder-item.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { show } from "../shell/open.ts";
import { replaceQuery } from "../shell/router.ts";
import { Tabs, View } from "../shell/view.tsx";
import { Button, LoadMore } from "../ui/buttons.tsx";
import { Empty, Listing, Shown } from "../ui/states.tsx";
import { dueInWords, groupsOf } from "./when.ts";

/** All open reminders, those about nobody included; completed ones below on request, which the address says. */
export function RemindersView({ query }: { query: URLSearchParams }) {
  const timeZone = useTimeZone();
  const { open, onTicked } = useOpenReminders();
  const add = () => show("reminder");
  const showDone = query.get("done") === "true";
  useKeys({ n: add });
  return (
    <View
      title={t("Reminders")}
      actions={<Button kind="primary" icon="plus" onClick={add}>{t("New reminder")}</Button>}
    >
      <Tabs current="reminders" />
      <NamesProvider>
        <Shown of={open} what="reminders" rows={4}>
          {({ data }) =>
            data.length === 0
              ? (
                <Empty icon="clock" title={t("Nothing to remember")}>
                  <p>
                    {t(
                      "Set a reminder for whatever you do not want to forget. Those of your agents appear here too.",
                    )}
                  </p>
                </Empty>
              )
              : groupsOf(data, new Date(), timeZone).map(({ title, reminders }) => (
                <section key={title} class="section">
                  <h2 class="section-title">
                    {title} <span class="count">{reminders.length}</span>
                  </h2>
                  <ReminderRows reminders={reminders} onTicked={onTicked} onChange={open.reload} />
                </section>
              ))}
        </Shown>
        <LoadMore pages={open} what="reminders" />
        <div class="section">
          <Button
            icon="check"
            aria-expanded={showDone}
            onClick={() => replaceQuery({ done: showDone ? undefined : "true" })}
          >
            {showDone ? t("Hide done reminders") : t("Show done reminders")}
          </Button>
          {showDone && <DoneReminders onChange={open.reload} />}
        </div>
      </NamesProvider>
    </View>
  );
}

/** Completed reminders, the latest first. One that is reopened goes to the others. */
function DoneReminders({ onChange }: { onChange: () => void }) {
  const done = usePages(
    (page, signal) =>
      kith.reminders.list({ completed: true, sort: "-dueAt", page, pageSize: 20 }, { signal }),
    [],
  );
  const { data } = done;
  const changed = () => {
    done.reload();
    onChange();
  };
  return (
    <section class="section">
      <h2 class="section-title">
        {rich("Done {0}", data && <span class="count">{data.total}</span>)}
      </h2>
      <Listing
        pages={done}
        what="done reminders"
        rows={2}
        empty={<p class="quiet card card-body">{t("No reminder is done yet.")}</p>}
      >
        {(reminders) => (
          <ReminderRows
            reminders={reminders}
            onTicked={changed}
            onChange={changed}
          />
        )}
      </Listing>
    </section>
  );
}

interface Props {
  reminders: Reminder[];
  onTicked: (reminder: Reminder) => void;
  onChange: () => void;
}

const ReminderRows = ({ reminders, ...actions }: Props) => {
  const timeZone = useTimeZone();
  return (
    <ul class="rows card">
      {reminders.map((reminder) => (
        <ReminderItem
          key={reminder.id}
          reminder={reminder}
          due={dueInWords(reminder, timeZone)}
          {...actions}
        />
      ))}
    </ul>
  );
};

/** All open reminders, by when they are due. One that is ticked off stays in its place, so that it can be reopened there. */
function useOpenReminders() {
  const ticked = useRef(false);
  const open = usePages(async (page, signal) => {
    const at = (page: number) =>
      kith.reminders.list({ completed: false, page, pageSize: 100 }, { signal });
    const answer = await at(page);
    if (page === 1) ticked.current = false;
    if (!ticked.current) return answer;
    // Each that was ticked off has moved another one to the page before, which must not be left out.
    return { ...answer, data: [...(await at(page - 1)).data, ...answer.data] };
  }, []);
  const onTicked = (saved: Reminder) => {
    ticked.current = true;
    open.edit((now) => ({
      ...now,
      data: now.data.map((each) => each.id === saved.id ? saved : each),
    }));
  };
  return { open, onTicked };
}
