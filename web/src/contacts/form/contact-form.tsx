import { useEffect, useRef, useState } from "preact/hooks";
import { createContact, getContact, updateContact } from "../../api/contacts.ts";
import type { Contact, ContactCreate } from "@kith/client";
import { isChangedElsewhere, type Written } from "../../api/written.ts";
import { ContactFields, placed } from "./contact-fields.tsx";
import { changesOf, type ContactDraft, draftOf, emptyDraft } from "./draft.ts";
import { equal, rebased } from "../../hooks/drafts.ts";
import { useDraft } from "../../shell/context.tsx";
import { navigate } from "../../shell/router.ts";
import { CloseQuestion, FormBody, FormDialog, useForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";

/** The form for a new contact, which leads to its page. */
export function NewContact({ onClose }: { onClose: () => void }) {
  return (
    <ContactForm
      onSaved={({ value, activityId }) => {
        onClose();
        toast({ text: `${value.displayName} is added.`, activityId });
        navigate("contacts", value.id);
      }}
      onClose={onClose}
    />
  );
}

interface Props {
  onSaved: (result: Written<Contact>) => void;
  onClose: () => void;
}

/** A new contact starts with a row for each of what most people have. */
const rows = [{ value: "", label: "" }];
const newDraft: ContactDraft = { ...emptyDraft, emails: rows, phones: rows };

/** A dialog that creates a contact. */
export function ContactForm({ onSaved, onClose }: Props) {
  const [kept, keep] = useDraft("new contact");
  const draft: ContactDraft = kept ? { ...newDraft, ...JSON.parse(kept) } : newDraft;
  const latest = useRef(draft);
  latest.current = draft;
  const changes = changesOf(draft, emptyDraft);
  return (
    <FormDialog
      title="New contact"
      wide
      dirty={Object.keys(changes).length > 0}
      submit="Add contact"
      save={async () => {
        const saved = await createContact(changes as ContactCreate);
        keep("");
        onSaved(saved);
      }}
      isKept
      onClose={() => {
        keep("");
        onClose();
      }}
      placed={placed}
    >
      {(fields) => (
        <ContactFields
          draft={draft}
          set={(change) => {
            latest.current = { ...latest.current, ...change };
            keep(JSON.stringify(latest.current));
          }}
          fields={fields}
        />
      )}
    </FormDialog>
  );
}

interface EditDetailsProps {
  contact: Contact;
  /** Whether the fields take the focus. */
  asked: boolean;
  onSaved: (result: Written<Contact>) => void;
  onClose: () => void;
}

/** Changes a contact in its place on the page. */
export function EditDetails({ contact, asked, onSaved, onClose }: EditDetailsProps) {
  const { draft, set, dirty, elsewhere, save, giveUp } = useContactEdit({
    contact,
    onSaved,
    onClose,
  });
  const form = useForm({ dirty, save, onClose: giveUp, isKept: true, placed });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Not where what was typed before is shown with the page.
    if (asked) element.current?.querySelector("input")?.focus();
  }, []);
  return (
    <>
      <form
        ref={element}
        class="form card card-body details-form"
        aria-label={`Edit ${contact.displayName}`}
        onSubmit={form.submit}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          event.preventDefault();
          form.close();
        }}
      >
        <FormBody form={form} submit="Save" elsewhere={elsewhere}>
          <ContactFields draft={draft} set={set} fields={form.fields} />
        </FormBody>
      </form>
      {form.asking && <CloseQuestion onBack={form.back} onClose={giveUp} />}
    </>
  );
}

/** A draft, and that of the contact as it was shown while it was typed. */
interface Edited {
  draft: ContactDraft;
  base: ContactDraft;
}

interface Options {
  contact: Contact;
  onSaved: (result: Written<Contact>) => void;
  /** Also called where there is nothing to save. */
  onClose: () => void;
}

/** Whether something was typed about a contact that is not saved, since its page was open before. */
export const useKeptEdit = (id: string) => useDraft(keyOf(id))[0] !== "";

const keyOf = (id: string) => `contact ${id}`;

/**
 * What is typed about a contact. It is kept until it is saved or given up, also where one goes elsewhere meanwhile, and stays on
 * top of the contact where that was changed.
 */
export function useContactEdit({ contact, onSaved, onClose }: Options) {
  const [kept, keep] = useDraft(keyOf(contact.id));
  const shown = useRef(contact);
  const [elsewhere, setElsewhere] = useState(false);
  const current = draftOf(shown.current);
  // As it is at any time, also after a request during which one went on typing.
  const latest = useRef<Edited>();
  latest.current = kept ? JSON.parse(kept) as Edited : { draft: current, base: current };
  const { draft, base } = latest.current;
  const isDirty = () =>
    Object.keys(changesOf(latest.current!.draft, latest.current!.base)).length > 0;
  const edit = (next: Edited) => {
    latest.current = next;
    keep(equal(next.draft, next.base) ? "" : JSON.stringify(next));
  };
  const putOnTopOf = (now: Contact) => {
    shown.current = now;
    const { draft, base } = latest.current!;
    const next = draftOf(now);
    if (equal(next, base)) return;
    if (isDirty()) setElsewhere(true);
    edit({ draft: rebased(draft, base, next), base: next });
  };
  // The rest of the page may change it too, such as when one talked to them.
  useEffect(() => putOnTopOf(contact), [contact]);
  const giveUp = () => {
    keep("");
    onClose();
  };
  const save = async (): Promise<void> => {
    if (!isDirty()) return giveUp();
    try {
      const result = await updateContact(shown.current, changesOf(draft, base), true);
      keep("");
      onSaved(result);
    } catch (error) {
      if (!isChangedElsewhere(error)) throw error;
      const now = await getContact(contact.id);
      const isSame = equal(draftOf(now), base);
      putOnTopOf(now);
      // Something was changed that is not in the form.
      if (isSame) await save();
    }
  };
  return {
    draft,
    set: (change: Partial<ContactDraft>) =>
      edit({ ...latest.current!, draft: { ...latest.current!.draft, ...change } }),
    dirty: isDirty(),
    elsewhere,
    save,
    giveUp,
  };
}
