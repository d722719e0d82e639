import { useContext, useId, useRef, useState } from "preact/hooks";
import type { FoundContact } from "../api/contacts.ts";
import { announce } from "../ui/announce.tsx";
import { ChosenPeople } from "./chosen-people.tsx";
import { NamesContext, NamesProvider, useNames } from "./names.tsx";
import { PeopleSearch } from "./people-search.tsx";

/** As many as a note or a reminder may be about. */
const mostPeople = 50;

/** Why the people cannot be saved; the pointer may be that of one of them. */
export const problemOfPeople = (fields: Record<string, string>): string | undefined =>
  Object.entries(fields).find(([pointer]) => pointer.startsWith("contactIds"))?.[1];

interface Props {
  ids: string[];
  onChange: (ids: string[]) => void;
  /** The contact on whose page the field is. */
  own?: string | undefined;
  problem?: string | undefined;
}

/** Whom a note or a reminder is about: a combobox that searches contacts, and those that are chosen as chips before it. */
export function PeopleField(props: Props) {
  return useContext(NamesContext) ? <Field {...props} /> : (
    <NamesProvider>
      <Field {...props} />
    </NamesProvider>
  );
}

function Field({ ids, onChange, own, problem }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  /** Names of those that were found here, which need not be loaded. */
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const loaded = useNames(ids.filter((each) => !known.has(each)));
  const full = ids.length >= mostPeople;
  const nameOf = (each: string) =>
    known.get(each) ?? (loaded.has(each) ? loaded.get(each) ?? "A contact" : undefined);
  const choose = ({ id: chosen, displayName }: FoundContact) => {
    setKnown(new Map(known).set(chosen, displayName));
    onChange([...ids, chosen]);
    announce(`${displayName} is added.`);
  };
  const remove = (gone: string) => {
    onChange(ids.filter((each) => each !== gone));
    announce(`${nameOf(gone) ?? "A contact"} is removed.`);
  };
  const removeLast = () => {
    const last = ids.at(-1);
    // Whose page it is, is removed by its button only: a key that is pressed once too often must not do it.
    if (last && last !== own) remove(last);
  };
  return (
    <div class="field people-field">
      <label for={id}>People</label>
      <ChosenPeople
        ids={ids}
        nameOf={nameOf}
        onRemove={remove}
        onEmpty={() => input.current?.focus()}
      />
      <PeopleSearch
        id={id}
        input={input}
        chosen={ids}
        full={full}
        describedBy={[problem && `${id}-problem`, `${id}-hint`].filter(Boolean).join(" ")}
        invalid={Boolean(problem)}
        onChoose={choose}
        onBack={removeLast}
      />
      <p id={`${id}-hint`} class="hint">{hintOf(ids, own, full)}</p>
      {problem && <p id={`${id}-problem`} class="field-problem">{problem}</p>}
    </div>
  );
}

function hintOf(ids: string[], own: string | undefined, full: boolean): string {
  if (full) return `These are ${mostPeople}, the most there can be.`;
  if (own && !ids.includes(own)) return "It will not appear on this page.";
  return ids.length === 0 ? "About nobody. Type a name to add people." : "";
}
