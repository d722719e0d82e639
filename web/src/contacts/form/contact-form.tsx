import { useState } from "preact/hooks";
import { createContact } from "../../api/contacts.ts";
import type { Contact, ContactCreate } from "../../api/types.ts";
import type { Written } from "../../api/written.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ContactFields, placed } from "./contact-fields.tsx";
import { changesOf, type ContactDraft, emptyDraft } from "./draft.ts";

interface Props {
  onSaved: (result: Written<Contact>) => void;
  onClose: () => void;
}

/** A new contact starts with a row for each of what most people have. */
const rows = [{ value: "", label: "" }];
const newDraft: ContactDraft = { ...emptyDraft, emails: rows, phones: rows };

/** A dialog that creates a contact. */
export function ContactForm({ onSaved, onClose }: Props) {
  const [draft, setDraft] = useState(newDraft);
  const changes = changesOf(draft, emptyDraft);
  return (
    <FormDialog
      title="New contact"
      wide
      dirty={Object.keys(changes).length > 0}
      submit="Add contact"
      save={async () => onSaved(await createContact(changes as ContactCreate))}
      onClose={onClose}
      placed={placed}
    >
      {(fields) => (
        <ContactFields
          draft={draft}
          set={(change) => setDraft((now) => ({ ...now, ...change }))}
          fields={fields}
        />
      )}
    </FormDialog>
  );
}
