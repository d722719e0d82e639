import { useEffect } from "preact/hooks";
import { getContact } from "../api/contacts.ts";
import { listNetworks } from "../api/kith.ts";
import type { Contact } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { NamesProvider } from "../people/names.tsx";
import { workOf } from "../people/work.ts";
import { hrefOf } from "../shell/router.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { View } from "../shell/view.tsx";
import { daysUntil, inWords } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { BackToList } from "./back-to-list.tsx";
import { ContactActions } from "./contact-actions.tsx";
import { NetworkNames } from "./network-names.tsx";
import { DetailsSection } from "./details-section.tsx";
import { Photo } from "./photo.tsx";
import { Timeline } from "./timeline/timeline.tsx";

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
