import { useState } from "preact/hooks";
import { deleteNote, getNote, updateNote } from "../api/notes.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Note, NoteCreate, NoteType } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { TypeField, TypeMark } from "../note-types/note-types.tsx";
import { PeopleField, problemOfPeople } from "../people/people-field.tsx";
import { OtherPeople, People } from "../people/people.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { DateField } from "../ui/date-field.tsx";
import { formatNoted, localDay } from "../ui/dates.ts";
import { TextArea } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { Menu } from "../ui/menu.tsx";
import { toast } from "../ui/toast.tsx";

/** Characters of a note that are shown before it is expanded. */
const previewLength = 600;

interface Props {
  note: Note;
  /** The contact on whose page the note is shown. */
  contactId?: string;
  types: NoteType[];
  onChange: () => void;
}

/** A note with what can be done with it; a long one is expanded on demand. */
export function NoteCard({ note, contactId, types, onChange }: Props) {
  const timeZone = useTimeZone();
  const [opened, setOpened] = useState(false);
  const [editing, setEditing] = useState(false);
  const type = types.find(({ id }) => id === note.noteTypeId);
  const whole = opened || note.content.length <= previewLength;
  const content = whole ? note.content : `${note.content.slice(0, previewLength).trimEnd()}…`;
  const when = formatNoted(note.occurredAt, timeZone);
  const remove = async () => {
    try {
      const { activityId } = await deleteNote(note.id);
      toast({ text: "The note is deleted.", activityId });
      onChange();
    } catch (error) {
      if (!(error instanceof SessionEnded)) toast({ text: toProblem(error).detail });
    }
  };
  return (
    <li class="card card-body note">
      <div class="note-head">
        <time dateTime={note.occurredAt}>{when}</time>
        {type && (
          <span class="note-type">
            <TypeMark type={type} /> {type.name}
          </span>
        )}
        <Menu
          label={`More for the note of ${when}`}
          actions={[
            { label: "Edit", icon: "edit", run: () => setEditing(true) },
            { label: "Delete", icon: "trash", run: () => void remove() },
          ]}
        />
      </div>
      <p class="prose">{content}</p>
      {!whole && (
        <button type="button" class="link" onClick={() => setOpened(true)}>
          Show all
        </button>
      )}
      {contactId
        ? <OtherPeople ids={note.contactIds} than={contactId} />
        : <People ids={note.contactIds} label="About" />}
      {editing && (
        <NoteForm
          note={note}
          own={contactId}
          types={types}
          onSaved={({ activityId }) => {
            setEditing(false);
            toast({ text: "The note is saved.", activityId });
            onChange();
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}

interface NoteFormProps {
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

/** An empty day leaves it as it was. */
const bodyOf = ({ content, contactIds, noteTypeId, date }: Draft): NoteCreate => ({
  content,
  contactIds,
  noteTypeId: noteTypeId || null,
  ...(date && { occurredAt: date }),
});

/** Changes a note: its text, people, type and day. */
function NoteForm({ note, own, types, onSaved, onClose }: NoteFormProps) {
  const timeZone = useTimeZone();
  return (
    <EditDialog
      shown={note}
      draftKey={`edit note ${note.id}`}
      draftOf={(shown = note): Draft => ({
        content: shown.content,
        contactIds: shown.contactIds,
        noteTypeId: shown.noteTypeId ?? "",
        date: localDay(new Date(shown.occurredAt), timeZone),
      })}
      bodyOf={bodyOf}
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
            <DateField
              label="Day"
              past
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
