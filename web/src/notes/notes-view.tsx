import { useEffect } from "preact/hooks";
import { listNoteTypes } from "../api/kith.ts";
import { listNotes, type NoteFilter } from "../api/notes.ts";
import { longestSearch } from "../api/search.ts";
import { useKeys } from "../hooks/use-keys.ts";
import { useLoad } from "../hooks/use-load.ts";
import { usePages } from "../hooks/use-pages.ts";
import { NamesProvider } from "../people/names.tsx";
import { manage } from "../shell/managers.tsx";
import { replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/button.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { FilterBar, isBackwards } from "./filter-bar.tsx";
import { NoteCard } from "./note-card.tsx";
import { QuickNote } from "./quick-note.tsx";
import { Tabs } from "./tabs.tsx";

const focusSearch = () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
const focusNew = () => document.querySelector<HTMLTextAreaElement>(".quick-note textarea")?.focus();

/** All notes, the newest first, those about nobody included. What limits them stands in the address. */
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
  useKeys({ n: focusNew, "/": focusSearch });
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
          <QuickNote types={known} onSaved={notes.reload} />
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
      <p>Write one above, about somebody or about nobody. Notes by your agents appear here too.</p>
    </Empty>
  );
}
