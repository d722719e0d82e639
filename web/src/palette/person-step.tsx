import { useState } from "preact/hooks";
import { touchContact } from "../api/contacts.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { Combobox } from "./combobox.tsx";
import { type PersonAction, questions } from "./entries.ts";
import { Footer } from "./footer.tsx";
import { personGroups } from "./groups.ts";
import type { Memory } from "./memory.ts";
import { type Person, usePeople } from "./people.ts";
import { useOnline } from "./use-online.ts";

interface Props {
  action: PersonAction;
  memory: Memory;
  /** A form asks for the rest. */
  onNext: (form: "note" | "reminder", person: Person) => void;
  onTalked: (person: Person, activityId: string | null) => void;
  onBack: () => void;
}

/** Asks whom an action is about. */
export function PersonStep({ action, memory, onNext, onTalked, onBack }: Props) {
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
