import type { NoteFilter } from "../api/notes.ts";
import type { NoteType } from "../api/types.ts";
import { Field } from "../ui/field.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { SelectField } from "../ui/select.tsx";

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
        <Field
          label="From"
          type="date"
          max="9999-12-31"
          value={from}
          onValue={(day) => onChange({ ...filter, from: day })}
        />
        <Field
          label="To"
          type="date"
          max="9999-12-31"
          value={to}
          onValue={(day) => onChange({ ...filter, to: day })}
          problem={isBackwards(filter) ? "This is before the first day." : undefined}
        />
      </div>
    </search>
  );
}
