/** Types of notes: managing them, choosing one, and its mark. */
import { t } from "../base/texts.ts";
import { kith, whole } from "../api/kith.ts";
import type { NoteType } from "@kith/client";
import { bodyFrom, draftFrom } from "../hooks/drafts.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { useLoad } from "../hooks/load.ts";
import { manage } from "../shell/open.ts";
import { Choice, Field, SelectField } from "../ui/fields.tsx";
import { ColourDot } from "../ui/colours.tsx";
import { EditDialog } from "../ui/form.tsx";
import { ManagedList } from "../ui/managed-list.tsx";

export const useNoteTypes = () =>
  useLoad(async (signal) => (await kith.noteTypes.list(whole, { signal })).data, []);

/** All note types, each with whether its notes count as contact. */
export function NoteTypes() {
  return (
    <ManagedList
      list={useNoteTypes()}
      what="note types"
      add={t("New note type")}
      nothing={t(
        "There are no note types yet. A type says what kind of note it is, such as a call.",
      )}
      aboutOf={({ countsAsContact }) =>
        countsAsContact ? t("Counts as contact") : t("Does not count as contact")}
      markOf={(type) => <TypeMark type={type} />}
      remove={({ id }) => kith.noteTypes.delete(id)}
      removedOf={({ name }) => t("{0} is deleted. Its notes stay, without a type.", name)}
      Form={NoteTypeForm}
    />
  );
}

const empty = { name: "", icon: "", countsAsContact: true };

/** Makes a note type, or changes one. */
function NoteTypeForm(props: EditProps<NoteType>) {
  const { shown } = props;
  return (
    <EditDialog
      {...props}
      draftKey={`type ${shown?.id ?? ""}`}
      draftOf={(shown) => draftFrom(empty, shown)}
      bodyOf={({ name, ...rest }) => ({ name: name.trim(), ...bodyFrom(rest) })}
      resource={kith.noteTypes}
      title={shown ? t("Edit {0}", shown.name) : t("New note type")}
      submit={shown ? t("Save") : t("Add note type")}
      placed={["name", "icon"]}
    >
      {(draft, set, bind) => (
        <>
          <div class="columns">
            <Field label={t("Name")} autocomplete="off" maxLength={100} {...bind("name")} />
            <Field
              label={t("Icon")}
              autocomplete="off"
              placeholder="☎️"
              maxLength={16}
              hint={t("An emoji, or a short word.")}
              {...bind("icon")}
            />
          </div>
          <Choice
            type="checkbox"
            label={t("Counts as contact")}
            hint={t("A note of this type says that you were in touch with whom it is about.")}
            checked={draft.countsAsContact}
            onChoose={(countsAsContact) => set({ countsAsContact })}
          />
        </>
      )}
    </EditDialog>
  );
}

/** What a note type is told apart by beside its name: its icon, or else its colour. */
export function TypeMark({ type: { icon, color, name } }: { type: NoteType }) {
  if (icon) return <span class="type-mark">{icon}</span>;
  return color ? <ColourDot color={color} name={name} /> : null;
}

interface TypeProps {
  label: string;
  /** The words for no type. */
  none: string;
  types: NoteType[];
  /** An id, or empty for none. */
  value: string;
  onValue: (value: string) => void;
}

/** A list of note types to choose one from. */
export const TypeSelect = ({ types, none, ...rest }: TypeProps) => (
  <SelectField
    {...rest}
    options={[
      ["", none],
      ...types.map(({ id, icon, name }) => [id, `${icon ?? ""} ${name}`] as const),
    ]}
  />
);

/** The type of a note, with a way to change what types there are. */
export function TypeField({ types, ...rest }: Omit<TypeProps, "label" | "none">) {
  return (
    <div class="type-field">
      <TypeSelect {...rest} types={types} label={t("Type")} none={t("None")} />
      <button type="button" class="link" onClick={() => manage("note-types")}>
        {t("Edit types")}
      </button>
    </div>
  );
}
