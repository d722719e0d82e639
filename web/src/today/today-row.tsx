import { kith } from "../api/kith.ts";
import type { Reminder, UpcomingItem } from "@kith/client";
import { useAction } from "../hooks/load.ts";
import { ReminderItem, useSnoozes } from "../reminders/reminder-item.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { hrefOf } from "../shell/router.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import { daysBetween, formatDay, formatTime, inWords } from "../base/dates.ts";
import { Menu } from "../ui/menu.tsx";
import { act } from "../ui/toast.tsx";

export interface RowActions {
  today: string;
  /** What is known of the people beside their names, by their ids. */
  faces: ReadonlyMap<string, Face>;
  /** Called when a reminder of a day was completed or opened again. */
  onTicked: (date: string, reminder: Reminder) => void;
  /** Called when something was changed. */
  onChange: () => void;
}

export interface Face {
  photoUrl?: string | null;
  /** As the profile orders it. */
  name?: string;
  /** Whether they are a favourite, or somebody to stay in touch with. */
  isClose?: boolean;
  /** The first line of the last note. */
  lastNote?: string | undefined;
}

interface Props extends RowActions {
  date: string;
  item: UpcomingItem;
}

export function TodayRow({ date, item, today, faces, onTicked, onChange }: Props) {
  const timeZone = useTimeZone();
  const { busy, run } = useAction();
  const { kind, reminder, contactId, displayName = "" } = item;
  /** They are not due before that day. */
  const later = useSnoozes((snoozedUntil) => {
    const text = () => `${displayName}: not before ${formatDay(snoozedUntil)}.`;
    void act(kith.contacts.update(contactId!, { snoozedUntil }), text, onChange);
  });
  const overdue = date < today ? `due ${inWords(daysBetween(today, date))}` : undefined;
  if (reminder) {
    const due = overdue ?? (reminder.dueAt ? formatTime(reminder.dueAt, timeZone) : undefined);
    const ticked = (saved: Reminder) => onTicked(date, saved);
    return <ReminderItem {...{ reminder, due, onChange }} onTicked={ticked} />;
  }
  // A kind that this version does not know is left out.
  if (!contactId || !(kind === "contact" || kind === "birthday")) return null;
  const isDue = kind === "contact";
  const talk = () => {
    const text = () => `You were in touch with ${displayName} today.`;
    const now = { lastContactedAt: new Date().toISOString() };
    return act(kith.contacts.update(contactId, now), text, onChange);
  };
  const face = faces.get(contactId);
  return (
    <li class="coming coming-linked">
      <Avatar name={displayName} photoUrl={face?.photoUrl ?? null} />
      <a class="start stack gap-1 break coming-link" href={hrefOf("contacts", contactId)}>
        <span class="coming-title strong">{face?.name ?? displayName}</span>
        <span class="coming-about quiet label">
          {overdue && <span class="due due-now fine">{`${overdue} `}</span>}
          {!isDue ? birthdayInWords(item) : face?.lastNote
            ? (
              <>
                <span class="unseen">Last note:</span> {face.lastNote}
              </>
            )
            : !overdue && "Be in touch"}
        </span>
      </a>
      <div class="coming-end line">
        {isDue && <Menu text="Later" label={`Later: ${displayName}`} actions={later} />}
        {isDue && (
          <Button
            icon="check"
            busy={busy}
            aria-label={`We talked: ${displayName}`}
            onClick={() => void run(talk)}
          >
            We talked
          </Button>
        )}
      </div>
    </li>
  );
}

const birthdayInWords = ({ age }: UpcomingItem) => age ? `Birthday, turns ${age}` : "Birthday";
