import { useState } from "preact/hooks";
import { countContacts } from "../api/contacts.ts";
import { listUpcoming } from "../api/kith.ts";
import type { Upcoming } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { NamesProvider } from "../people/names.tsx";
import { ReminderForm } from "../reminders/reminder-form.tsx";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/button.tsx";
import { daysBetween, formatWeekday, inWords } from "../ui/dates.ts";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { AgentChanges } from "./agent-changes.tsx";
import { type Section, sectionsOf } from "./sections.ts";
import { Welcome } from "../welcome/welcome.tsx";
import { TodayRow } from "./today-row.tsx";
import { type Tick, useTicks } from "./use-ticks.ts";

/** Days that are shown, the first of which is today. */
const days = 30;

/** The first view: what is overdue, due today and coming up, and what agents changed since the last visit. */
export function TodayView({ accountId }: { accountId: string }) {
  const upcoming = useLoad((signal) => listUpcoming(days, signal), []);
  const { ticked, tick } = useTicks(upcoming.reload);
  const [adding, setAdding] = useState(false);
  const { data, problem } = upcoming;
  const sections = data && sectionsOf(data, ticked);
  const isUrgent = ({ date }: Section) => date === "overdue" || date === data?.today;
  const actions = { onTick: tick, onChange: upcoming.reload };
  return (
    <View
      title="Today"
      actions={
        <div class="view-actions">
          <a href={hrefOf("reminders")}>All reminders</a>
          <Button icon="plus" onClick={() => setAdding(true)}>New reminder</Button>
        </div>
      }
    >
      <p class="lead">What is overdue, and what is due in the next {days} days.</p>
      {adding && (
        <ReminderForm
          onSaved={({ value, activityId }) => {
            setAdding(false);
            upcoming.reload();
            toast({ text: `Reminder set: ${value.title}.`, activityId });
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <NamesProvider known={data?.names}>
        {problem
          ? <Failed problem={problem} retry={upcoming.reload} />
          : !data || !sections
          ? <Loading what="what is due" rows={4} />
          : sections.length === 0
          ? <NothingDue />
          : <Sections data={data} sections={sections.filter(isUrgent)} {...actions} />}
        <AgentChanges accountId={accountId} />
        {data && sections && !problem && (
          <Sections
            data={data}
            sections={sections.filter((section) => !isUrgent(section))}
            {...actions}
          />
        )}
        {data?.hasMore && (
          <p class="more fine">This is not all: later items appear when some of these are done.</p>
        )}
      </NamesProvider>
    </View>
  );
}

interface SectionsProps {
  data: Upcoming;
  sections: Section[];
  onTick: Tick;
  onChange: () => void;
}

function Sections({ data, sections, ...actions }: SectionsProps) {
  return (
    <>
      {sections.map(({ date, items }) => (
        <section key={date} class="section">
          <DayTitle date={date} today={data.today} />
          <Items items={items} today={data.today} {...actions} />
        </section>
      ))}
    </>
  );
}

/** People to be in touch with whom a day shows before the others are asked for. */
const mostPeople = 5;

interface ItemsProps extends Omit<SectionsProps, "data" | "sections"> {
  items: Section["items"];
  today: string;
}

/** What is due on a day: all of it but people to be in touch with, of whom there may be many. */
function Items({ items, today, ...actions }: ItemsProps) {
  const [opened, setOpened] = useState(false);
  const people = items.filter(({ item }) => item.kind === "contact");
  const folded = new Set(opened ? [] : people.slice(mostPeople));
  return (
    <ul class="rows card">
      {items.filter((each) => !folded.has(each)).map((each) => (
        <TodayRow
          key={`${each.item.kind} ${each.item.reminder?.id ?? each.item.contactId}`}
          date={each.date}
          item={each.item}
          today={today}
          {...actions}
        />
      ))}
      {people.length > mostPeople && (
        <li class="more-people">
          <Button kind="plain" aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? "Show fewer people" : `${folded.size} more people to be in touch with`}
          </Button>
        </li>
      )}
    </ul>
  );
}

function DayTitle({ date, today }: { date: string; today: string }) {
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
      </Empty>
      {data === 0 && <Welcome />}
    </>
  );
}
