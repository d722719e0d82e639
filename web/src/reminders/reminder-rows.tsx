import type { Reminder } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { dueInWords } from "./due.ts";
import { ReminderItem } from "./reminder-item.tsx";
import { ReminderMenu } from "./reminder-menu.tsx";
import type { Tick } from "./use-open-reminders.ts";

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
