/** The form of a new contact, and the one that changes details in their place. */
import { t } from "../../base/texts.ts";
import type { Contact } from "@kith/client";
import { useEffect, useRef } from "preact/hooks";
import { kith } from "../../api/kith.ts";
import type { Written } from "../../base/written.ts";
import { ContactFields, placed } from "./contact-fields.tsx";
import { bodyOf, draftOf } from "./draft.ts";
import { useEdit } from "../../hooks/use-edit.ts";
import { useDraft } from "../../hooks/kept-drafts.ts";
import { navigate } from "../../shell/router.ts";
import { CloseQuestion, EditDialog, FormBody, useForm } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";

/** The form for a new contact, which leads to its page. */
export function NewContact({ onClose }: { onClose: () => void }) {
  return (
    <EditDialog
      title={t("New contact")}
      wide
      draftKey="new contact"
      draftOf={draftOf}
      bodyOf={bodyOf}
      resource={kith.contacts}
      submit={t("Add contact")}
      placed={placed}
      onSaved={({ value, activityId }) => {
        onClose();
        toast({ text: t("{0} is added.", value.displayName), activityId });
        navigate("contacts", value.id);
      }}
      onClose={onClose}
    >
      {(draft, set, _bind, fields) => <ContactFields draft={draft} set={set} fields={fields} />}
    </EditDialog>
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
  const { draft, set, dirty, elsewhere, save, giveUp } = useEdit({
    shown: contact,
    draftKey: keyOf(contact.id),
    draftOf,
    bodyOf,
    resource: kith.contacts,
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
        class="form stack gap-5 card card-body details-form"
        aria-label={t("Edit {0}", contact.displayName)}
        onSubmit={form.submit}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented) return;
          event.preventDefault();
          form.close();
        }}
      >
        <FormBody form={form} submit={t("Save")} elsewhere={elsewhere}>
          <ContactFields draft={draft} set={set} fields={form.fields} />
        </FormBody>
      </form>
      {form.asking && <CloseQuestion onBack={form.back} onClose={giveUp} />}
    </>
  );
}

/** Whether something was typed about a contact that is not saved, since its page was open before. */
export const useKeptEdit = (id: string) => useDraft(keyOf(id))[0] !== "";

const keyOf = (id: string) => `contact ${id}`;
