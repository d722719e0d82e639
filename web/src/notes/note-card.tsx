import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Note, NoteCreate, NoteType } from "@kith/client";
import type { Written } from "../api/written.ts";
import { TypeField, TypeMark } from "../note-types/note-types.tsx";
import { PeopleField } from "../people/people-field.tsx";
import { OtherPeople, People } from "../people/people.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { LinkButton } from "../ui/buttons.tsx";
import { DateField } from "../ui/date-field.tsx";
import { formatNoted, localDay } from "../ui/dates.ts";
import { TextArea } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { Menu } from "../ui/menu.tsx";
import { act, toast } from "../ui/toast.tsx";

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
  const remove = () => act(kith.notes.delete(note.id), () => "The note is deleted.", onChange);
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
      {!whole && <LinkButton onClick={() => setOpened(true)}>Show all</LinkButton>}
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
      resource={kith.notes}
      onSaved={onSaved}
      onClose={onClose}
      title="Edit the note"
      wide
      submit="Save"
      placed={["content", "occurredAt", "contactIds"]}
    >
      {(_draft, _set, bind) => (
        <>
          <TextArea label="Note" rows={6} maxLength={100_000} {...bind("content")} />
          <PeopleField own={own} {...bind("contactIds")} />
          <div class="columns">
            <TypeField types={types} {...bind("noteTypeId")} />
            <DateField label="Day" past {...bind("date", "occurredAt")} />
          </div>
        </>
      )}
    </EditDialog>
  );
}
