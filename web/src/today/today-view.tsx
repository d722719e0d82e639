/** The first view: what is to be done today, who is overdue, and the next days, in one screen. */
import { rich, t } from "../base/texts.ts";
import type { Reminder } from "@kith/client";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { AgentChanges } from "./agent-changes.tsx";
import { countContacts, listFaces } from "../api/contacts.ts";
import { firstLineOfLast, kith } from "../api/kith.ts";
import { add } from "../base/calendar.ts";
import { useKeys } from "../hooks/events.ts";
import { useLoad } from "../hooks/load.ts";
import { Composer, focusComposer } from "../notes/composer.tsx";
import { NamesProvider } from "../people/people.tsx";
import { useNameOrder } from "../shell/profile.ts";
import { show } from "../shell/open.ts";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import {
  type DatedItem,
  type Day,
  inOrder,
  isYearly,
  type Sections,
  sectionsOf,
  spread,
} from "./sections.ts";
import { type Face, type RowActions, TodayRow } from "./today-row.tsx";
import { keepTold } from "../notices/push.ts";
import { Noticed, Offer } from "./noticed.tsx";
import { Button } from "../ui/buttons.tsx";
import { daysBetween, formatShortDay, weekdayOf } from "../base/dates.ts";
import { Empty, Shown } from "../ui/states.tsx";
import { bulkLimit } from "../../../functions/kith/core/limits.ts";
import { toast, useToastedAction } from "../ui/toast.tsx";
import { Welcome } from "../welcome/welcome.tsx";

/** Days that are shown, from today on. */
const allDays = 30;

/** The first view: what is overdue, due today and coming up, and what agents changed since the last visit. */
export function TodayView({ accountId }: { accountId: string }) {
  const ticked = useRef(new Map<string, DatedItem>()).current;
  const upcoming = useLoad(async (signal) => {
    const answer = await kith.upcoming.list({ days: allDays, include: "names,meetings" }, {
      signal,
    });
    const listed = answer.days.flatMap(({ date, items }) => items.map((item) => ({ date, item })));
    const ids = new Set(listed.map(({ item }) => item.reminder?.id));
    const done = [...ticked].filter(([id]) => !ids.has(id)).map(([, each]) => each);
    return { ...answer, items: [...listed, ...done].sort(inOrder) };
  }, []);
  /** One that is ticked off stays in its place until the view is left, so that it can be reopened there. */
  const onTicked = (date: string, reminder: Reminder) => {
    const ticks = { date, item: { kind: "reminder", reminder } } as const;
    if (reminder.completed) ticked.set(reminder.id, ticks);
    else ticked.delete(reminder.id);
    upcoming.edit((now) => ({
      ...now,
      items: now.items.map((each) => each.item.reminder?.id === reminder.id ? ticks : each),
    }));
  };
  const { data } = upcoming;
  const today = data?.today ?? "";
  const sections = data && sectionsOf(data.items, today, add(today, 7), innerHeight);
  useKeys({ n: focusComposer });
  useEffect(() => void keepTold(accountId).catch(console.debug), []);
  const faces = useFaces(sections);
  const actions = {
    today,
    faces,
    onTicked,
    onChange: upcoming.reload,
  };
  return (
    <View
      title={t("Today")}
      actions={
        <div class="view-actions flow gap-3 label">
          <a href={hrefOf("reminders")}>{t("All reminders")}</a>
          <Button icon="plus" onClick={() => show("reminder")}>{t("New reminder")}</Button>
        </div>
      }
    >
      <AgentChanges accountId={accountId} />
      <Composer onSaved={upcoming.reload} />
      <NamesProvider known={data?.names}>
        {data?.meetings?.slice(0, 1).map((meeting) => (
          <Noticed key={meeting.id} meeting={meeting} onDone={upcoming.reload} />
        ))}
        <Shown of={upcoming} what="what is due" rows={4}>
          {({ items }) =>
            items.length === 0 ? <NothingDue /> : <Sections sections={sections!} {...actions} />}
        </Shown>
        {data?.hasMore && (
          <p class="more fine">
            {t("This is not all: later items appear when some of these are done.")}
          </p>
        )}
      </NamesProvider>
      {/* It appears after a request of its own: above the rows it would move them while somebody taps one. */}
      {isNewTo(data?.items) && <Offer accountId={accountId} />}
    </View>
  );
}

/** Whether somebody has begun to use reminders. */
const isNewTo = (items: DatedItem[] = []) => {
  const { length } = items.filter(({ item }) => item.reminder);
  return length > 0 && length <= 3;
};

/** “birthdays”, or “dates” where others are among them. */
const wordFor = (items: DatedItem[]) => {
  const [one, many] = items.every(({ item }) => item.kind === "birthday")
    ? ["birthday", "birthdays"] as const
    : ["date", "dates"] as const;
  return items.length === 1 ? one : many;
};

const idOf = ({ item }: DatedItem) => item.contactId ?? [];

/** What rows show of people, and the last notes about the first of them: each of these is a request. */
function useFaces(sections: Sections | undefined): ReadonlyMap<string, Face> {
  const first = (sections?.now ?? []).filter(({ item }) => item.kind === "contact").flatMap(idOf);
  const { now = [], rest = [], overdue = [], days = [], others = [] } = sections ?? {};
  const shown = [...now, ...rest, ...overdue, ...days.flatMap(({ items }) => items), ...others];
  const ids = [...new Set(shown.flatMap(idOf))].slice(0, 200);
  const order = useNameOrder();
  const known = useLoad((signal) => listFaces(ids, order, signal), [ids.join(), order]);
  const notes = useLoad(
    (signal) =>
      Promise.all(first.map(async (id) => [id, await firstLineOfLast(id, signal)] as const)),
    [first.join()],
  );
  const lines = new Map(notes.data);
  return new Map(
    ids.map((id) => [id, { ...known.data?.get(id), lastNote: lines.get(id) }]),
  );
}

function Sections({ sections, ...actions }: RowActions & { sections: Sections }) {
  const { now, rest, overdue, days, later, others } = sections;
  const [more, setMore] = useState(false);
  const count = later.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      {now.length > 0 && (
        <section class="today-now">
          <h2 class="unseen">{t("Today")}</h2>
          <Rows items={now} {...actions} />
        </section>
      )}
      {(rest.length > 0 || overdue.length > 0) && (
        <div class="day-lines card">
          {rest.length > 0 && (
            <DayLine title={t("{0} more for today", rest.length)} items={rest} {...actions} />
          )}
          {overdue.length > 0 && (
            <DayLine
              title={t("{0} overdue", overdue.length)}
              items={overdue}
              end={<Spread items={overdue} {...actions} />}
              {...actions}
            />
          )}
        </div>
      )}
      {days.length + later.length + others.length > 0 && (
        <div class="day-lines card">
          {days.map((day) => <OneDay key={day.date} {...day} {...actions} />)}
          {more && later.map((day) => <OneDay key={day.date} {...day} {...actions} />)}
          {others.length > 0 && (
            <DayLine
              title={t(
                "{0} more {1}",
                others.length,
                wordFor(others),
              )}
              items={others}
              dated
              {...actions}
            />
          )}
          {count > 0 && (
            <div class="day-line">
              <Button kind="plain" aria-expanded={more} onClick={() => setMore(!more)}>
                {more ? t("Show fewer days") : t("{0} more in the next {1} days", count, allDays)}
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

const Rows = ({ items, ...actions }: RowActions & { items: DatedItem[]; dated?: boolean }) => (
  <ul class="rows card">
    {items.map(({ date, item }) => (
      <TodayRow
        key={`${item.kind} ${item.reminder?.id ?? item.contactId}`}
        date={date}
        item={item}
        {...actions}
      />
    ))}
  </ul>
);

interface DayLineProps extends RowActions {
  title: string;
  items: DatedItem[];
  /** What stands beside the title: a button, instead of the names. */
  end?: ComponentChildren;
  /** Whether rows say their day. */
  dated?: boolean;
}

/** A line for several items, which it shows on request. */
function DayLine({ title, items, end, ...actions }: DayLineProps) {
  const [opened, setOpened] = useState(false);
  const names = items.map(({ item }) =>
    item.reminder?.title ?? actions.faces.get(item.contactId ?? "")?.name ?? item.displayName
  );
  return (
    <section>
      <div class="day-line line">
        <h2 class="grow">
          <button
            type="button"
            class="day-title line"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <span>{title}</span>
            {!end && !opened && <span class="quiet label clip">{names.join(", ")}</span>}
          </button>
        </h2>
        {end}
      </div>
      {opened && <Rows items={items} {...actions} />}
    </section>
  );
}

function OneDay({ date, items, ...actions }: RowActions & Day) {
  const ahead = daysBetween(actions.today, date);
  // Birthdays come first, those of people who are close before the others.
  const rank = ({ item }: DatedItem) => !isYearly(item) ? 2 : item.isClose ? 0 : 1;
  const sorted = [...items].sort((one, other) => rank(one) - rank(other));
  const title = ahead === 1 ? t("Tomorrow") : ahead < 7 ? weekdayOf(date) : formatShortDay(date);
  return <DayLine title={title} items={sorted} {...actions} />;
}

/** Puts everybody who is overdue off to days of the next weeks, as one act that one toast takes back. */
function Spread({ items, today, onChange }: RowActions & { items: DatedItem[] }) {
  const { busy, run } = useToastedAction();
  const update = spread(items.flatMap(idOf), (number) => add(today, number));
  const weeks = Math.ceil(daysBetween(today, update.at(-1)?.snoozedUntil ?? today) / 7);
  const act = async () => {
    const done: string[] = [];
    try {
      for (let start = 0; start < update.length; start += bulkLimit) {
        const part = kith.contacts.bulk({ update: update.slice(start, start + bulkLimit) });
        done.push((await part.withResponse()).activityId!);
      }
    } finally {
      if (done.length > 0) {
        const count = Math.min(done.length * bulkLimit, update.length);
        toast({
          text: t(
            "{0} people have their turn within {1}.",
            count,
            weeks === 1 ? "a week" : t("{0} weeks", weeks),
          ),
          undo: async () => {
            for (const id of [...done].reverse()) await kith.activity.undo(id);
          },
        });
        onChange();
      }
    }
  };
  return (
    <Button kind="plain" busy={busy} onClick={() => void run(act)}>
      {t("Spread over the next weeks")}
    </Button>
  );
}

function NothingDue() {
  // After the view is shown, and only where it is empty.
  const { data } = useLoad(countContacts, []);
  return (
    <>
      <Empty icon="calendar" title={t("Nothing is due in the next {0} days", allDays)}>
        <p>{t("Reminders, people to be in touch with and birthdays appear here.")}</p>
        {Boolean(data) && (
          <p>
            {rich(
              "Choose in {0} how often you want to be in touch.",
              <a href={hrefOf("contacts")}>{t("People")}</a>,
            )}
          </p>
        )}
      </Empty>
      {data === 0 && <Welcome />}
    </>
  );
}
