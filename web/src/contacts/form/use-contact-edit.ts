import { useEffect, useRef, useState } from "preact/hooks";
import { getContact, updateContact } from "../../api/contacts.ts";
import type { Contact } from "../../api/types.ts";
import { isChangedElsewhere, type Written } from "../../api/written.ts";
import { equal, rebased } from "../../hooks/drafts.ts";
import { useDraft } from "../../shell/drafts.tsx";
import { changesOf, type ContactDraft, draftOf } from "./draft.ts";

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
