import { useState } from "preact/hooks";
import { deleteNote } from "../api/notes.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Note, NoteType } from "../api/types.ts";
import { TypeMark } from "../note-types/type-mark.tsx";
import { OtherPeople, People } from "../people/people.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { formatNoted } from "../ui/dates.ts";
import { Menu } from "../ui/menu.tsx";
import { toast } from "../ui/toast.tsx";
import { NoteForm } from "./note-form.tsx";

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
