import { getNote, updateNote } from "../api/notes.ts";
import type { Note, NoteCreate, NoteType } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { PeopleField, problemOfPeople } from "../people/people-field.tsx";
import { useDrafts } from "../shell/drafts.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { localDay } from "../ui/dates.ts";
import { EditDialog } from "../ui/edit-dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { saveNote } from "./outbox.tsx";
import { TypeField } from "./type-field.tsx";

interface Props {
  /** The note that is edited; a new one without. */
  note?: Note;
  /** The contact on whose page it is shown, or whom a new one is about unless others are chosen. */
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

const draftOf = (note: Note | undefined, timeZone: string, own?: string): Draft => ({
  content: note?.content ?? "",
  contactIds: note?.contactIds ?? (own ? [own] : []),
  noteTypeId: note?.noteTypeId ?? "",
  date: localDay(note ? new Date(note.occurredAt) : new Date(), timeZone),
});

/** An empty day leaves it as it was; a new note of today is of now. */
const bodyOf = (
  { content, contactIds, noteTypeId, date }: Draft,
  today: string | undefined,
): NoteCreate => ({
  content,
  contactIds,
  noteTypeId: noteTypeId || null,
  ...(date && date !== today && { occurredAt: date }),
});

/** Writes a note, or changes one: its text, people, type and day. */
export function NoteForm({ note, own, types, onSaved, onClose }: Props) {
  const timeZone = useTimeZone();
  const drafts = useDrafts();
  const today = localDay(new Date(), timeZone);
  return (
    <EditDialog
      shown={note}
      draftKey={note ? `edit note ${note.id}` : `new note ${own ?? ""}`}
      draftOf={(shown) => draftOf(shown, timeZone, own)}
      bodyOf={(draft: Draft) => bodyOf(draft, note ? undefined : today)}
      create={(body) => saveNote(drafts, body)}
      read={getNote}
      update={updateNote}
      onSaved={onSaved}
      onClose={onClose}
      title={note ? "Edit the note" : "Write a note"}
      wide
      submit={note ? "Save" : "Save note"}
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
              max={note ? undefined : today}
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
