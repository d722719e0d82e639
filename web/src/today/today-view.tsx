import type { Reminder, UpcomingItem } from "@kith/client";
import { useRef, useState } from "preact/hooks";
import { AgentChanges } from "./agent-changes.tsx";
import { countContacts, listFaces } from "../api/contacts.ts";
import { firstLineOfLast, kith } from "../api/kith.ts";
import { useKeys } from "../hooks/events.ts";
import { useLoad } from "../hooks/load.ts";
import { Composer, focusComposer } from "../notes/composer.tsx";
import { NamesProvider } from "../people/people.tsx";
import { useNameOrder } from "../shell/profile.ts";
import { show } from "../shell/open.ts";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { type Face, type RowActions, TodayRow } from "./today-row.tsx";
import { Button } from "../ui/buttons.tsx";
import { daysBetween, formatWeekday, inWords } from "../base/dates.ts";
import { Empty, Shown } from "../ui/states.tsx";
import { Welcome } from "../welcome/welcome.tsx";

/** Days that are shown, the first of which is today. */
const days = 30;

/** The first view: what is overdue, due today and coming up, and what agents changed since the last visit. */
export function TodayView({ accountId }: { accountId: string }) {
  const ticked = useRef(new Map<string, DatedItem>()).current;
  const upcoming = useLoad(async (signal) => {
    const answer = await kith.upcoming.list({ days, include: "names" }, { signal });
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
  const sections = data ? sectionsOf(data) : [];
  const isUrgent = ({ date }: Section) =>
    date === "birthdays" || date === "overdue" || date === data?.today;
  const urgent = sections.filter(isUrgent);
  useKeys({ n: focusComposer });
  const faces = useFaces(urgent, sections);
  const actions = {
    today: data?.today ?? "",
    faces,
    onTicked,
    onChange: upcoming.reload,
  };
  return (
    <View
      title="Today"
      actions={
        <div class="view-actions flow gap-3 label">
          <a href={hrefOf("reminders")}>All reminders</a>
          <Button icon="plus" onClick={() => show("reminder")}>New reminder</Button>
        </div>
      }
    >
      <AgentChanges accountId={accountId} />
      <Composer onSaved={upcoming.reload} />
      <NamesProvider known={data?.names}>
        <Shown of={upcoming} what="what is due" rows={4}>
          {() =>
            sections.length === 0 ? <NothingDue /> : <Sections sections={sections} {...actions} />}
        </Shown>
        {data?.hasMore && (
          <p class="more fine">This is not all: later items appear when some of these are done.</p>
        )}
      </NamesProvider>
    </View>
  );
}

type DatedItem = { date: string; item: UpcomingItem };

interface Section {
  /** A calendar date, `birthdays` for those of today, or `overdue` for all days before today. */
  date: string;
  items: DatedItem[];
}

/** By day; of a day reminders first, by when they are due. */
const inOrder = (one: DatedItem, other: DatedItem) => {
  const [first, second] = [one, other].map(({ date, item: { reminder } }) =>
    [date, reminder ? `${reminder.dueAt} ${reminder.id}` : "~"].join(" ")
  ) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
};

/** Today's birthdays, what is overdue, then the days. */
function sectionsOf({ today, items }: { today: string; items: DatedItem[] }): Section[] {
  const sections = new Map<string, DatedItem[]>([["birthdays", []], ["overdue", []]]);
  for (const each of items) {
    const isToday = each.date === today && each.item.kind === "birthday";
    const section = isToday ? "birthdays" : each.date < today ? "overdue" : each.date;
    sections.set(section, [...sections.get(section) ?? [], each]);
  }
  return [...sections].map(([date, items]) => ({ date, items }))
    .filter(({ items }) => items.length > 0);
}

/** People of a day who are shown before the others are asked for; overdue reminders too. */
const most = 5;

const isPerson = ({ item }: Section["items"][number]) => item.kind === "contact";

/** What a section shows before the rest is asked for. */
const unfolded = ({ date, items }: Section) => {
  const people = items.filter(isPerson).slice(0, most);
  const others = items.filter((each) => !isPerson(each));
  const shown = new Set([...people, ...date === "overdue" ? others.slice(0, most) : others]);
  return items.filter((each) => shown.has(each));
};

/** Photos of everybody, and the last notes about those who are shown first: each of these is a request. */
function useFaces(urgent: Section[], all: Section[]): ReadonlyMap<string, Face> {
  const idsOf = (items: Section["items"]) => items.flatMap(({ item }) => item.contactId ?? []);
  const ids = [...new Set(all.flatMap(({ items }) => idsOf(items)))];
  const first = urgent.flatMap((section) => idsOf(unfolded(section).filter(isPerson)));
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

function Sections({ sections, ...actions }: RowActions & { sections: Section[] }) {
  return (
    <>
      {sections.map((section) => (
        <section key={section.date} class="section">
          <DayTitle date={section.date} today={actions.today} />
          <Items section={section} {...actions} />
        </section>
      ))}
    </>
  );
}

/** What is due on a day, the rest of much behind its count. */
function Items({ section, ...actions }: RowActions & { section: Section }) {
  const [opened, setOpened] = useState(false);
  // Birthdays of those who are close come first; a section has its birthdays before all others.
  const rank = ({ item: { kind, contactId = "" } }: Section["items"][number]) =>
    kind !== "birthday" ? 2 : actions.faces.get(contactId)?.isClose ? 0 : 1;
  const items = [...section.items].sort((one, other) => rank(one) - rank(other));
  const first = unfolded({ ...section, items });
  const rest = items.length - first.length;
  return (
    <ul class="rows card">
      {(opened ? items : first).map(({ date, item }) => (
        <TodayRow
          key={`${item.kind} ${item.reminder?.id ?? item.contactId}`}
          date={date}
          item={item}
          {...actions}
        />
      ))}
      {rest > 0 && (
        <li class="more-people">
          <Button kind="plain" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? "Show fewer" : `Show ${rest} more`}
          </Button>
        </li>
      )}
    </ul>
  );
}

function DayTitle({ date, today }: { date: string; today: string }) {
  if (date === "birthdays") return <h2 class="section-title">Birthdays today</h2>;
  if (date === "overdue") return <h2 class="section-title">Overdue</h2>;
  const ahead = daysBetween(today, date);
  if (ahead === 0) return <h2 class="section-title">Today</h2>;
  return (
    <h2 class="section-title">
      {ahead === 1 ? "Tomorrow" : formatWeekday(date)}{" "}
      {ahead > 1 && <span class="count">{inWords(ahead)}</span>}
    </h2>
  );
}

function NothingDue() {
  // After the view is shown, and only where it is empty.
  const { data } = useLoad(countContacts, []);
  return (
    <>
      <Empty icon="calendar" title={`Nothing is due in the next ${days} days`}>
        <p>Reminders, people to be in touch with and birthdays appear here.</p>
        {Boolean(data) && (
          <p>
            Choose in <a href={hrefOf("contacts")}>People</a> how often you want to be in touch.
          </p>
        )}
      </Empty>
      {data === 0 && <Welcome />}
    </>
  );
}
