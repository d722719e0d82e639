import { navigate } from "../shell/router.ts";
import { toast } from "../ui/toast.tsx";
import { ContactForm } from "./form/contact-form.tsx";

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
