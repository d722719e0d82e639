import { useState } from "preact/hooks";
import { listNotes, listNoteTypes } from "../api/kith.ts";
import type { Note, NoteType } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { usePages } from "../hooks/use-pages.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { formatInstant } from "../ui/dates.ts";
import { LoadMore } from "../ui/load-more.tsx";
import { Failed, Loading } from "../ui/states.tsx";

export function Notes({ contactId }: { contactId: string }) {
  const notes = usePages((page, signal) => listNotes(contactId, page, signal), [contactId]);
  const types = useLoad(listNoteTypes, []);
  const { data, problem } = notes;
  return (
    <section class="section">
      <h2 class="section-title">
        Notes {data && data.total > 0 && <span class="count">{data.total}</span>}
      </h2>
      {problem
        ? <Failed problem={problem} retry={notes.reload} />
        : !data
        ? <Loading what="notes" rows={2} />
        : data.total === 0
        ? <p class="nothing card card-body">No notes about this contact yet.</p>
        : (
          <>
            <ul class="notes">
              {data.data.map((note) => (
                <NoteCard
                  key={note.id}
                  note={note}
                  type={types.data?.data.find(({ id }) => id === note.noteTypeId)}
                />
              ))}
            </ul>
            <LoadMore pages={notes} what="notes" />
          </>
        )}
    </section>
  );
}

/** Characters of a note that are shown before it is expanded. */
const previewLength = 600;

function NoteCard({ note, type }: { note: Note; type: NoteType | undefined }) {
  const timeZone = useTimeZone();
  const [whole, setWhole] = useState(note.content.length <= previewLength);
  const content = whole ? note.content : `${note.content.slice(0, previewLength).trimEnd()}…`;
  return (
    <li class="card card-body note">
      <p class="note-head">
        <time dateTime={note.occurredAt}>{formatInstant(note.occurredAt, timeZone)}</time>
        {type && <span class="note-type">{type.icon} {type.name}</span>}
      </p>
      <p class="prose">{content}</p>
      {!whole && (
        <button type="button" class="link" onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </li>
  );
}
