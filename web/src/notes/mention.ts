/** Finds people while a name is typed after an @ in the composer, or offers those whose names stand there without one. */
import { t } from "../base/texts.ts";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { findContacts, type FoundContact } from "../api/contacts.ts";
import { useLoad } from "../hooks/load.ts";
import { useFound } from "../people/people-field.tsx";
import { useOptions } from "../ui/options.tsx";

interface MentionOptions {
  text: string;
  /** The ids of those who are not found again. */
  chosen: string[];
  names: string[];
  onChoose: (text: string, person: FoundContact) => void;
}

/** Finds people while a name is typed after an @, by the keyboard alone. */
export function useMention({ text, chosen, names, onChoose }: MentionOptions) {
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  const area = () => box.current?.querySelector("textarea");
  const [caret, setCaret] = useState(0);
  const [closed, setClosed] = useState<string>();
  const moveTo = useRef<number>();
  useLayoutEffect(() => {
    if (moveTo.current === undefined) return;
    area()?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = undefined;
  });
  const begun = /(?:^|[\s(])@([^\n@,;]{0,40})$/.exec(text.slice(0, caret))?.[1];
  const isChosen = names.some((name) => begun?.startsWith(name));
  const search = begun === undefined || isChosen || begun === closed ? undefined : begun;
  const { options, rest, waiting, failed } = useFound(search, chosen, (contact) => {
    if (search === undefined) return;
    const start = caret - search.length;
    const before = `${text.slice(0, start)}${contact.displayName} `;
    moveTo.current = before.length;
    setCaret(before.length);
    onChoose(before + text.slice(caret).replace(/^ /, ""), contact);
  });
  const isEmpty = !waiting && options.length === 0;
  // “@Anna and then”: a text with spaces that nobody is called.
  const open = search !== undefined && !(isEmpty && /\s/.test(search));
  const onClose = () => setClosed(begun);
  const { at, point, input } = useOptions({ id, open, options, waiting, failed, onClose });
  return {
    box,
    focus: () => {
      const field = area();
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
      setCaret(field?.value.length ?? 0);
    },
    look: () => {
      point();
      setCaret(area()?.selectionStart ?? 0);
    },
    field: {
      "aria-autocomplete": "list",
      "aria-controls": input["aria-controls"],
      "aria-activedescendant": input["aria-activedescendant"],
      onBlur: onClose,
    } as const,
    /** Whether the key was that of the list. */
    press: (event: KeyboardEvent): boolean => {
      if (!open || event.key === "Enter" && isEmpty) return false;
      const isOnly = event.key === " " && options.length === 1 && search;
      const isChosen = isOnly || event.key === "Tab" && options.length > 0;
      if (isChosen && !waiting) {
        event.preventDefault();
        options[at]!.run();
      } else input.onKeyDown(event);
      return event.defaultPrevented;
    },
    list: { id, label: t("People"), open, groups: [{ title: "", options }], at, rest },
  };
}

/** Two words that begin with a capital letter, as names do. */
const nameLike = /(?<![\p{L}@])(?=(\p{Lu}[\p{L}’'-]+\s\p{Lu}[\p{L}’'-]+))/gu;

/** So many are asked for at once. */
const mostNames = 4;

/** People whose full names a text has, who are not among those that are chosen. */
export function useNamed(text: string, chosen: readonly { id: string; displayName: string }[]) {
  const rest = chosen.reduce((now, { displayName }) => now.replaceAll(`@${displayName}`, ""), text);
  const names = [...new Set([...rest.matchAll(nameLike)].map(([, name]) => name!))]
    .slice(0, mostNames);
  const { data = [] } = useLoad(async (signal) => {
    if (names.length === 0) return [];
    // Not while a name is being typed.
    await new Promise((resolve) => setTimeout(resolve, 500));
    signal.throwIfAborted();
    return (await Promise.all(names.map((name) => findContacts(name, 3, signal)))).flat();
  }, [names.join("\n")]);
  const isWhole = (name: string) => {
    const at = rest.indexOf(name);
    return at >= 0 && !/[\p{L}@]/u.test(rest[at - 1] ?? "") &&
      !/\p{L}/u.test(rest[at + name.length] ?? "");
  };
  return data.filter(({ id, displayName }, index) =>
    /\s/.test(displayName) && isWhole(displayName) &&
    !chosen.some((each) => each.id === id) &&
    data.findIndex((each) => each.id === id) === index
  );
}
