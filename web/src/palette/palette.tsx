import type { ContactPage } from "@kith/client";
import { useEffect, useState } from "preact/hooks";
import { nameBy } from "../api/contacts.ts";
import { kith, whole } from "../api/kith.ts";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import { Combobox } from "./combobox.tsx";
import { type ActionEntry, allGroups, type Found, type Place, type ViewEntry } from "./entries.ts";
import type { NameOrder } from "../contacts/list/filter.ts";
import { useListener } from "../hooks/events.ts";
import { useLoad } from "../hooks/load.ts";
import { contactKey, type Memory, remember } from "./match.ts";
import { useConnection } from "../offline/connection.ts";
import { workOf } from "../people/people.tsx";
import { useNameOrder } from "../shell/context.tsx";
import { navigate, useRoute } from "../shell/router.ts";
import { requestSignOut } from "../shell/shell.tsx";
import "../styles/palette.css";
import { LinkButton } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Compose } from "../views/compose.tsx";

interface Props {
  memory: Memory;
  onClose: () => void;
}

/** What is open: the search, or the form for something new. */
interface Step {
  kind: "search" | "contact" | "note" | "reminder";
  begin?: string;
}

/** Finds people, notes, networks, reminders, views and actions; an action that asks for more does so in its form. */
export function Palette({ memory, onClose }: Props) {
  const [step, setStep] = useState<Step>({ kind: "search" });
  const { view, id } = useRoute();
  const contactId = view === "contacts" ? id : undefined;
  const displayName = memory.names.get(contactId ?? "");
  const { kind, begin } = step;
  if (kind === "search") return <Search memory={memory} onStep={setStep} onClose={onClose} />;
  const own = contactId && displayName ? { id: contactId, displayName } : undefined;
  return <Compose kind={kind} own={own} begin={begin} onClose={onClose} />;
}

function Search({ memory, onStep, onClose }: Props & { onStep: (step: Step) => void }) {
  const [query, setQuery] = useState("");
  const { online } = useConnection();
  const route = useRoute();
  // The backdrop belongs to the dialog's element, whose content covers all of it.
  useListener(globalThis, "pointerdown", ({ target }) => {
    if (target instanceof HTMLDialogElement) onClose();
  });
  const order = useNameOrder();
  const search = online && query.trim() ? query.trim() : undefined;
  const found = useFoundThings(search, order);
  const go = ({ view, id, query }: Place) => {
    onClose();
    navigate(view, id, query);
  };
  const run = (entry: ViewEntry | ActionEntry) => {
    remember(memory, entry.key);
    if ("view" in entry) return go(entry);
    switch (entry.action) {
      case "contact":
      case "reminder":
        return onStep({ kind: entry.action });
      case "note":
        return onStep({ kind: "note" });
      case "talked":
        return onStep({ kind: "note", begin: "Talked with @" });
      case "sign-out":
        onClose();
        return requestSignOut();
      default:
        go({ view: entry.action === "connect" ? "keys" : "data" });
    }
  };
  const groups = allGroups({
    query,
    here: route.id ? contactKey(route.id) : `view ${route.view}`,
    online,
    found,
    memory,
    onPlace: go,
    onEntry: run,
    onCompose: (begin) => onStep({ kind: "note", begin }),
  });
  const count = groups.flatMap(({ options }) => options).filter(({ key }) => key !== "compose");
  const text = found.waiting
    ? "Searching…"
    : count.length === 0
    ? "Nothing is found."
    : query.trim() && `${count.length} found`;
  return (
    <Dialog title="Search everything" look="palette" onClose={onClose}>
      <Combobox
        label="Find people, notes, views and actions"
        groups={groups}
        query={query}
        // A name after an @ is of something to be written down.
        onQuery={(next) =>
          next.includes("@") && online ? onStep({ kind: "note", begin: next }) : setQuery(next)}
        waiting={found.waiting}
        failed={Boolean(found.problem)}
      />
      <div class="palette-foot">
        <p role="status">
          {online
            ? [found.problem?.detail, text].filter(Boolean).join(" ")
            : `You are offline: only views can be opened. ${text}`}
        </p>
        {found.problem && online && <LinkButton onClick={found.retry}>Try again</LinkButton>}
        <p class="palette-keys" aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </p>
      </div>
    </Dialog>
  );
}

/** Milliseconds without a keystroke after which a search is sent. */
const pause = 120;

const nobody: Found = { people: [], suggestions: [], notes: [], networks: [], reminders: [] };

interface State extends Found {
  search?: string | undefined;
  problem?: Problem | undefined;
}

/** The contacts that match best, archived ones included, and the last notes. */
async function findThings(search: string, order: NameOrder, signal: AbortSignal) {
  const query = {
    search,
    isArchived: "any" as const,
    fields: "displayName,firstName,lastName,company,jobTitle,emails,photoUrl,isArchived",
    pageSize: 8,
  };
  const [{ data, suggestions = [] }, notes] = await Promise.all([
    kith.contacts.list(query, { signal }) as PromiseLike<ContactPage>,
    kith.notes.list({ search, pageSize: 4, sort: "-occurredAt" }, { signal }),
  ]);
  const people = data.map((contact) => ({
    id: contact.id,
    displayName: nameBy(order, contact),
    photoUrl: contact.photoUrl,
    about: contact.isArchived ? "Archived" : workOf(contact) || contact.emails[0]?.value,
  }));
  return { people, suggestions, notes: notes.data };
}

/** Searches while somebody types; nothing where `search` is undefined. Networks and reminders, which are few, are matched here. */
function useFoundThings(search: string | undefined, order: NameOrder) {
  const [state, setState] = useState<State>(nobody);
  const [attempt, setAttempt] = useState(0);
  const isBegun = search !== undefined;
  const few = useLoad(async (signal) => {
    if (!isBegun) return undefined;
    const [networks, reminders] = await Promise.all([
      kith.networks.list(whole, { signal }),
      kith.reminders.list({ completed: false, ...whole }, { signal }),
    ]);
    return { networks: networks.data, reminders: reminders.data };
  }, [isBegun]).data;
  useEffect(() => {
    if (search === undefined) return setState(nobody);
    const controller = new AbortController();
    const fail = (error: unknown) => {
      if (controller.signal.aborted || error instanceof SessionEnded) return;
      setState({ ...nobody, search, problem: toProblem(error) });
    };
    const timer = setTimeout(() => {
      findThings(search, order, controller.signal).then(
        (found) => controller.signal.aborted || setState({ ...nobody, search, ...found }),
        fail,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, attempt]);
  const retry = () => {
    setState(nobody);
    setAttempt(attempt + 1);
  };
  return { ...state, ...few, waiting: isBegun && state.search !== search, retry };
}
