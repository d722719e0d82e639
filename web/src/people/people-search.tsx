import type { Ref } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FoundContact } from "../api/contacts.ts";
import { longestSearch } from "../api/search.ts";
import { OptionList, useOptions } from "../ui/options.tsx";
import { type Found, useFound } from "./use-found.ts";
import { workOf } from "./work.ts";

interface Props {
  id: string;
  input: Ref<HTMLInputElement>;
  /** The ids of those that are chosen already, who are not found. */
  chosen: string[];
  /** Whether no more can be chosen. */
  full: boolean;
  describedBy: string;
  invalid: boolean;
  onChoose: (contact: FoundContact) => void;
  /** Called for Backspace in the empty input. */
  onBack: () => void;
}

/** Finds a contact while its name is typed. */
export function PeopleSearch(props: Props) {
  const { id, input: ref, chosen, full, describedBy, invalid, onChoose, onBack } = props;
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const found = useFound(open ? text : undefined, chosen);
  const contacts = found?.contacts ?? [];
  const choose = (contact: FoundContact | undefined) => {
    if (!contact) return;
    onChoose(contact);
    setText("");
    setOpen(false);
  };
  const { active, setActive, input } = useOptions({
    id,
    open,
    count: contacts.length,
    onOpen: () => setOpen(!full),
    // What was found for another text is not what Enter means.
    onChoose: (index) => found?.search === text.trim() && choose(contacts[index]),
    onClose: () => setOpen(false),
  });
  useEffect(() => setActive(0), [found]);
  return (
    <div class="people-search">
      <input
        {...input}
        ref={ref}
        aria-describedby={describedBy}
        aria-invalid={invalid ? "true" : undefined}
        maxLength={longestSearch}
        readOnly={full}
        placeholder="Add people…"
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          setOpen(value.trim() !== "");
        }}
        onKeyDown={(event) => {
          // Never the form's, while a name is typed.
          if (event.key === "Enter" && text.trim()) event.preventDefault();
          if (event.key === "Backspace" && !text) onBack();
          input.onKeyDown(event);
        }}
      />
      <OptionList
        id={id}
        label="Contacts"
        open={open}
        options={contacts.map((contact) => ({
          key: contact.id,
          label: contact.displayName,
          about: workOf(contact),
        }))}
        active={active}
        rest={restOf(found)}
        onChoose={(index) => choose(contacts[index])}
      />
    </div>
  );
}

function restOf(found: Found | undefined): string | undefined {
  if (!found) return "Searching…";
  return found.problem ?? (found.contacts.length === 0 ? "Nobody is found" : undefined);
}
