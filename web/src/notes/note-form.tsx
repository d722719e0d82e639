import { createNote, getNote, updateNote } from "../api/notes.ts";
import type { Note, NoteCreate, NoteType } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { PeopleField, problemOfPeople } from "../people/people-field.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { localDay } from "../ui/dates.ts";
import { EditDialog } from "../ui/edit-dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { TypeField } from "./type-field.tsx";

interface Props {
  note: Note;
  /** The contact on whose page it is shown. */
  own?: string | undefined;
  types: NoteType[];
  onSaved: (result: Written<Note>) => void;
  onClose: () => void;
}

interface Draft {
  content: string;
  contactIds: string[];
  noteTypeId: string;
  date: string;
}

const draftOf = (note: Note, timeZone: string): Draft => ({
  content: note.content,
  contactIds: note.contactIds,
  noteTypeId: note.noteTypeId ?? "",
  date: localDay(new Date(note.occurredAt), timeZone),
});

/** An empty day leaves it as it was. */
const bodyOf = ({ content, contactIds, noteTypeId, date }: Draft): NoteCreate => ({
  content,
  contactIds,
  noteTypeId: noteTypeId || null,
  ...(date && { occurredAt: date }),
});

/** Changes a note: its text, people, type and day. */
export function NoteForm({ note, own, types, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  return (
    <EditDialog
      shown={note}
      draftKey={`edit note ${note.id}`}
      draftOf={(shown) => draftOf(shown ?? note, timeZone)}
      bodyOf={bodyOf}
      create={createNote}
      read={getNote}
      update={updateNote}
      onSaved={onSaved}
      onClose={onClose}
      title="Edit the note"
      wide
      submit="Save"
      placed={["content", "occurredAt", "contactIds"]}
    >
      {(draft, set, fields) => (
        <>
          <TextArea
            label="Note"
            rows={6}
            maxLength={100_000}
            value={draft.content}
            onValue={(content) => set({ content })}
            problem={fields["content"]}
          />
          <PeopleField
            ids={draft.contactIds}
            onChange={(contactIds) => set({ contactIds })}
            own={own}
            problem={problemOfPeople(fields)}
          />
          <div class="columns">
            <TypeField
              types={types}
              value={draft.noteTypeId}
              onValue={(noteTypeId) => set({ noteTypeId })}
            />
            <Field
              label="Day"
              type="date"
              value={draft.date}
              onValue={(date) => set({ date })}
              problem={fields["occurredAt"]}
            />
          </div>
        </>
      )}
    </EditDialog>
  );
}
