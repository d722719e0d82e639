import { kith } from "../api/kith.ts";
import type { Reminder, ReminderCreate } from "@kith/client";
import type { Written } from "../api/written.ts";
import { refresh } from "../hooks/load.ts";
import { PeopleField } from "../people/people-field.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { DateField } from "../ui/date-field.tsx";
import { instantOf, localDay, localTime } from "../ui/dates.ts";
import { Choice, Field, SelectField, TextArea } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { toast } from "../ui/toast.tsx";
import { recurrenceInWords, recurrences } from "./when.ts";

interface Props {
  /** The reminder that is edited; a new one without. */
  reminder?: Reminder;
  /** The contact on whose page it is shown; a new one is about them unless others are chosen. */
  contactId?: string | undefined;
  onSaved: (result: Written<Reminder>) => void;
  onClose: () => void;
}

interface Draft {
  title: string;
  contactIds: string[];
  description: string;
  date: string;
  time: string;
  recurrence: string;
  fromCompletion: boolean;
}

/** When a new reminder is due unless another day is chosen. */
const tomorrow = (timeZone: string) => localDay(new Date(Date.now() + 86_400_000), timeZone);

function draftOf(reminder: Reminder | undefined, timeZone: string, contactId?: string): Draft {
  const due = reminder?.dueAt ? localTime(reminder.dueAt, timeZone) : undefined;
  return {
    title: reminder?.title ?? "",
    contactIds: reminder?.contactIds ?? (contactId ? [contactId] : []),
    description: reminder?.description ?? "",
    date: due?.date ?? (reminder ? "" : tomorrow(timeZone)),
    time: due?.time ?? "09:00",
    recurrence: reminder?.recurrence ?? "",
    fromCompletion: reminder?.recurrenceFrom === "completion",
  };
}

const bodyOf = (draft: Draft, timeZone: string): ReminderCreate => ({
  title: draft.title,
  contactIds: draft.contactIds,
  description: draft.description.trim() || null,
  dueAt: draft.date ? instantOf(draft.date, draft.time || "09:00", timeZone) : null,
  recurrence: draft.recurrence || null,
  recurrenceFrom: draft.fromCompletion ? "completion" : "due",
});

/** Makes a reminder, from wherever one is. */
export function NewReminder({ onClose, ...rest }: Pick<Props, "contactId" | "onClose">) {
  return (
    <ReminderForm
      {...rest}
      onSaved={({ value, activityId }) => {
        onClose();
        toast({ text: `Reminder set: ${value.title}.`, activityId });
        refresh();
      }}
      onClose={onClose}
    />
  );
}

/** Makes a reminder, or changes one. */
export function ReminderForm({ reminder, contactId, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  return (
    <EditDialog
      shown={reminder}
      draftKey={`reminder ${reminder?.id ?? contactId ?? ""}`}
      draftOf={(shown) => draftOf(shown, timeZone, contactId)}
      bodyOf={(draft: Draft) => bodyOf(draft, timeZone)}
      resource={kith.reminders}
      onSaved={onSaved}
      onClose={onClose}
      title={reminder ? "Edit the reminder" : "New reminder"}
      submit={reminder ? "Save" : "Set reminder"}
      placed={["title", "description", "dueAt", "recurrence", "contactIds"]}
    >
      {(draft, set, bind) => (
        <>
          <Field
            label="What"
            placeholder="Send the photos"
            maxLength={255}
            autocomplete="off"
            {...bind("title")}
          />
          <PeopleField own={contactId} {...bind("contactIds")} />
          <div class="columns">
            <DateField label="Day" {...bind("date", "dueAt")} />
            <Field label="Time" type="time" {...bind("time")} />
          </div>
          <Repeats draft={draft} set={set} own={reminder?.recurrence} />
          <TextArea label="More about it" rows={2} maxLength={10_000} {...bind("description")} />
        </>
      )}
    </EditDialog>
  );
}

interface RepeatsProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** The rule that the reminder has, which may be none of those to choose from. */
  own: string | null | undefined;
}

/** Whether and how often it comes again. */
function Repeats({ draft, set, own }: RepeatsProps) {
  const timeZone = useTimeZone();
  const choices = own && recurrences.every(([rule]) => rule !== own)
    ? [...recurrences, [own, upper(recurrenceInWords(own, "due", timeZone))] as const]
    : recurrences;
  return (
    <>
      <SelectField
        label="Repeats"
        value={draft.recurrence}
        onValue={(recurrence) => set({ recurrence })}
        options={choices}
      />
      {draft.recurrence && (
        <Choice
          type="checkbox"
          label="After I did it"
          hint="Counts from the day that it is done; otherwise from the day that it was due."
          checked={draft.fromCompletion}
          onChoose={(fromCompletion) => set({ fromCompletion })}
        />
      )}
    </>
  );
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
