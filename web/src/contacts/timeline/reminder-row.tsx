import type { Reminder } from "../../api/types.ts";
import { dueInWords } from "../../reminders/due.ts";
import { ReminderItem } from "../../reminders/reminder-item.tsx";
import { ReminderMenu } from "../../reminders/reminder-menu.tsx";
import { useTimeZone } from "../../shell/profile-context.tsx";

export interface ReminderProps {
  contactId: string;
  onTick: (reminder: Reminder, completed: boolean) => Promise<void>;
  /** Called when one was changed or deleted. */
  onChange: () => void;
}

/** A reminder on the page of one of its contacts, where the next one of a recurring reminder stands among the open ones. */
export function ReminderRow(
  { reminder, contactId, onTick, onChange }: ReminderProps & { reminder: Reminder },
) {
  const due = dueInWords(reminder, useTimeZone());
  return (
    <ReminderItem
      reminder={reminder}
      // It stands under the day that it was done.
      due={due && reminder.completed ? `was due ${due}` : due}
      than={contactId}
      hasNext
      onTick={(completed) => onTick(reminder, completed)}
    >
      <ReminderMenu reminder={reminder} own={contactId} onChange={onChange} />
    </ReminderItem>
  );
}
