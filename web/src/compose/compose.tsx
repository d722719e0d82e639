/** The forms for something new, which are opened from anywhere. */
import { NewContact } from "../contacts/form/contact-form.tsx";
import { NoteDialog } from "../notes/composer.tsx";
import { ReminderForm } from "../reminders/reminder-form.tsx";

interface Props {
  kind: "contact" | "note" | "reminder";
  /** Whom a note or a reminder is about at first. */
  own?: { id: string; displayName: string } | undefined;
  /** What a note begins with. */
  begin?: string | undefined;
  onClose: () => void;
}

/** The forms for something new, which are opened from anywhere. */
export function Compose({ kind, own, begin = "", onClose }: Props) {
  if (kind === "contact") return <NewContact onClose={onClose} />;
  return kind === "note"
    ? <NoteDialog begin={begin} {...own && { own }} onClose={onClose} />
    : <ReminderForm contactId={own?.id} onClose={onClose} />;
}
