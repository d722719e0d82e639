import { useEffect, useRef } from "preact/hooks";
import type { Contact } from "../../api/types.ts";
import type { Written } from "../../api/written.ts";
import { CloseQuestion, FormBody } from "../../ui/form-body.tsx";
import { useForm } from "../../ui/use-form.ts";
import { ContactFields, placed } from "./contact-fields.tsx";
import { useContactEdit } from "./use-contact-edit.ts";

interface Props {
  contact: Contact;
  /** Whether the fields take the focus. */
  asked: boolean;
  onSaved: (result: Written<Contact>) => void;
  onClose: () => void;
}

/** Changes a contact in its place on the page. */
export function EditDetails({ contact, asked, onSaved, onClose }: Props) {
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
