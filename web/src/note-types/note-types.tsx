import { listNoteTypes } from "../api/kith.ts";
import { deleteNoteType } from "../api/note-types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { ManagedList } from "../ui/managed-list.tsx";
import { NoteTypeForm } from "./note-type-form.tsx";
import { TypeMark } from "./type-mark.tsx";

/** All note types, each with whether its notes count as contact. */
export function NoteTypes() {
  return (
    <ManagedList
      list={useLoad(async (signal) => (await listNoteTypes(signal)).data, [])}
      what="note types"
      add="New note type"
      nothing="There are no note types yet. A type says what kind of note it is, such as a call."
      aboutOf={({ countsAsContact }) =>
        countsAsContact ? "Counts as contact" : "Does not count as contact"}
      markOf={(type) => <TypeMark type={type} />}
      remove={({ id }) => deleteNoteType(id)}
      removedOf={({ name }) => `${name} is deleted. Its notes stay, without a type.`}
      Form={NoteTypeForm}
    />
  );
}
