import { createNoteType, getNoteType, updateNoteType } from "../api/note-types.ts";
import type { NoteType, NoteTypeCreate } from "../api/types.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { Choice } from "../ui/choice.tsx";
import { ColourField } from "../ui/colour-field.tsx";
import { EditDialog } from "../ui/edit-dialog.tsx";
import { Field } from "../ui/field.tsx";

interface Draft {
  name: string;
  icon: string;
  color: string;
  countsAsContact: boolean;
}

const draftOf = (type: NoteType | undefined): Draft => ({
  name: type?.name ?? "",
  icon: type?.icon ?? "",
  color: type?.color ?? "",
  countsAsContact: type?.countsAsContact ?? true,
});

const bodyOf = ({ name, icon, color, countsAsContact }: Draft): NoteTypeCreate => ({
  name: name.trim(),
  icon: icon.trim() || null,
  color: color || null,
  countsAsContact,
});

/** Makes a note type, or changes one. */
export function NoteTypeForm(props: EditProps<NoteType>) {
  const { shown } = props;
  return (
    <EditDialog
      {...props}
      draftKey={`type ${shown?.id ?? ""}`}
      draftOf={draftOf}
      bodyOf={bodyOf}
      create={createNoteType}
      read={getNoteType}
      update={updateNoteType}
      title={shown ? `Edit ${shown.name}` : "New note type"}
      submit={shown ? "Save" : "Add note type"}
      placed={["name", "icon"]}
    >
      {(draft, set, fields) => (
        <>
          <div class="columns">
            <Field
              label="Name"
              autocomplete="off"
              maxLength={100}
              value={draft.name}
              onValue={(name) => set({ name })}
              problem={fields["name"]}
            />
            <Field
              label="Icon"
              autocomplete="off"
              placeholder="☎️"
              maxLength={16}
              hint="An emoji, or a short word."
              value={draft.icon}
              onValue={(icon) => set({ icon })}
              problem={fields["icon"]}
            />
          </div>
          <ColourField value={draft.color} onValue={(color) => set({ color })} />
          <Choice
            type="checkbox"
            label="Counts as contact"
            hint="A note of this type says that you were in touch with whom it is about."
            checked={draft.countsAsContact}
            onChoose={(countsAsContact) => set({ countsAsContact })}
          />
        </>
      )}
    </EditDialog>
  );
}
