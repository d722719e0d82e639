/** The people of a note or a reminder, and their names. */
import { t } from "../base/texts.ts";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ContactMatch } from "@kith/client";
import { type FoundContact, listNames } from "../api/contacts.ts";
import { formatShortDay, localDay } from "../base/dates.ts";
import type { NameOrder } from "../shell/profile.ts";
import { useNameOrder } from "../shell/profile.ts";
import { hrefOf } from "../shell/router.ts";
import { Icon } from "../ui/icon.tsx";

interface Props {
  ids: readonly string[];
  label: string;
}

/** How many people are shown before the list is expanded. */
const shownAtFirst = 6;

/** Contacts as chips that lead to them. */
export function People({ ids, label }: Props) {
  const [whole, setWhole] = useState(ids.length <= shownAtFirst);
  const shown = whole ? ids : ids.slice(0, shownAtFirst);
  const names = useNames(shown);
  const list = useRef<HTMLUListElement>(null);
  const expand = () => {
    setWhole(true);
    // The button is gone then, so that the first of those that it showed takes its focus.
    setTimeout(() => list.current?.querySelectorAll("a")[shownAtFirst]?.focus());
  };
  if (ids.length === 0) return null;
  return (
    <ul ref={list} class="people flow" aria-label={label}>
      {shown.map((id) => (
        <li key={id}>
          <a class="chip person" href={hrefOf("contacts", id)}>
            <Icon name="person" />
            <span class="clip">{names.has(id) ? names.get(id) ?? t("A contact") : "…"}</span>
          </a>
        </li>
      ))}
      {!whole && (
        <li>
          <button type="button" class="chip" onClick={expand}>
            {t("{0} more", ids.length - shownAtFirst)}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The other contacts of a note or a reminder, on the page of one of them. */
export function OtherPeople({ ids, than }: { ids: readonly string[]; than: string }) {
  const others = ids.filter((id) => id !== than);
  if (others.length === 0) return null;
  return (
    <div class="other-people flow">
      <span class="fine" aria-hidden="true">{t("Also about")}</span>
      <People ids={others} label={t("Also about")} />
    </div>
  );
}

/** The name of a contact; null where it cannot be loaded. */
type Name = string | null;

interface Loader {
  order: NameOrder;
  names: Map<string, Promise<Name>>;
  /** Whom the next request asks for. */
  next?: { ids: string[]; found: Promise<ReadonlyMap<string, string>> } | undefined;
}

/** The names that a view has loaded; undefined outside of a `NamesProvider`. */
export const NamesContext = createContext<Loader | undefined>(undefined);

interface NamesProps {
  /** Names that came with what is shown, by the ids of the contacts. */
  known?: Record<string, string> | undefined;
  children: ComponentChildren;
}

/** Names within one view: each contact is loaded once, and again when the view is opened again. */
export function NamesProvider({ known = {}, children }: NamesProps) {
  const order = useNameOrder();
  const loader = useMemo((): Loader => ({ order, names: new Map() }), [order]);
  // The API sends them with the first name first.
  if (order === "displayName") {
    for (const [id, name] of Object.entries(known)) loader.names.set(id, Promise.resolve(name));
  }
  return <NamesContext.Provider value={loader}>{children}</NamesContext.Provider>;
}

/** The names of contacts by their ids, as far as they are loaded. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, Name> {
  const loader = useContext(NamesContext);
  if (!loader) throw new Error("There are no names outside of a NamesProvider.");
  const [names, setNames] = useState<ReadonlyMap<string, Name>>(new Map());
  useEffect(() => {
    const controller = new AbortController();
    for (const id of ids) {
      void nameOf(loader, id).then((name) => {
        if (name === null) loader.names.delete(id);
        if (!controller.signal.aborted) setNames((known) => new Map(known).set(id, name));
      });
    }
    return () => controller.abort();
  }, [loader, ids.join()]);
  return names;
}

/** As many as the API takes at once. */
const most = 50;

/** Not aborted with the part that asks first, because others may wait for the same name. */
function nameOf(loader: Loader, id: string): Promise<Name> {
  const known = loader.names.get(id);
  if (known) return known;
  if (!loader.next || loader.next.ids.length === most) {
    const ids: string[] = [];
    // After all parts of the view that are drawn now have said whom they need.
    const drawn = new Promise((resolve) => setTimeout(resolve));
    const found = drawn.then(() => {
      if (loader.next?.ids === ids) loader.next = undefined;
      return listNames(ids, loader.order);
    });
    loader.next = { ids, found };
  }
  loader.next.ids.push(id);
  const name = loader.next.found.then((names) => names.get(id) ?? null, () => null);
  loader.names.set(id, name);
  return name;
}

/** Job and company of a contact, beside its name; not those that are its name. */
export const workOf = ({ displayName, company, jobTitle }: Omit<FoundContact, "id">): string =>
  [jobTitle, company].filter((part) => part && part !== displayName).join(", ");

/** Why a contact is found, where it is not its name: “lives in Lisbon · note of 12 May: Went to the dentist”. */
export function reasonsOf(
  contact: Omit<FoundContact, "id">,
  matches: ContactMatch[],
  timeZone: string,
): string {
  const reasons = matches.map(({ field, text, occurredAt }) => {
    if (field === "jobTitle" || field === "company") return workOf(contact);
    if (field === "place") return t("lives in {0}", text);
    if (field === "network") return t("in {0}", text);
    if (field === "nickname") return t("called {0}", text);
    if (!occurredAt) return text;
    return t("note of {0}: {1}", formatShortDay(localDay(new Date(occurredAt), timeZone)), text);
  });
  return [...new Set(reasons)].join(" · ");
}
