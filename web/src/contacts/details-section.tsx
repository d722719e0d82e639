import type { Contact } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.tsx";
import { Details } from "./details.tsx";
import { EditDetails } from "./form/edit-details.tsx";
import type { DetailsEdit } from "./use-details-edit.ts";

interface Props {
  contact: Contact;
  edit: DetailsEdit;
  onChange: (contact: Contact) => void;
}

/** The details of a contact, which become fields in their place. */
export function DetailsSection({ contact, edit, onChange }: Props) {
  return (
    <section class="section">
      <div ref={edit.button} class="section-head">
        <h2 class="section-title">Details</h2>
        {!edit.editing && (
          <Button icon="edit" onClick={(event) => edit.open(event.currentTarget)}>
            Edit details
          </Button>
        )}
      </div>
      {edit.editing
        ? (
          <EditDetails
            contact={contact}
            asked={edit.asked}
            onSaved={({ value, activityId }) => {
              edit.close();
              onChange(value);
              toast({ text: `${value.displayName} is saved.`, activityId });
            }}
            onClose={edit.close}
          />
        )
        : <Details contact={contact} />}
    </section>
  );
}
