import type { NoteType } from "../api/types.ts";
import { manage } from "../shell/managers.tsx";
import { SelectField } from "../ui/select.tsx";

interface Props {
  types: NoteType[];
  /** An id, or empty for none. */
  value: string;
  onValue: (value: string) => void;
}

/** The type of a note, with a way to change what types there are. */
export function TypeField({ types, value, onValue }: Props) {
  return (
    <div class="type-field">
      <SelectField label="Type" value={value} onValue={onValue}>
        <option value="">None</option>
        {types.map(({ id, icon, name }) => <option key={id} value={id}>{icon} {name}</option>)}
      </SelectField>
      <button type="button" class="link" onClick={() => manage("note-types")}>Edit types</button>
    </div>
  );
}
