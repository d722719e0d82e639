import { useState } from "preact/hooks";
import { touchContact } from "../api/contacts.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { UpcomingItem } from "../api/types.ts";
import { ReminderItem } from "../reminders/reminder-item.tsx";
import { ReminderMenu } from "../reminders/reminder-menu.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { daysBetween, formatTime, inWords } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import type { Tick } from "./use-ticks.ts";

interface Props {
  date: string;
  item: UpcomingItem;
  today: string;
  onTick: Tick;
  /** Called when something was changed. */
  onChange: () => void;
}

export function TodayRow({ date, item, today, onTick, onChange }: Props) {
  const timeZone = useTimeZone();
  const { kind, reminder, contactId, displayName } = item;
  const overdue = date < today ? `due ${inWords(daysBetween(today, date))}` : undefined;
  if (reminder) {
    const due = overdue ?? (reminder.dueAt ? formatTime(reminder.dueAt, timeZone) : undefined);
    return (
      <ReminderItem
        reminder={reminder}
        due={due}
        onTick={(completed) => onTick(date, reminder, completed)}
      >
        <ReminderMenu reminder={reminder} onChange={onChange} />
      </ReminderItem>
    );
  }
  // A kind that this version does not know is left out.
  if (!contactId || !(kind === "contact" || kind === "birthday")) return null;
  const isDue = kind === "contact";
  return (
    <li class="coming coming-linked">
      <Icon name={isDue ? "clock" : "gift"} />
      <a class="coming-what coming-link" href={hrefOf("contacts", contactId)}>
        <span class="coming-title">{displayName}</span>
        <span class="coming-about">{isDue ? "Be in touch" : birthdayInWords(item)}</span>
      </a>
      <div class="coming-end">
        {overdue && <span class="due due-now">{overdue}</span>}
        {isDue && <Talked id={contactId} name={displayName ?? ""} onChange={onChange} />}
      </div>
    </li>
  );
}

const birthdayInWords = ({ age }: UpcomingItem) => age ? `Birthday, turns ${age}` : "Birthday";

/** Says that one was in touch just now. */
function Talked({ id, name, onChange }: { id: string; name: string; onChange: () => void }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { activityId } = await touchContact(id);
      toast({ text: `You were in touch with ${name} today.`, activityId });
      onChange();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      toast({ text: toProblem(error).detail });
    }
    setBusy(false);
  };
  return (
    <Button
      kind="quiet"
      busy={busy}
      aria-label={`We talked: ${name}`}
      onClick={() => void save()}
    >
      We talked
    </Button>
  );
}
