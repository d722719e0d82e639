import { listNoteTypes } from "../api/kith.ts";
import { NewContact } from "../contacts/form/contact-form.tsx";
import { refresh, useLoad } from "../hooks/load.ts";
import { NoteForm } from "../notes/note-card.tsx";
import { ReminderForm } from "../reminders/reminder-form.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  kind: "contact" | "note" | "reminder";
  onClose: () => void;
}

/** The forms for something new, which are opened from anywhere. */
export function Compose({ kind, onClose }: Props) {
  const types = useLoad(listNoteTypes, []).data?.data ?? [];
  const saved = (text: string) => ({ activityId }: { activityId: string | null }) => {
    onClose();
    toast({ text, activityId });
    refresh();
  };
  if (kind === "contact") return <NewContact onClose={onClose} />;
  if (kind === "note") {
    return <NoteForm types={types} onSaved={saved("The note is saved.")} onClose={onClose} />;
  }
  return <ReminderForm onSaved={saved("The reminder is set.")} onClose={onClose} />;
}
