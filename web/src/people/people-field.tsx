/** The field in which people are chosen. */
import { t } from "../base/texts.ts";
import type { Ref } from "preact";
import { useContext, useRef, useState } from "preact/hooks";
import { findContacts, type FoundContact } from "../api/contacts.ts";
import { nameBy } from "../base/names.ts";
import { longestSearch } from "../base/limits.ts";
import { useSearch } from "../hooks/load.ts";
import { NamesContext, NamesProvider, useNames, workOf } from "./people.tsx";
import { useNameOrder } from "../shell/profile.ts";
import { announce } from "../ui/announce.tsx";
import { type Control, Labelled } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { type Option, OptionList, useOptions } from "../ui/options.tsx";
import { aboutLimit } from "../../../functions/kith/core/limits.ts";

interface Props {
  /** The ids of those who are chosen. */
  value: string[];
  onValue: (ids: string[]) => void;
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

function Field({ value: ids, onValue, own, problem }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const order = useNameOrder();
  /** Names of those that were found here, which need not be loaded. */
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const loaded = useNames(ids.filter((each) => !known.has(each)));
  const full = ids.length >= aboutLimit;
  const nameOf = (each: string) =>
    known.get(each) ?? (loaded.has(each) ? loaded.get(each) ?? t("A contact") : undefined);
  const choose = (contact: FoundContact) => {
    const name = nameBy(order, contact);
    setKnown(new Map(known).set(contact.id, name));
    onValue([...ids, contact.id]);
    announce(t("{0} is added.", name));
  };
  const remove = (gone: string) => {
    onValue(ids.filter((each) => each !== gone));
    announce(t("{0} is removed.", nameOf(gone) ?? t("A contact")));
  };
  const removeLast = () => {
    const last = ids.at(-1);
    // Whose page it is, is removed by its button only: a key that is pressed once too often must not do it.
    if (last && last !== own) remove(last);
  };
  return (
    <Labelled label={t("People")} hint={hintOf(ids, own, full)} problem={problem}>
      {(control) => (
        <>
          <ChosenPeople
            ids={ids}
            nameOf={nameOf}
            onRemove={remove}
            onEmpty={() => input.current?.focus()}
          />
          <PeopleSearch
            {...control}
            input={input}
            chosen={ids}
            full={full}
            onChoose={choose}
            onBack={removeLast}
          />
        </>
      )}
    </Labelled>
  );
}

function hintOf(ids: string[], own: string | undefined, full: boolean): string {
  if (full) return t("These are {0}, the most there can be.", aboutLimit);
  if (own && !ids.includes(own)) return t("It will not appear on this page.");
  return ids.length === 0 ? t("Type a name to say who it is about.") : "";
}

interface ChosenProps {
  ids: readonly string[];
  /** Undefined while it is loaded, or where it cannot be. */
  nameOf: (id: string) => string | undefined;
  onRemove: (id: string) => void;
  /** Called when the last one is removed, whose button had the focus. */
  onEmpty: () => void;
}

/** People who are chosen, as chips with a button that removes them. */
export function ChosenPeople({ ids, nameOf, onRemove, onEmpty }: ChosenProps) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (id: string) => {
    const place = ids.indexOf(id);
    onRemove(id);
    // The button is gone then: the next one takes its focus, or the one before it.
    setTimeout(() => {
      const buttons = list.current?.querySelectorAll("button") ?? [];
      const next = buttons[Math.min(place, buttons.length - 1)];
      if (next) next.focus();
      else onEmpty();
    });
  };
  if (ids.length === 0) return null;
  return (
    <ul ref={list} class="people flow" aria-label={t("People who are chosen")}>
      {ids.map((id) => (
        <li key={id}>
          <span class="chip person chosen">
            <span class="clip">{nameOf(id) ?? "…"}</span>
            <button
              type="button"
              aria-label={t("Remove {0}", nameOf(id) ?? t("a contact"))}
              onClick={() => remove(id)}
            >
              <Icon name="close" />
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface SearchProps extends Control {
  input: Ref<HTMLInputElement>;
  /** The ids of those that are chosen already, who are not found. */
  chosen: string[];
  /** Whether no more can be chosen. */
  full?: boolean;
  onChoose: (contact: FoundContact) => void;
  /** Called for Backspace in the empty input. */
  onBack?: () => void;
}

/** Finds a contact while its name is typed. */
export function PeopleSearch(props: SearchProps) {
  const { input: ref, chosen, full = false, onChoose, onBack, ...control } = props;
  const { id } = control;
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const { options, rest, ...state } = useFound(open ? text : undefined, chosen, (contact) => {
    onChoose(contact);
    setText("");
    setOpen(false);
  });
  const { at, point, input } = useOptions({
    id,
    open,
    options,
    ...state,
    onOpen: () => setOpen(!full),
    onClose: () => setOpen(false),
  });
  return (
    <div class="people-search">
      <input
        {...control}
        {...input}
        ref={ref}
        maxLength={longestSearch}
        readOnly={full}
        placeholder={t("Add people…")}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          point();
          setText(value);
          setOpen(value.trim() !== "");
        }}
        onKeyDown={(event) => {
          // Never the form's, while a name is typed.
          if (event.key === "Enter" && text.trim()) event.preventDefault();
          if (event.key === "Backspace" && !text) onBack?.();
          input.onKeyDown(event);
        }}
      />
      <OptionList
        {...{ id, open, at, rest }}
        label={t("Contacts")}
        groups={[{ title: "", options }]}
      />
    </div>
  );
}

/**
 * Contacts that match what is typed, except those that are chosen already, as options.
 * @param search undefined while nothing is searched for
 */
export function useFound(
  search: string | undefined,
  except: readonly string[],
  onChoose: (contact: FoundContact) => void,
) {
  const order = useNameOrder();
  const text = search?.trim();
  const find = async (text: string, signal: AbortSignal) => {
    // So many that enough are left without those that are chosen.
    const contacts = await findContacts(text, 8 + except.length, signal);
    const others = contacts.filter(({ id }) => !except.includes(id)).slice(0, 8);
    announce(t("{0} found.", others.length));
    return others;
  };
  const { found, problem, waiting } = useSearch(text, find, text === "" ? 0 : 200, [except.join()]);
  return {
    options: (found ?? []).map((contact): Option => ({
      key: contact.id,
      label: nameBy(order, contact),
      about: workOf(contact),
      run: () => onChoose(contact),
    })),
    waiting,
    failed: problem !== undefined,
    rest: problem?.detail ??
      (!found ? t("Searching…") : found.length === 0 ? t("Nobody is found") : undefined),
  };
}
