/** The form of a reminder. */
import { t } from "../base/texts.ts";
import { kith } from "../api/kith.ts";
import type { Reminder, ReminderCreate } from "@kith/client";
import { bodyFrom, draftFrom } from "../hooks/drafts.ts";
import { refresh } from "../hooks/load.ts";
import { PeopleField } from "../people/people-field.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { DateField } from "../ui/date-field.tsx";
import { firstDay } from "../base/calendar.ts";
import { instantOf, localDay, localTime } from "../base/dates.ts";
import { Choice, Field, SelectField, TextArea } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { capitalized } from "../base/words.ts";
import { recurrenceInWords, recurrenceOn, recurrencesOn } from "./when.ts";

interface Props {
  /** The reminder that is edited; a new one without. */
  reminder?: Reminder;
  /** The contact on whose page it is shown; a new one is about them unless others are chosen. */
  contactId?: string | undefined;
  /** Called when it was saved. */
  onChange?: () => void;
  onClose: () => void;
}

const empty = {
  title: "",
  contactIds: [] as string[],
  description: "",
  date: "",
  time: "09:00",
  recurrence: "",
  fromCompletion: false,
};

type Draft = typeof empty;

/** A new one is due tomorrow unless another day is chosen. */
function draftOf(reminder: Reminder | undefined, timeZone: string, contactId?: string): Draft {
  if (!reminder) {
    const date = localDay(new Date(Date.now() + 86_400_000), timeZone);
    return { ...empty, date, contactIds: contactId ? [contactId] : [] };
  }
  return {
    ...draftFrom(empty, reminder),
    ...reminder.dueAt && localTime(reminder.dueAt, timeZone),
    fromCompletion: reminder.recurrenceFrom === "completion",
  };
}

function bodyOf({ date, time, fromCompletion, ...draft }: Draft, timeZone: string): ReminderCreate {
  return {
    ...bodyFrom(draft),
    title: draft.title,
    dueAt: date ? instantOf(date, time || "09:00", timeZone) : null,
    recurrenceFrom: fromCompletion ? "completion" : "due",
  };
}

/** Makes a reminder, or changes one. */
export function ReminderForm({ reminder, contactId, onChange = refresh, onClose }: Props) {
  const timeZone = useTimeZone();
  /** The rule that it has, which may be none of those to choose from. */
  const own = reminder?.recurrence;
  const choicesOn = (date: string, chosen: string) => {
    const offered = recurrencesOn(date);
    const others = [own, chosen].filter((rule) => rule && offered.every(([each]) => each !== rule));
    return [
      ...offered,
      ...[...new Set(others)].map((rule) =>
        [rule!, capitalized(recurrenceInWords(rule!, "due", timeZone))] as const
      ),
    ];
  };
  return (
    <EditDialog
      shown={reminder}
      draftKey={`reminder ${reminder?.id ?? contactId ?? ""}`}
      draftOf={(shown) => draftOf(shown, timeZone, contactId)}
      bodyOf={(draft: Draft) => bodyOf(draft, timeZone)}
      resource={kith.reminders}
      onSaved={({ value: { title }, activityId }) => {
        onClose();
        toast({
          text: reminder ? t("{0} is saved.", title) : t("Reminder set: {0}.", title),
          activityId,
        });
        onChange();
      }}
      onClose={onClose}
      title={reminder ? t("Edit the reminder") : t("New reminder")}
      submit={reminder ? t("Save") : t("Set reminder")}
      placed={["title", "description", "dueAt", "recurrence", "contactIds"]}
    >
      {(draft, set, bind) => (
        <>
          <Field
            label={t("What")}
            placeholder={t("Send the photos")}
            maxLength={255}
            autocomplete="off"
            {...bind("title")}
          />
          <PeopleField own={contactId} {...bind("contactIds")} />
          <div class="columns">
            <DateField
              label={t("Day")}
              {...bind("date", "dueAt")}
              onValue={(date) => set({ date, recurrence: recurrenceOn(draft.recurrence, date) })}
            />
            <Field label={t("Time")} type="time" {...bind("time")} />
          </div>
          <SelectField
            label={t("Repeats")}
            options={choicesOn(draft.date, draft.recurrence)}
            {...bind("recurrence")}
            // A rule that speaks of other days moves it to the next of them.
            onValue={(recurrence) =>
              set({ recurrence, ...draft.date && { date: firstDay(recurrence, draft.date) } })}
          />
          {draft.recurrence && (
            <Choice
              type="checkbox"
              label={t("After I did it")}
              hint={t(
                "Counts from the day that it is done; otherwise from the day that it was due.",
              )}
              checked={draft.fromCompletion}
              onChoose={(fromCompletion) => set({ fromCompletion })}
            />
          )}
          <TextArea
            label={t("More about it")}
            rows={2}
            maxLength={10_000}
            {...bind("description")}
          />
        </>
      )}
    </EditDialog>
  );
}
