import { NewContact } from "../contacts/form/contact-form.tsx";
import { refresh } from "../hooks/load.ts";
import { NoteDialog } from "../notes/composer.tsx";
import { ReminderForm } from "../reminders/reminder-form.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  kind: "contact" | "note" | "reminder";
  onClose: () => void;
}

/** The forms for something new, which are opened from anywhere. */
export function Compose({ kind, onClose }: Props) {
  if (kind === "contact") return <NewContact onClose={onClose} />;
  if (kind === "note") return <NoteDialog onClose={onClose} />;
  return (
    <ReminderForm
      onSaved={({ activityId }) => {
        onClose();
        toast({ text: "The reminder is set.", activityId });
        refresh();
      }}
      onClose={onClose}
    />
  );
}
