import { useEffect } from "preact/hooks";
import { Tabs as ViewTabs } from "../shell/view.tsx";
import { listNoteTypes } from "../api/kith.ts";
import { listNotes, type NoteFilter } from "../api/notes.ts";
import { longestSearch } from "../api/search.ts";
import type { NoteType } from "../api/types.ts";
import { Composer, focusComposer } from "./composer.tsx";
import { useKeys } from "../hooks/keys.ts";
import { useLoad, usePages } from "../hooks/load.ts";
import { NoteCard } from "./note-card.tsx";
import { NamesProvider } from "../people/people.tsx";
import { manage } from "../shell/managers.tsx";
import { replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, LoadMore } from "../ui/buttons.tsx";
import { DateField } from "../ui/date-field.tsx";
import { SelectField } from "../ui/fields.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";

const focusSearch = () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();

/** All notes, the newest first. What limits them stands in the address. */
export function NotesView({ query }: { query: URLSearchParams }) {
  const filter = filterOf(query);
  const { search, noteTypeId, from } = filter;
  const to = isBackwards(filter) ? undefined : filter.to;
  const inputs = [search, noteTypeId, from, to];
  const notes = usePages((page, signal) => listNotes({ ...filter, to }, page, 20, signal), inputs);
  const types = useLoad(listNoteTypes, []);
  const known = types.data?.data ?? [];
  const { data, problem, loading } = notes;
  const filtered = inputs.some(Boolean);
  const total = data?.total;
  useKeys({ n: focusComposer, "/": focusSearch });
  useEffect(() => {
    if (filtered && !loading && total !== undefined) announce(`${total} found.`);
  }, [loading, ...inputs]);
  const show = (next: NoteFilter) => replaceQuery({ ...next });
  return (
    <View
      title="Notes"
      actions={
        <div class="view-actions">
          <Button icon="edit" onClick={() => manage("note-types")}>Note types</Button>
        </div>
      }
    >
      <Tabs current="notes" />
      <NamesProvider>
        <div class="section">
          <Composer onSaved={notes.reload} />
        </div>
        <FilterBar filter={filter} types={known} onChange={show} />
        {problem
          ? <Failed problem={problem} retry={notes.reload} />
          : !data
          ? <Loading what="notes" rows={4} />
          : data.total === 0
          ? <NoNotes filtered={filtered} onAll={() => show({})} />
          : (
            <div aria-busy={loading} class={loading ? "section stale" : "section"}>
              <ul class="notes" aria-label="Notes">
                {data.data.map((note) => (
                  <NoteCard key={note.id} note={note} types={known} onChange={notes.reload} />
                ))}
              </ul>
              <LoadMore pages={notes} what="notes" />
            </div>
          )}
      </NamesProvider>
    </View>
  );
}

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
      <Empty icon="search" title="No matching notes">
        <Button onClick={onAll}>Show all notes</Button>
      </Empty>
    );
  }
  return (
    <Empty icon="note" title="No notes yet">
      <p>Write down above what happened, and @ whom. What your agents write appears here too.</p>
    </Empty>
  );
}

/** Whether the last day is before the first one, as it may be while one of them is typed. */
export const isBackwards = ({ from, to }: NoteFilter) => Boolean(from && to && from > to);

interface Props {
  filter: NoteFilter;
  types: NoteType[];
  onChange: (filter: NoteFilter) => void;
}

/** Searches notes, and limits them to a type and to days. */
export function FilterBar({ filter, types, onChange }: Props) {
  const { search = "", noteTypeId = "", from = "", to = "" } = filter;
  return (
    <search class="search-bar">
      <SearchField
        label="Search notes"
        placeholder="Words of a note…"
        search={search}
        onSearch={(next) => onChange({ ...filter, search: next })}
      />
      <div class="filters">
        <SelectField
          label="Notes of type"
          value={noteTypeId}
          onValue={(id) => onChange({ ...filter, noteTypeId: id })}
        >
          <option value="">Every type</option>
          {types.map(({ id, icon, name }) => <option key={id} value={id}>{icon} {name}</option>)}
        </SelectField>
        <DateField
          label="From"
          past
          value={from}
          onValue={(day) => onChange({ ...filter, from: day })}
        />
        <DateField
          label="To"
          past
          value={to}
          onValue={(day) => onChange({ ...filter, to: day })}
          problem={isBackwards(filter) ? "This is before the first day." : undefined}
        />
      </div>
    </search>
  );
}

const tabs = { notes: "Notes", reminders: "Reminders" };

/** Leads between all notes and all reminders. */
export const Tabs = ({ current }: { current: keyof typeof tabs }) => (
  <ViewTabs label="Notes and reminders" tabs={tabs} current={current} />
);
