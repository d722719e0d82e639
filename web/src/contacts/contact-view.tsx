import { getContact, listNetworks } from "../api/kith.ts";
import type { Contact } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { hrefOf } from "../shell/router.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { View } from "../shell/view.tsx";
import { daysUntil, inWords } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { Favourite, NetworkNames } from "./contact-list.tsx";
import { Details } from "./details.tsx";
import { Notes } from "./notes.tsx";
import { Photo } from "./photo.tsx";
import { Reminders } from "./reminders.tsx";

export function ContactView({ id }: { id: string }) {
  const contact = useLoad((signal) => getContact(id, signal), [id]);
  const { data, problem } = contact;
  return (
    <>
      <a class="back" href={hrefOf("contacts")}>
        <Icon name="back" />All contacts
      </a>
      {data
        ? <OneContact contact={data} onChange={contact.change} />
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

function OneContact(
  { contact, onChange }: { contact: Contact; onChange: (contact: Contact) => void },
) {
  const networks = useLoad(listNetworks, []);
  const known = new Map(networks.data?.data.map((network) => [network.id, network]));
  const work = [contact.jobTitle, contact.company].filter((part) => part !== contact.displayName);
  return (
    <article class="contact">
      <Photo contact={contact} onChange={onChange} />
      <div class="contact-head">
        <View
          title={contact.displayName}
          heading={
            <>
              {contact.displayName}
              {contact.isFavorite && <Favourite />}
            </>
          }
        >
          {work.some(Boolean) && <p class="contact-work">{work.filter(Boolean).join(", ")}</p>}
          <NetworkNames ids={contact.networkIds} networks={known} />
          <InTouch contact={contact} />
        </View>
      </div>
      <div class="contact-body">
        <Details contact={contact} />
        <Reminders contactId={contact.id} />
        <Notes contactId={contact.id} />
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
