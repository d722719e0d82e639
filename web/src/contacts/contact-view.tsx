import { useContext, useEffect, useState } from "preact/hooks";
import { deleteContact, getContact, updateContact } from "../api/contacts.ts";
import { listNetworks } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Contact, ContactUpdate } from "../api/types.ts";
import { DetailsSection } from "./details.tsx";
import { useLoad } from "../hooks/load.ts";
import { ListMemoryContext } from "./list/place.ts";
import { NetworkNames } from "../networks/networks.tsx";
import { NamesProvider, workOf } from "../people/people.tsx";
import { Photo } from "./photo.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { Button } from "../ui/buttons.tsx";
import { daysUntil, inWords } from "../ui/dates.ts";
import { goTo } from "../ui/dialog-history.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";

export function ContactView({ id }: { id: string }) {
  const contact = useLoad((signal) => getContact(id, signal), [id]);
  const { data, problem } = contact;
  const mergedInto = problem?.mergedInto;
  useEffect(() => {
    if (!mergedInto) return;
    // Replaced, so that going back does not lead here again.
    location.replace(hrefOf("contacts", mergedInto));
    toast({ text: "The contact that you opened was merged into this one." });
  }, [mergedInto]);
  return (
    <>
      <BackToList />
      {data && problem?.code !== "not_found"
        ? <OneContact contact={data} onChange={contact.change} reload={contact.reload} />
        : mergedInto
        ? <Loading what="the contact" rows={1} />
        : problem?.code === "not_found"
        ? (
          <View key="not-found" title="Not found">
            <Empty icon="person" title="There is no such contact">
              <p>It may have been deleted meanwhile.</p>
            </Empty>
          </View>
        )
        : problem
        ? (
          <View key="failed" title="Contact">
            <Failed problem={problem} retry={contact.reload} />
          </View>
        )
        : <Loading what="the contact" rows={1} />}
    </>
  );
}

interface OneProps {
  contact: Contact;
  onChange: (contact: Contact) => void;
  reload: () => void;
}

function OneContact({ contact, onChange, reload }: OneProps) {
  const networks = useLoad(listNetworks, []);
  const known = new Map(networks.data?.data.map((network) => [network.id, network]));
  const work = workOf(contact);
  return (
    <article class="contact">
      <Photo contact={contact} onChange={onChange} />
      <div class="contact-head">
        <View title={contact.displayName}>
          {contact.isArchived && <p class="tag">Archived</p>}
          {work && <p class="contact-work">{work}</p>}
          <NetworkNames ids={contact.networkIds} networks={known} />
          <InTouch contact={contact} />
          <ContactActions contact={contact} onChange={onChange} />
        </View>
      </div>
      <div class="contact-side">
        <DetailsSection contact={contact} onChange={onChange} />
      </div>
      <div class="contact-body">
        <NamesProvider>
          <Timeline contact={contact} onChange={reload} />
        </NamesProvider>
      </div>
    </article>
  );
}

/** When to contact them next, and how often. */
function InTouch({ contact }: { contact: Contact }) {
  const timeZone = useTimeZone();
  const { contactFrequencyDays: every, nextContactOn, needsContact } = contact;
  if (!every || !nextContactOn) return null;
  const frequency = every === 1 ? "every day" : `every ${every} days`;
  const when = inWords(daysUntil(nextContactOn, timeZone));
  return (
    <p class={needsContact ? "in-touch in-touch-now" : "in-touch"}>
      <Icon name="clock" />
      <span>
        Next contact: {needsContact && "due "}
        {when} ({frequency}).
      </span>
    </p>
  );
}

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

/** The address of the contacts as they were seen last. */
export const useListAddress = () => useContext(ListMemoryContext).place?.hash ?? hrefOf("contacts");

/** Leads to the contacts as they were seen last: with the same filter, at the same row. */
export function BackToList() {
  return (
    <a class="back" href={useListAddress()}>
      <Icon name="back" />All contacts
    </a>
  );
}
