import { orThrow } from "@kith/client";
import type { ComponentProps } from "preact";
import { useEffect, useState } from "preact/hooks";
import { listNames, touchContact } from "../api/contacts.ts";
import { kith, listNoteTypes } from "../api/kith.ts";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import { Combobox, type Group } from "./combobox.tsx";
import { NewContact } from "../contacts/form/contact-form.tsx";
import {
  type ActionEntry,
  allGroups,
  needsPerson,
  type PersonAction,
  personGroups,
  questions,
  type ViewEntry,
} from "./entries.ts";
import { refresh, useLoad } from "../hooks/load.ts";
import { contactKey, type Memory, openedContacts, remember } from "./match.ts";
import { NoteForm } from "../notes/note-card.tsx";
import { workOf } from "../people/people.tsx";
import { ReminderForm } from "../reminders/reminder-form.tsx";
import { navigate, useRoute } from "../shell/router.ts";
import { requestSignOut } from "../shell/shell.tsx";
import "../styles/palette.css";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  memory: Memory;
  onClose: () => void;
}

type Step =
  | { kind: "search" }
  | { kind: "person"; action: PersonAction }
  | { kind: "contact" }
  | { kind: "note" | "reminder"; person: Person };

/** Finds people, views and actions; an action that needs a person asks for them, and then for the rest in a form. */
export function Palette({ memory, onClose }: Props) {
  const [step, setStep] = useState<Step>({ kind: "search" });
  // A form asks before it is closed.
  usePressOutside(step.kind === "search" || step.kind === "person" ? onClose : () => {});
  const saved = (text: string) => ({ activityId }: { activityId: string | null }) => {
    onClose();
    toast({ text, activityId });
    refresh();
  };
  const choosePerson = (person: Person) => {
    memory.names.set(person.id, person.displayName);
    remember(memory, contactKey(person.id));
  };
  switch (step.kind) {
    case "contact":
      return <NewContact onClose={onClose} />;
    case "note":
      return (
        <NewNote
          own={step.person.id}
          onSaved={saved("The note is saved.")}
          onClose={onClose}
        />
      );
    case "reminder":
      return (
        <ReminderForm
          contactId={step.person.id}
          onSaved={saved(`The reminder about ${step.person.displayName} is set.`)}
          onClose={onClose}
        />
      );
  }
  return (
    <Dialog title="Search everything" look="palette" onClose={onClose}>
      {step.kind === "search"
        ? (
          <SearchStep
            memory={memory}
            onPerson={(person) => {
              choosePerson(person);
              onClose();
              navigate("contacts", person.id);
            }}
            onNewContact={() => setStep({ kind: "contact" })}
            onPersonAction={(action) => setStep({ kind: "person", action })}
            onClose={onClose}
          />
        )
        : (
          <PersonStep
            key={step.action}
            action={step.action}
            memory={memory}
            onNext={(kind, person) => {
              choosePerson(person);
              setStep({ kind, person });
            }}
            onTalked={(person, activityId) => {
              choosePerson(person);
              saved(`You were in touch with ${person.displayName} today.`)({ activityId });
            }}
            onBack={() => setStep({ kind: "search" })}
          />
        )}
    </Dialog>
  );
}

function NewNote(props: Omit<ComponentProps<typeof NoteForm>, "types">) {
  return <NoteForm types={useLoad(listNoteTypes, []).data?.data ?? []} {...props} />;
}

interface SearchProps {
  memory: Memory;
  onPerson: (person: Person) => void;
  onNewContact: () => void;
  onPersonAction: (action: PersonAction) => void;
  onClose: () => void;
}

/** Everything: people, views and actions. */
export function SearchStep(
  { memory, onPerson, onNewContact, onPersonAction, onClose }: SearchProps,
) {
  const [query, setQuery] = useState("");
  const online = useOnline();
  const route = useRoute();
  useOpenedNames(memory, online);
  const found = usePeople(online && query.trim() ? query.trim() : undefined);
  const run = (entry: ViewEntry | ActionEntry) => {
    remember(memory, entry.key);
    if ("view" in entry) {
      onClose();
      return navigate(entry.view);
    }
    const { action } = entry;
    if (needsPerson(action)) return onPersonAction(action);
    if (action === "contact") return onNewContact();
    onClose();
    if (action === "sign-out") requestSignOut();
    else navigate(action === "connect" ? "keys" : "data");
  };
  const here = route.id ? contactKey(route.id) : `view ${route.view}`;
  const groups = allGroups(query, here, online, found, memory, { onPerson, onEntry: run });
  return (
    <>
      <Combobox
        label="Find people, views and actions"
        groups={groups}
        query={query}
        onQuery={setQuery}
        waiting={found.waiting}
        failed={Boolean(found.problem)}
      />
      <Footer
        query={query}
        groups={groups}
        found={found}
        offline={!online && "You are offline: only views can be opened."}
      />
    </>
  );
}

/** Looks up the names of the contacts whose pages were opened; without them these are left out. */
function useOpenedNames(memory: Memory, online: boolean): void {
  const [, setLoaded] = useState(0);
  useEffect(() => {
    const unknown = openedContacts(memory).filter((id) => !memory.names.has(id));
    if (!online || unknown.length === 0) return;
    let dropped = false;
    listNames(unknown).then((names) => {
      for (const [id, name] of names) memory.names.set(id, name);
      if (!dropped) setLoaded(names.size);
    }, () => {});
    return () => dropped = true;
  }, [online]);
}

interface PersonProps {
  action: PersonAction;
  memory: Memory;
  /** A form asks for the rest. */
  onNext: (form: "note" | "reminder", person: Person) => void;
  onTalked: (person: Person, activityId: string | null) => void;
  onBack: () => void;
}

/** Asks whom an action is about. */
export function PersonStep({ action, memory, onNext, onTalked, onBack }: PersonProps) {
  const [query, setQuery] = useState("");
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const online = useOnline();
  const found = usePeople(online ? query.trim() : undefined);
  const choose = async (person: Person) => {
    if (action !== "talked") return onNext(action, person);
    if (state.busy) return;
    setState({ busy: true });
    try {
      onTalked(person, (await touchContact(person.id)).activityId);
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  const groups = personGroups(query, found, memory, (person) => void choose(person));
  return (
    <>
      <Combobox
        label={questions[action]}
        groups={online ? groups : []}
        query={query}
        onQuery={setQuery}
        waiting={found.waiting}
        failed={Boolean(found.problem)}
        onBack={onBack}
      />
      {state.problem && <p class="palette-problem" role="alert">{state.problem}</p>}
      <Footer
        query={query}
        groups={groups}
        found={found}
        offline={!online && "You are offline: nobody can be found."}
        onBack={onBack}
      />
    </>
  );
}

interface FooterProps {
  query: string;
  groups: Group[];
  found: People;
  /** What cannot be done without a network. */
  offline: string | false;
  onBack?: () => void;
}

/** How many things are found, what is in the way, and the keys. */
export function Footer({ query, groups, found, offline, onBack }: FooterProps) {
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const text = found.waiting
    ? "Searching…"
    : count === 0
    ? query.trim() ? "Nothing is found." : "Nobody is there yet."
    : query.trim()
    ? `${count} found`
    : "";
  return (
    <div class="palette-foot">
      <p role="status">
        {[offline, !offline && found.problem?.detail, text].filter(Boolean).join(" ")}
      </p>
      {found.problem && !offline && (
        <button type="button" class="link" onClick={found.retry}>Try again</button>
      )}
      {onBack && <button type="button" class="link" onClick={onBack}>Back</button>}
      <p class="palette-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </div>
  );
}

/** Whether the browser has a network. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const follow = () => setOnline(navigator.onLine);
    addEventListener("online", follow);
    addEventListener("offline", follow);
    return () => {
      removeEventListener("online", follow);
      removeEventListener("offline", follow);
    };
  }, []);
  return online;
}

/** Calls the function when somebody presses beside the open dialog. */
export function usePressOutside(onPress: () => void): void {
  useEffect(() => {
    // The backdrop belongs to the dialog's element, whose content covers all of it.
    const press = ({ target }: Event) => {
      if (target instanceof HTMLDialogElement) onPress();
    };
    addEventListener("pointerdown", press);
    return () => removeEventListener("pointerdown", press);
  });
}

/** A contact as a search of the palette finds it. */
export interface Person {
  id: string;
  displayName: string;
  about?: string | undefined;
  photoUrl?: string | null | undefined;
}

interface Found {
  people: Person[];
  /** Names that are like what was searched for, where nothing was found. */
  suggestions: Person[];
}

/** The contacts that match best, archived ones included. */
async function findPeople(search: string, signal: AbortSignal): Promise<Found> {
  const query = {
    ...(search && { search }),
    isArchived: "any" as const,
    fields: "displayName,company,jobTitle,emails,photoUrl,isArchived",
    pageSize: 8,
  };
  const { data, suggestions } = await orThrow(
    kith.GET("/contacts", { params: { query }, signal }),
  );
  const people = data.map((contact) => ({
    id: contact.id,
    displayName: contact.displayName,
    photoUrl: contact.photoUrl,
    about: contact.isArchived ? "Archived" : workOf(contact) || contact.emails[0]?.value,
  }));
  return { people, suggestions: suggestions ?? [] };
}

/** Milliseconds without a keystroke after which a search is sent. */
const pause = 120;

interface State extends Found {
  search?: string | undefined;
  problem?: Problem | undefined;
}

export interface People extends Found {
  /** What is searched for is not answered yet; the people are those of the search before. */
  waiting: boolean;
  problem?: Problem | undefined;
  retry: () => void;
}

/** Searches contacts while somebody types; nothing where `search` is undefined. */
export function usePeople(search: string | undefined): People {
  const [state, setState] = useState<State>({ people: [], suggestions: [] });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (search === undefined) return setState({ people: [], suggestions: [] });
    const controller = new AbortController();
    const fail = (error: unknown) => {
      if (controller.signal.aborted || error instanceof SessionEnded) return;
      setState({ search, people: [], suggestions: [], problem: toProblem(error) });
    };
    const timer = setTimeout(() => {
      findPeople(search, controller.signal).then(
        (found) => controller.signal.aborted || setState({ search, ...found }),
        fail,
      );
    }, search ? pause : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search, attempt]);
  const retry = () => {
    setState({ people: [], suggestions: [] });
    setAttempt(attempt + 1);
  };
  return { ...state, waiting: search !== undefined && state.search !== search, retry };
}
