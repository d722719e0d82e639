import { useState } from "preact/hooks";
import type { ComponentProps } from "preact";
import { listNoteTypes } from "../api/kith.ts";
import { NewContact } from "../contacts/new-contact.tsx";
import { useLoad } from "../hooks/use-load.ts";
import { NoteForm } from "../notes/note-form.tsx";
import { refresh } from "../hooks/refresh.ts";
import { ReminderForm } from "../reminders/reminder-form.tsx";
import { navigate } from "../shell/router.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.tsx";
import { contactKey, type Memory, remember } from "./memory.ts";
import type { Person } from "./people.ts";
import { PersonStep } from "./person-step.tsx";
import { SearchStep } from "./search-step.tsx";
import { usePressOutside } from "./use-press-outside.ts";
import type { PersonAction } from "./entries.ts";
import "../styles/palette.css";

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
