/** The dialog that finds people, notes, views and actions. */
import { rich, t } from "../base/texts.ts";
import type { ContactPage } from "@kith/client";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { nameBy } from "../base/names.ts";
import { call } from "../contacts/details.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { kith, whole } from "../api/kith.ts";
import { longestSearch } from "../base/limits.ts";
import { allGroups, type Found, type Goal } from "./entries.ts";
import type { NameOrder } from "../shell/profile.ts";
import { useListener } from "../hooks/events.ts";
import { useLoad, useSearch } from "../hooks/load.ts";
import { contactKey, type Memory, remember } from "../shell/opened.ts";
import { useConnection } from "../offline/connection.ts";
import { reasonsOf, workOf } from "../people/people.tsx";
import { useNameOrder } from "../shell/profile.ts";
import { navigate, useRoute } from "../shell/router.ts";
import { requestSignOut } from "../shell/open.ts";
import "../styles/palette.css";
import { LinkButton } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { OptionList, useOptions } from "../ui/options.tsx";
import { Compose } from "../compose/compose.tsx";

interface Props {
  memory: Memory;
  onClose: () => void;
}

/** The form that is open instead of the search. */
type Form = Extract<Goal, { form: string }>;

/** Finds people, notes, networks, reminders, views and actions; an action that asks for more does so in its form. */
export function Palette({ memory, onClose }: Props) {
  const [shown, setShown] = useState<Form>();
  const { view, id } = useRoute();
  if (!shown) return <Search memory={memory} onForm={setShown} onClose={onClose} />;
  const contactId = view === "contacts" ? id : undefined;
  const displayName = memory.names.get(contactId ?? "");
  const own = contactId && displayName ? { id: contactId, displayName } : undefined;
  return <Compose kind={shown.form} own={own} begin={shown.begin} onClose={onClose} />;
}

const label = t("Find people, notes, views and actions");

function Search({ memory, onForm, onClose }: Props & { onForm: (form: Form) => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Before it is painted: what is typed at once belongs here.
  useLayoutEffect(() => input.current?.focus(), []);
  const [query, setQuery] = useState("");
  const { online } = useConnection();
  const route = useRoute();
  // The backdrop belongs to the dialog's element, whose content covers all of it.
  useListener(globalThis, "pointerdown", ({ target }) => {
    if (target instanceof HTMLDialogElement) onClose();
  });
  const { waiting, problem, retry, ...found } = useFoundThings(online && query.trim() || undefined);
  const go = (goal: Goal, key?: string) => {
    if (key) remember(memory, key);
    if (typeof goal === "object" && "form" in goal) return onForm(goal);
    onClose();
    if (goal === "sign-out") requestSignOut();
    else if ("call" in goal) call(goal.call);
    else navigate(goal.view, goal.id, goal.query);
  };
  const groups = allGroups({
    query,
    here: route.id ? contactKey(route.id) : `view ${route.view}`,
    online,
    found,
    memory,
    go,
  });
  const options = groups.flatMap(({ options }) => options);
  const open = options.length > 0;
  const choice = useOptions({ id, open, options, waiting, failed: problem !== undefined });
  const count = options.filter(({ key }) => !/^(compose|call )/.test(key)).length;
  const text = waiting
    ? t("Searching…")
    : count === 0
    ? t("Nothing is found.")
    : query.trim() && t("{0} found", count);
  const type = (next: string) => {
    choice.point();
    // A name after an @ is of something to be written down.
    if (next.includes("@") && online) onForm({ form: "note", begin: next });
    else setQuery(next);
  };
  return (
    <Dialog title={t("Search everything")} look="palette" onClose={onClose}>
      <div class="palette-field line gap-3 quiet">
        <Icon name="search" />
        <input
          {...choice.input}
          ref={input}
          class="palette-input"
          aria-label={label}
          placeholder={label}
          maxLength={longestSearch}
          autocapitalize="off"
          enterkeyhint="go"
          value={query}
          onInput={(event) => type(event.currentTarget.value)}
        />
      </div>
      <OptionList
        id={id}
        label={label}
        open={open}
        groups={groups}
        at={choice.at}
        look="palette"
        onPoint={choice.point}
      />
      <div class="palette-foot flow fine">
        <p role="status">
          {online
            ? [problem?.detail, text].filter(Boolean).join(" ")
            : t("You are offline: only views can be opened. {0}", text)}
        </p>
        {problem && online && <LinkButton onClick={retry}>{t("Try again")}</LinkButton>}
        <p class="palette-keys" aria-hidden="true">
          {rich(
            "{0}{1} choose {2} open {3} close",
            <kbd>↑</kbd>,
            <kbd>↓</kbd>,
            <kbd>{t("Enter")}</kbd>,
            <kbd>{t("Esc")}</kbd>,
          )}
        </p>
      </div>
    </Dialog>
  );
}

const nobody: Found = { people: [], suggestions: [], notes: [], networks: [], reminders: [] };

/** The contacts that match best, archived ones included, and the last notes but those by which contacts are found. */
async function findThings(
  search: string,
  order: NameOrder,
  timeZone: string,
  signal: AbortSignal,
) {
  const query = {
    search,
    isArchived: "any" as const,
    fields: "displayName,firstName,lastName,company,jobTitle,emails,phones,photoUrl,isArchived",
    pageSize: 8,
  };
  const [{ data, suggestions = [], matches = [] }, notes] = await Promise.all([
    kith.contacts.list(query, { signal }) as PromiseLike<ContactPage>,
    kith.notes.list({ search, pageSize: 4, sort: "-occurredAt" }, { signal }),
  ]);
  const people = data.map((contact) => ({
    id: contact.id,
    displayName: nameBy(order, contact),
    photoUrl: contact.photoUrl,
    phones: contact.phones,
    about: contact.isArchived ? t("Archived") : reasonsOf(
      contact,
      matches.filter(({ contactId }) => contactId === contact.id),
      timeZone,
    ) || workOf(contact) || contact.emails[0]?.value,
  }));
  const rest = notes.data.filter(({ id }) => matches.every(({ noteId }) => noteId !== id));
  return { people, suggestions, notes: rest };
}

/** Searches while somebody types; nothing where `search` is undefined. Networks and reminders, which are few, are matched here. */
function useFoundThings(search: string | undefined) {
  const order = useNameOrder();
  const timeZone = useTimeZone();
  const isBegun = search !== undefined;
  const few = useLoad(async (signal) => {
    if (!isBegun) return undefined;
    const [networks, reminders] = await Promise.all([
      kith.networks.list(whole, { signal }),
      kith.reminders.list({ completed: false, ...whole }, { signal }),
    ]);
    return { networks: networks.data, reminders: reminders.data };
  }, [isBegun]).data;
  const find = (text: string, signal: AbortSignal) => findThings(text, order, timeZone, signal);
  const { found, ...state } = useSearch(search, find, 120);
  return { ...nobody, ...found, ...few, ...state };
}
