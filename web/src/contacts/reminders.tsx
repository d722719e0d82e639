import { listReminders } from "../api/kith.ts";
import type { Reminder } from "../api/types.ts";
import { usePages } from "../hooks/use-pages.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { daysUntilInstant, formatInstant, inWords } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Failed, Loading } from "../ui/states.tsx";

export function Reminders({ contactId }: { contactId: string }) {
  const reminders = usePages((page, signal) => listReminders(contactId, page, signal), [contactId]);
  const { data, problem } = reminders;
  return (
    <section class="section">
      <h2 class="section-title">
        Reminders {data && data.total > 0 && <span class="count">{data.total}</span>}
      </h2>
      {problem
        ? <Failed problem={problem} retry={reminders.reload} />
        : !data
        ? <Loading what="reminders" rows={1} />
        : data.total === 0
        ? <p class="nothing card card-body">No reminders.</p>
        : (
          <>
            <ul class="rows card">
              {data.data.map((reminder) => <ReminderRow key={reminder.id} reminder={reminder} />)}
            </ul>
            <LoadMore pages={reminders} what="reminders" />
          </>
        )}
    </section>
  );
}

function ReminderRow({ reminder }: { reminder: Reminder }) {
  const { completed, title, description } = reminder;
  return (
    <li class={completed ? "reminder reminder-done" : "reminder"}>
      <span class="reminder-mark">{completed && <Icon name="check" />}</span>
      <div>
        <p class="reminder-title">
          <span class="unseen">{completed ? "Done: " : "Open: "}</span>
          {title}
        </p>
        {description && <p class="prose fine">{description}</p>}
      </div>
      <Due reminder={reminder} />
    </li>
  );
}

function Due({ reminder: { dueAt, completed } }: { reminder: Reminder }) {
  const timeZone = useTimeZone();
  if (!dueAt) return null;
  const days = daysUntilInstant(dueAt, timeZone);
  const late = !completed && Date.parse(dueAt) < Date.now();
  return (
    <time
      class={late ? "due due-now" : "due"}
      dateTime={dueAt}
      title={formatInstant(dueAt, timeZone)}
    >
      {completed ? formatInstant(dueAt, timeZone) : `due ${inWords(days)}`}
    </time>
  );
}
