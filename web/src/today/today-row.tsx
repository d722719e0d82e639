/** A row of the first view: a reminder, a birthday, or somebody to be in touch with. */
import { t } from "../base/texts.ts";
import { applyAndSay, changesOf, useWaiting } from "../api/queue.ts";
import type { Reminder, UpcomingItem } from "@kith/client";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { useAction } from "../hooks/load.ts";
import { isTalkWaiting, talk } from "../notes/talk.ts";
import { ReminderItem, useSnoozes } from "../reminders/reminder-item.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { useTouch } from "../hooks/touch.ts";
import { hrefOf } from "../shell/router.ts";
import { call, reach } from "../contacts/details.tsx";
import { Icon } from "../ui/icon.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import {
  dateInWords,
  daysBetween,
  formatDay,
  formatShortDay,
  formatTime,
  inWords,
} from "../base/dates.ts";
import { Menu } from "../ui/menu.tsx";
import { isYearly } from "./sections.ts";

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
  phones?: { value: string }[];
  /** The first line of the last note. */
  lastNote?: string | undefined;
}

interface Props extends RowActions {
  date: string;
  item: UpcomingItem;
  /** Whether a birthday says its day. */
  dated?: boolean | undefined;
}

export function TodayRow({ date, item, dated, today, faces, onTicked, onChange }: Props) {
  const timeZone = useTimeZone();
  const { busy, run } = useAction();
  const drafts = useDrafts();
  const waiting = useWaiting();
  const { kind, reminder, contactId, displayName = "" } = item;
  /** They are not due before that day. */
  const later = useSnoozes((snoozedUntil) => {
    const words = t("{0}: not before {1}.", displayName, formatDay(snoozedUntil));
    const change = { kind: "contacts", id: contactId!, body: { snoozedUntil }, words } as const;
    void applyAndSay(drafts, change, onChange);
  });
  const talked = () =>
    talk(drafts, contactId!, t("You were in touch with {0} today.", displayName), onChange);
  const touch = useTouch({
    closest: ".coming",
    onSwipe(_row, direction) {
      const number = faces.get(contactId!)?.phones?.[0]?.value;
      if (kind !== "contact") number && direction === "right" && call(number);
      else if (direction === "left") later[0]!.run();
      else if (!busy) void run(talked);
    },
  });
  const overdue = date < today ? t("due {0}", inWords(daysBetween(today, date))) : undefined;
  if (reminder) {
    const due = overdue ?? (reminder.dueAt ? formatTime(reminder.dueAt, timeZone) : undefined);
    const ticked = (saved: Reminder) => onTicked(date, saved);
    return <ReminderItem {...{ reminder, due, onChange }} onTicked={ticked} />;
  }
  // A kind that this version does not know is left out.
  if (!contactId || !(kind === "contact" || isYearly(item))) return null;
  const isDue = kind === "contact";
  const waits = isTalkWaiting(waiting, contactId) || changesOf(waiting, contactId).snoozedUntil;
  const face = faces.get(contactId);
  const number = isDue ? undefined : face?.phones?.[0]?.value;
  return (
    <li
      class={`coming coming-linked ${isGreeted(item) ? "coming-birthday" : ""}`}
      data-right={isDue ? t("We talked") : number && t("Call")}
      data-left={isDue ? later[0]!.label : undefined}
      {...touch}
    >
      <Avatar name={displayName} photoUrl={face?.photoUrl ?? null} />
      <a class="start stack gap-1 break coming-link" href={hrefOf("contacts", contactId)}>
        <span class="coming-title strong">{face?.name ?? displayName}</span>
        <span class="coming-about quiet label">
          {overdue && <span class="due due-now fine">{`${overdue} `}</span>}
          {!isDue ? yearlyInWords(item, dated ? date : undefined) : face?.lastNote
            ? (
              <>
                <span class="unseen">{t("Last note:")}</span> {face.lastNote}
              </>
            )
            : !overdue && t("Be in touch")}
        </span>
      </a>
      <div class="coming-end line">
        {isGreeted(item) && date === today &&
          face?.phones?.slice(0, 1).flatMap(({ value }) => reach.phones(value))
            .map(([icon, name, href]) => (
              <a
                key={name}
                class="button button-quiet"
                href={href}
                aria-label={`${name} ${displayName}`}
              >
                <Icon name={icon} />
                <span>{name}</span>
              </a>
            ))}
        {isDue && waits && <span class="fine">{t("Waits for a connection")}</span>}
        {isDue && !waits && (
          <Menu text={t("Later")} label={t("Later: {0}", displayName)} actions={later} />
        )}
        {isDue && !waits && (
          <Button
            icon="check"
            busy={busy}
            aria-label={t("We talked: {0}", displayName)}
            onClick={() => void run(talked)}
          >
            {t("We talked")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Whether one calls or writes on that day. */
const isGreeted = ({ kind, dateKind = "" }: UpcomingItem) =>
  kind === "birthday" || /^(anniversary|nameDay)$/.test(dateKind);

const yearlyInWords = ({ age, dateKind, label, years }: UpcomingItem, day?: string) =>
  [
    day && formatShortDay(day),
    dateKind ? dateInWords(dateKind, label) : t("Birthday"),
    age && t("turns {0}", age),
    years && (years === 1 ? t("1 year") : t("{0} years", years)),
  ].filter(Boolean).join(", ");
