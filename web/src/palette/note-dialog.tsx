import { useState } from "preact/hooks";
import { listNoteTypes } from "../api/kith.ts";
import type { Note } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { useLoad } from "../hooks/use-load.ts";
import { saveNote } from "../notes/outbox.tsx";
import { useDraft, useDrafts } from "../shell/drafts.tsx";
import { useTimeZone } from "../shell/profile-context.tsx";
import { localDay } from "../ui/dates.ts";
import { Field } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { SelectField } from "../ui/select.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { Person } from "./people.ts";

interface Props {
  person: Person;
  onSaved: (result: Written<Note>) => void;
  onClose: () => void;
}

/** A new note about somebody. */
export function NoteDialog({ person, onSaved, onClose }: Props) {
  const today = localDay(new Date(), useTimeZone());
  const types = useLoad(listNoteTypes, []);
  // The same as on their page.
  const [content, setContent] = useDraft(`note ${person.id}`);
  const drafts = useDrafts();
  const [type, setType] = useState("");
  const [date, setDate] = useState(today);
  const save = async () => {
    const saved = await saveNote(drafts, {
      content,
      contactId: person.id,
      noteTypeId: type || null,
      ...(date && date !== today && { occurredAt: date }),
    });
    setContent("");
    if (saved) onSaved(saved);
    else onClose();
  };
  return (
    <FormDialog
      title={`Note about ${person.displayName}`}
      wide
      dirty={content.trim() !== ""}
      submit="Save note"
      save={save}
      isKept
      onClose={() => {
        setContent("");
        onClose();
      }}
      placed={["content", "occurredAt"]}
    >
      {(fields) => (
        <>
          <TextArea
            label="Note"
            rows={5}
            maxLength={100_000}
            value={content}
            onValue={setContent}
            problem={fields["content"]}
          />
          <div class="columns">
            <SelectField label="Type" value={type} onValue={setType}>
              <option value="">None</option>
              {types.data?.data.map(({ id, icon, name }) => (
                <option key={id} value={id}>{icon} {name}</option>
              ))}
            </SelectField>
            <Field
              label="Day"
              type="date"
              max={today}
              value={date}
              onValue={setDate}
              problem={fields["occurredAt"]}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
