import { useState } from "preact/hooks";
import { deleteContact, updateContact } from "../api/contacts.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Contact, ContactUpdate } from "../api/types.ts";
import { Button } from "../ui/button.tsx";
import { goTo } from "../ui/dialog-history.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { toast } from "../ui/toast.tsx";
import { useListAddress } from "./back-to-list.tsx";

interface Props {
  contact: Contact;
  onChange: (contact: Contact) => void;
}

/** What can be done with a contact. Each of it is undone by a toast instead of asked about. */
export function ContactActions({ contact, onChange }: Props) {
  const [state, setState] = useState<{ busy?: string; problem?: string }>({});
  const { displayName, isFavorite, isArchived } = contact;
  const run = async (name: string, work: () => Promise<void>) => {
    if (state.busy) return;
    setState({ busy: name });
    try {
      await work();
      setState({});
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  const list = useListAddress();
  const change = (body: ContactUpdate, text: string) =>
    run(text, async () => {
      const { value, activityId } = await updateContact(contact, body);
      onChange(value);
      toast({ text, activityId });
    });
  const remove = () =>
    run("delete", async () => {
      const { activityId } = await deleteContact(contact.id);
      goTo(list);
      toast({ text: `${displayName} is deleted.`, activityId });
    });
  return (
    <div class="contact-actions">
      <Button
        icon="check"
        onClick={() =>
          void change(
            { lastContactedAt: new Date().toISOString() },
            `You were in touch with ${displayName} today.`,
          )}
      >
        We talked
      </Button>
      <button
        type="button"
        class="icon-button star-button"
        aria-pressed={isFavorite}
        aria-label="Favourite"
        title="Favourite"
        onClick={() =>
          void change(
            { isFavorite: !isFavorite },
            isFavorite
              ? `${displayName} is no favourite any more.`
              : `${displayName} is a favourite.`,
          )}
      >
        <Icon name="star" filled={isFavorite} />
      </button>
      <Menu
        label={`More for ${displayName}`}
        actions={[
          {
            label: isArchived ? "Back from the archive" : "Archive",
            icon: "archive",
            run: () =>
              void change(
                { isArchived: !isArchived },
                isArchived
                  ? `${displayName} is back in your lists.`
                  : `${displayName} is archived, and out of your lists.`,
              ),
          },
          { label: "Delete", icon: "trash", run: () => void remove() },
        ]}
      />
      {state.problem && <p class="field-problem" role="alert">{state.problem}</p>}
    </div>
  );
}
