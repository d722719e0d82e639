import { NewContact } from "../contacts/form/contact-form.tsx";
import { NoteDialog } from "../notes/composer.tsx";
import { NewReminder } from "../reminders/reminder-form.tsx";

interface Props {
  kind: "contact" | "note" | "reminder";
  onClose: () => void;
}

const forms = { contact: NewContact, note: NoteDialog, reminder: NewReminder };

/** The forms for something new, which are opened from anywhere. */
export function Compose({ kind, onClose }: Props) {
  const Form = forms[kind];
  return <Form onClose={onClose} />;
}
