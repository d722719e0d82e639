import { useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { NoteType } from "../api/types.ts";
import { TypeField } from "../note-types/note-types.tsx";
import { saveNote } from "./outbox.tsx";
import { PeopleField } from "../people/people-field.tsx";
import { useDraft, useDrafts, useTimeZone } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { localDay } from "../ui/dates.ts";
import { Field, TextArea } from "../ui/fields.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  /** The contact on whose page it is, who is chosen unless removed. */
  contactId?: string;
  types: NoteType[];
  onSaved: () => void;
}

/** A field for a note that is always there; people, type and day are asked for once something is typed. */
export function QuickNote({ contactId, types, onSaved }: Props) {
  const timeZone = useTimeZone();
  const today = localDay(new Date(), timeZone);
  const [content, setContent] = useDraft(`note ${contactId ?? ""}`);
  const [people, setPeople] = usePeople(contactId);
  const [noteTypeId, setType] = useDraft(`note type ${contactId ?? ""}`);
  const [otherDay, setOtherDay] = useDraft(`note day ${contactId ?? ""}`);
  const date = otherDay || today;
  const drafts = useDrafts();
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const save = async () => {
    if (state.busy || !content.trim()) return;
    setState({ busy: true });
    try {
      const saved = await saveNote(drafts, {
        content,
        contactIds: people,
        noteTypeId: types.some(({ id }) => id === noteTypeId) ? noteTypeId : null,
        ...(date !== today && { occurredAt: date }),
      });
      setContent("");
      setPeople(undefined);
      setType("");
      setOtherDay("");
      setState({});
      if (!saved) return;
      toast({ text: "The note is saved.", activityId: saved.activityId });
      onSaved();
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <form
      class="card card-body quick-note"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        label="New note"
        quiet
        rows={2}
        maxLength={100_000}
        placeholder="Write a note…"
        value={content}
        onValue={setContent}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void save();
        }}
        problem={state.problem}
      />
      {content.trim() && (
        <>
          <PeopleField ids={people} onChange={setPeople} own={contactId} />
          <div class="quick-note-more">
            <TypeField types={types} value={noteTypeId} onValue={setType} />
            <Field
              label="Day"
              type="date"
              max={today}
              value={date}
              onValue={(day) => setOtherDay(day === today ? "" : day)}
            />
            <Button submit kind="primary" busy={state.busy ?? false}>Save note</Button>
          </div>
        </>
      )}
    </form>
  );
}

/** Who is chosen, kept with the text; undefined is whose page it is. */
function usePeople(
  contactId: string | undefined,
): [people: string[], setPeople: (people: string[] | undefined) => void] {
  const [kept, keep] = useDraft(`note people ${contactId ?? ""}`);
  const people: string[] = kept ? JSON.parse(kept) : contactId ? [contactId] : [];
  return [people, (next) => keep(next ? JSON.stringify(next) : "")];
}
