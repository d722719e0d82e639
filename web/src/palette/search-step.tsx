import { useEffect, useState } from "preact/hooks";
import { listNames } from "../api/contacts.ts";
import { navigate, useRoute } from "../shell/router.ts";
import { Combobox } from "./combobox.tsx";
import { type ActionEntry, needsPerson, type PersonAction, type ViewEntry } from "./entries.ts";
import { Footer } from "./footer.tsx";
import { allGroups } from "./groups.ts";
import { contactKey, type Memory, openedContacts, remember } from "./memory.ts";
import { type Person, usePeople } from "./people.ts";
import { requestSignOut } from "../shell/sign-out.tsx";
import { useOnline } from "./use-online.ts";

interface Props {
  memory: Memory;
  onPerson: (person: Person) => void;
  onNewContact: () => void;
  onPersonAction: (action: PersonAction) => void;
  onClose: () => void;
}

/** Everything: people, views and actions. */
export function SearchStep({ memory, onPerson, onNewContact, onPersonAction, onClose }: Props) {
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
