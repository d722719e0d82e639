/** When one was in touch with a contact and how often one wants to be, and the ways to reach them. */
import { inSentence, t } from "../base/texts.ts";
import type { Contact, ContactUpdate } from "@kith/client";
import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { applyAndSay, changesOf, useWaiting } from "../api/queue.ts";
import { daysUntil, formatShortDay, inWords, localDay } from "../base/dates.ts";
import { isTalkWaiting, talk } from "../notes/talk.ts";
import { useToastedAction } from "../ui/toast.tsx";
import { written } from "../base/written.ts";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { refresh } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { useSnoozes } from "../reminders/reminder-item.tsx";
import { Button } from "../ui/buttons.tsx";
import { DateField } from "../ui/date-field.tsx";
import { SelectField } from "../ui/fields.tsx";
import { FormDialog } from "../ui/form.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuAction } from "../ui/menu.tsx";
import { toast } from "../ui/toast.tsx";
import { reachOf } from "./details.tsx";
import { frequencies } from "./form/contact-fields.tsx";

interface Props {
  contact: Contact;
  onChange: (contact: Contact) => void;
}

type Asking = "day" | "rhythm" | undefined;

export function InTouch({ contact, onChange }: Props) {
  const timeZone = useTimeZone();
  const [asking, setAsking] = useState<Asking>();
  const { busy, run } = useToastedAction();
  const { id, displayName, contactFrequencyDays: days, nextContactOn, needsContact } = contact;
  const change = async (body: ContactUpdate, text: string) => {
    const { value, activityId } = await written(kith.contacts.update(id, body));
    onChange(value);
    toast({ text, activityId });
  };
  const drafts = useDrafts();
  const waiting = useWaiting();
  const waits = isTalkWaiting(waiting, id) || changesOf(waiting, id).snoozedUntil;
  const talked = (day?: string) => {
    const words = day
      ? t("You were in touch with {0} on {1}.", displayName, formatShortDay(day))
      : t("You were in touch with {0} today.", displayName);
    return talk(drafts, id, words, refresh, day);
  };
  const later = useSnoozes((snoozedUntil) => {
    const words = t("{0}: not before {1}.", displayName, formatShortDay(snoozedUntil));
    void applyAndSay(drafts, { kind: "contacts", id, body: { snoozedUntil }, words });
  }).map(({ label, run }): MenuAction => ({
    label: t("Later: {0}", inSentence(label)),
    icon: "clock",
    run,
  }));
  const last = contact.lastContactedAt &&
    t("last {0}", formatShortDay(localDay(new Date(contact.lastContactedAt), timeZone)));
  const next = nextContactOn && inWords(daysUntil(nextContactOn, timeZone));
  const parts = [
    days ? rhythmInWords(days) : t("No rhythm"),
    last || t("not in touch yet"),
    next && (needsContact ? t("due {0}", next) : next),
    waits && t("a change waits for a connection"),
  ];
  return (
    <div class="contact-reach">
      <Menu
        label={t("In touch with {0}: {1}", displayName, parts.filter(Boolean).join(" · "))}
        text={parts.filter(Boolean).join(" · ")}
        kind={needsContact ? "rhythm in-touch-now" : "rhythm"}
        actions={[
          { label: t("We talked on…"), icon: "check", run: () => setAsking("day") },
          { label: t("How often…"), icon: "rotate", run: () => setAsking("rhythm") },
          ...days ? later : [],
        ]}
      />
      <div class="contact-ways">
        <Button icon="check" busy={busy} onClick={() => void run(() => talked())}>
          {t("We talked")}
        </Button>
        {reachOf(contact).map(([icon, name, href]) => (
          <a
            key={name}
            class="button button-quiet"
            href={href}
            {...href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" }}
          >
            <Icon name={icon} />
            <span>{name}</span>
          </a>
        ))}
      </div>
      {asking === "day" && (
        <TalkedOn
          onClose={() => setAsking(undefined)}
          save={(day) => talked(day)}
        />
      )}
      {asking === "rhythm" && (
        <Rhythm
          days={days}
          onClose={() => setAsking(undefined)}
          save={(days) =>
            change(
              { contactFrequencyDays: days },
              days
                ? `${displayName}: ${inSentence(rhythmInWords(days))}.`
                : t("{0}: no rhythm.", displayName),
            )}
        />
      )}
    </div>
  );
}

/** “Every month”, “Every 45 days”. */
const rhythmInWords = (days: number): string =>
  frequencies.find(([each]) => each === String(days))?.[1] ?? t("Every {0} days", days);

interface DialogProps<T> {
  save: (value: T) => Promise<unknown>;
  onClose: () => void;
}

/** The day of a talk that was before today. */
function TalkedOn({ save, onClose }: DialogProps<string>) {
  const today = localDay(new Date(), useTimeZone());
  const [day, setDay] = useState(today);
  return (
    <FormDialog
      title={t("When did you talk?")}
      submit={t("Save")}
      onClose={onClose}
      save={async () => {
        await save(day);
        onClose();
      }}
    >
      {() => <DateField label={t("Day")} past max={today} value={day} onValue={setDay} />}
    </FormDialog>
  );
}

function Rhythm({ days, save, onClose }: DialogProps<number | null> & { days: number | null }) {
  const [value, setValue] = useState(String(days ?? ""));
  const own = value && frequencies.every(([each]) => each !== value)
    ? [[value, t("Every {0} days", value)] as const]
    : [];
  return (
    <FormDialog
      title={t("How often do you want to be in touch?")}
      submit={t("Save")}
      onClose={onClose}
      save={async () => {
        await save(value ? Number(value) : null);
        onClose();
      }}
    >
      {() => (
        <SelectField
          label={t("Be in touch")}
          options={[...frequencies, ...own]}
          value={value}
          onValue={setValue}
        />
      )}
    </FormDialog>
  );
}
