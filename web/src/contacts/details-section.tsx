import { useRef, useState } from "preact/hooks";
import type { Contact } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { Details } from "./details.tsx";
import { EditDetails } from "./form/edit-details.tsx";
import { useKeptEdit } from "./form/use-contact-edit.ts";

interface Props {
  contact: Contact;
  onChange: (contact: Contact) => void;
}

/** The details of a contact, which become fields in their place. */
export function DetailsSection({ contact, onChange }: Props) {
  const kept = useKeptEdit(contact.id);
  const [editing, setEditing] = useState(kept);
  // Whether a button asked for it, so that the fields take the focus.
  const [asked, setAsked] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  const close = () => {
    setEditing(false);
    // After the question whether to close, which takes the focus with it.
    setTimeout(() => head.current?.querySelector("button")?.focus());
  };
  return (
    <section class="section">
      <div ref={head} class="section-head">
        <h2 class="section-title">Details</h2>
        {!editing && (
          <Button
            icon="edit"
            onClick={() => {
              setAsked(true);
              setEditing(true);
            }}
          >
            Edit
          </Button>
        )}
      </div>
      {editing
        ? (
          <EditDetails
            contact={contact}
            asked={asked}
            onSaved={({ value, activityId }) => {
              close();
              onChange(value);
              toast({ text: `${value.displayName} is saved.`, activityId });
            }}
            onClose={close}
          />
        )
        : <Details contact={contact} />}
    </section>
  );
}
