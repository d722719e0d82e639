import { useRef } from "preact/hooks";
import { createContact } from "../../api/contacts.ts";
import type { Contact, ContactCreate } from "../../api/types.ts";
import type { Written } from "../../api/written.ts";
import { useDraft } from "../../shell/drafts.tsx";
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
  const [kept, keep] = useDraft("new contact");
  const draft: ContactDraft = kept ? { ...newDraft, ...JSON.parse(kept) } : newDraft;
  const latest = useRef(draft);
  latest.current = draft;
  const changes = changesOf(draft, emptyDraft);
  return (
    <FormDialog
      title="New contact"
      wide
      dirty={Object.keys(changes).length > 0}
      submit="Add contact"
      save={async () => {
        const saved = await createContact(changes as ContactCreate);
        keep("");
        onSaved(saved);
      }}
      isKept
      onClose={() => {
        keep("");
        onClose();
      }}
      placed={placed}
    >
      {(fields) => (
        <ContactFields
          draft={draft}
          set={(change) => {
            latest.current = { ...latest.current, ...change };
            keep(JSON.stringify(latest.current));
          }}
          fields={fields}
        />
      )}
    </FormDialog>
  );
}
