/** The view of all notes, with search and days. */
import { t } from "../base/texts.ts";
import { useEffect, useState } from "preact/hooks";
import { given, kith } from "../api/kith.ts";
import { longestSearch } from "../base/limits.ts";
import type { ListNotesQuery, NoteType } from "@kith/client";
import { Composer, focusComposer } from "./composer.tsx";
import { useKeys } from "../hooks/events.ts";
import { usePages } from "../hooks/load.ts";
import { TypeSelect, useNoteTypes } from "../note-types/note-types.tsx";
import { NoteCard } from "./note-card.tsx";
import { NamesProvider } from "../people/people.tsx";
import { manage } from "../shell/open.ts";
import { replaceQuery } from "../shell/router.ts";
import { Tabs, View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { DateField } from "../ui/date-field.tsx";
import { focusSearch, SearchField } from "../ui/search-field.tsx";
import { Empty, Listing } from "../ui/states.tsx";

/** All notes, the newest first. What limits them stands in the address. */
export function NotesView({ query }: { query: URLSearchParams }) {
  const filter = filterOf(query);
  const { search, noteTypeId, from } = filter;
  const to = isBackwards(filter) ? undefined : filter.to;
  const inputs = [search, noteTypeId, from, to];
  const notes = usePages((page, signal) => {
    const query = { ...given({ ...filter, to }), sort: "-occurredAt", page, pageSize: 20 } as const;
    return kith.notes.list(query, { signal });
  }, inputs);
  const known = useNoteTypes().data ?? [];
  const { data, loading, reload } = notes;
  const filtered = inputs.some(Boolean);
  const total = data?.total;
  useKeys({ n: focusComposer, "/": focusSearch });
  useEffect(() => {
    if (filtered && !loading && total !== undefined) announce(t("{0} found.", total));
  }, [loading, ...inputs]);
  const show = (next: NoteFilter) => replaceQuery({ ...next });
  return (
    <View
      title={t("Notes")}
      actions={
        <div class="view-actions flow gap-3 label">
          <Button icon="edit" onClick={() => manage("note-types")}>{t("Note types")}</Button>
        </div>
      }
    >
      <Tabs current="notes" />
      <NamesProvider>
        <div class="section">
          <Composer onSaved={notes.reload} />
        </div>
        <FilterBar filter={filter} types={known} onChange={show} />
        <Listing
          pages={notes}
          what="notes"
          empty={<NoNotes filtered={filtered} onAll={() => show({})} />}
        >
          {(notes) => (
            <ul class="notes stack gap-3" aria-label={t("Notes")}>
              {notes.map((note) => (
                <NoteCard key={note.id} note={note} types={known} onChange={reload} />
              ))}
            </ul>
          )}
        </Listing>
      </NamesProvider>
    </View>
  );
}

type NoteFilter = {
  [Name in "search" | "noteTypeId" | "from" | "to"]?: ListNotesQuery[Name] | undefined;
};

const day = /^\d{4}-\d\d-\d\d$/;
const id = /^[\da-f-]{36}$/i;

/** What an address asks for; what the API would refuse is left out. */
function filterOf(query: URLSearchParams): NoteFilter {
  const take = (name: string, pattern: RegExp) => {
    const value = query.get(name) ?? "";
    return pattern.test(value) ? value : undefined;
  };
  return {
    search: query.get("search")?.slice(0, longestSearch) || undefined,
    noteTypeId: take("noteTypeId", id),
    from: take("from", day),
    to: take("to", day),
  };
}

function NoNotes({ filtered, onAll }: { filtered: boolean; onAll: () => void }) {
  if (filtered) {
    return (
      <Empty icon="search" title={t("No matching notes")}>
        <Button onClick={onAll}>{t("Show all notes")}</Button>
      </Empty>
    );
  }
  return (
    <Empty icon="note" title={t("No notes yet")}>
      <p>
        {t("Write down above what happened, and @ whom. What your agents write appears here too.")}
      </p>
    </Empty>
  );
}

/** Whether the last day is before the first one, as it may be while one of them is typed. */
const isBackwards = ({ from, to }: NoteFilter) => Boolean(from && to && from > to);

interface Props {
  filter: NoteFilter;
  types: NoteType[];
  onChange: (filter: NoteFilter) => void;
}

/** Searches notes, and limits them to a type and to days. */
function FilterBar({ filter, types, onChange }: Props) {
  const { search = "", noteTypeId = "", from = "", to = "" } = filter;
  const [isOpen] = useState(Boolean(noteTypeId || from || to));
  return (
    <search class="search-bar stack">
      <SearchField
        label={t("Search notes")}
        placeholder={t("Words of a note…")}
        search={search}
        onSearch={(next) => onChange({ ...filter, search: next })}
      />
      <details open={isOpen}>
        <summary>{t("Only one type, or some days")}</summary>
        <div class="filters">
          <TypeSelect
            label={t("Notes of type")}
            none={t("Every type")}
            types={types}
            value={noteTypeId}
            onValue={(noteTypeId) => onChange({ ...filter, noteTypeId })}
          />
          <DateField
            label={t("From")}
            past
            value={from}
            onValue={(day) => onChange({ ...filter, from: day })}
          />
          <DateField
            label={t("To")}
            past
            value={to}
            onValue={(day) => onChange({ ...filter, to: day })}
            problem={isBackwards(filter) ? t("This is before the first day.") : undefined}
          />
        </div>
      </details>
    </search>
  );
}
