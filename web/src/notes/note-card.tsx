/** A note in a list, and the form that changes it. */
import { t } from "../base/texts.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Note, NoteType } from "@kith/client";
import { bodyFrom, draftFrom } from "../hooks/drafts.ts";
import { TypeField, TypeMark } from "../note-types/note-types.tsx";
import { PeopleField } from "../people/people-field.tsx";
import { OtherPeople, People } from "../people/people.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button, LinkButton } from "../ui/buttons.tsx";
import { useAction } from "../hooks/load.ts";
import { talkText } from "./talk.ts";
import { DateField } from "../ui/date-field.tsx";
import { formatNoted, localDay } from "../base/dates.ts";
import { Field, TextArea } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { Linked } from "../ui/linked.tsx";
import { Menu } from "../ui/menu.tsx";
import { act, toast } from "../ui/toast.tsx";

/** Characters of a note that are shown before it is expanded. */
const previewLength = 600;

interface Props {
  note: Note;
  /** The contact on whose page the note is shown. */
  contactId?: string | undefined;
  types: NoteType[];
  onChange: () => void;
}

/** A talk of which nothing is written yet, and a field for a word about it. */
function Talk({ note, onChange }: Pick<Props, "note" | "onChange">) {
  const [word, setWord] = useState<string>();
  const { busy, problem, run } = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), [word === undefined]);
  if (word === undefined) {
    return (
      <div class="flow">
        <p class="prose">{talkText}</p>
        <LinkButton onClick={() => setWord("")}>{t("Add a word")}</LinkButton>
      </div>
    );
  }
  const save = () =>
    act(kith.notes.update(note.id, { content: word }), () => t("Saved."), onChange);
  return (
    <form
      ref={form}
      class="talk-word"
      onSubmit={(event) => {
        event.preventDefault();
        if (word.trim()) void run(save);
      }}
    >
      <Field
        label={t("What about?")}
        autocomplete="off"
        maxLength={10_000}
        value={word}
        onValue={setWord}
        problem={problem?.detail}
      />
      <Button submit busy={busy}>{t("Save")}</Button>
    </form>
  );
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
  const remove = () => act(kith.notes.delete(note.id), () => t("The note is deleted."), onChange);
  return (
    <li class="card card-body note stack start">
      <div class="note-head flow fine">
        <time dateTime={note.occurredAt}>{when}</time>
        {type && (
          <span class="note-type">
            <TypeMark type={type} /> {type.name}
          </span>
        )}
        <Menu
          label={t("More for the note of {0}", when)}
          actions={[
            { label: t("Edit"), icon: "edit", run: () => setEditing(true) },
            { label: t("Delete"), icon: "trash", run: () => void remove() },
          ]}
        />
      </div>
      {note.content === talkText ? <Talk note={note} onChange={onChange} /> : (
        <p class="prose">
          <Linked text={content} />
        </p>
      )}
      {!whole && <LinkButton onClick={() => setOpened(true)}>{t("Show all")}</LinkButton>}
      {contactId
        ? <OtherPeople ids={note.contactIds} than={contactId} />
        : <People ids={note.contactIds} label={t("About")} />}
      {editing && (
        <NoteForm
          note={note}
          contactId={contactId}
          types={types}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}

const empty = { content: "", contactIds: [] as string[], noteTypeId: "" };

/** Changes a note: its text, people, type and day. */
function NoteForm({ note, contactId, types, onChange, onClose }: Props & { onClose: () => void }) {
  const timeZone = useTimeZone();
  return (
    <EditDialog
      shown={note}
      draftKey={`edit note ${note.id}`}
      draftOf={(shown = note) => ({
        ...draftFrom(empty, shown),
        date: localDay(new Date(shown.occurredAt), timeZone),
      })}
      // An empty day leaves it as it was.
      bodyOf={({ date, content, ...rest }) => ({
        content,
        ...bodyFrom(rest),
        ...(date && { occurredAt: date }),
      })}
      resource={kith.notes}
      onSaved={({ activityId }) => {
        onClose();
        toast({ text: t("The note is saved."), activityId });
        onChange();
      }}
      onClose={onClose}
      title={t("Edit the note")}
      wide
      submit={t("Save")}
      placed={["content", "occurredAt", "contactIds"]}
    >
      {(_draft, _set, bind) => (
        <>
          <TextArea label={t("Note")} rows={6} maxLength={100_000} {...bind("content")} />
          <PeopleField own={contactId} {...bind("contactIds")} />
          <div class="columns">
            <TypeField types={types} {...bind("noteTypeId")} />
            <DateField label={t("Day")} past {...bind("date", "occurredAt")} />
          </div>
        </>
      )}
    </EditDialog>
  );
}
