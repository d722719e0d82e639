import type { Contact } from "../api/types.ts";
import type { Pages } from "../hooks/use-pages.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { hrefOf } from "../shell/router.ts";
import { Avatar } from "../ui/avatar.tsx";
import { daysUntil, inWords } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import type { Networks } from "./contacts-view.tsx";
import { NetworkDot } from "./search-bar.tsx";

interface Props {
  title: string;
  pages: Pages<Contact>;
  networks: Networks;
}

export function ContactList({ title, pages, networks }: Props) {
  const { data } = pages;
  if (!data || data.total === 0) return null;
  return (
    <section class="section">
      <h2 class="section-title">
        {title} <span class="count">{data.total}</span>
      </h2>
      <ul class="rows card">
        {data.data.map((contact) => (
          <ContactRow key={contact.id} contact={contact} networks={networks} />
        ))}
      </ul>
      <LoadMore pages={pages} what="contacts" />
    </section>
  );
}

function ContactRow({ contact, networks }: { contact: Contact; networks: Networks }) {
  return (
    <li>
      <a class="contact-row" href={hrefOf("contacts", contact.id)}>
        <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
        <span class="contact-who">
          <span class="contact-name">
            {contact.displayName}
            {contact.isFavorite && <Favourite />}
          </span>
          <span class="contact-about">{describe(contact)}</span>
        </span>
        <span class="contact-meta">
          <Due contact={contact} />
          <NetworkNames ids={contact.networkIds} networks={networks} />
        </span>
        <Icon name="next" />
      </a>
    </li>
  );
}

export function Favourite() {
  return (
    <>
      <Icon name="star" filled />
      <span class="unseen">, a favourite</span>
    </>
  );
}

export function NetworkNames({ ids, networks }: { ids: string[]; networks: Networks }) {
  // In the order of all networks, which is by name.
  const known = [...networks.values()].filter(({ id }) => ids.includes(id));
  if (known.length === 0) return null;
  return (
    <span class="networks">
      {known.map((network) => (
        <span key={network.id} class="network">
          <NetworkDot color={network.color} />
          {network.name}
        </span>
      ))}
    </span>
  );
}

/** When to contact them next; nothing without a contact frequency. */
function Due({ contact }: { contact: Contact }) {
  const timeZone = useTimeZone();
  if (!contact.nextContactOn) return null;
  const days = daysUntil(contact.nextContactOn, timeZone);
  if (!contact.needsContact) return <span class="due">next {inWords(days)}</span>;
  return <span class="due due-now">due {inWords(days)}</span>;
}

const describe = (contact: Contact) =>
  [contact.jobTitle, contact.company].filter((part) => part && part !== contact.displayName)
    .join(", ") || (contact.emails[0]?.value ?? contact.phones[0]?.value ?? contact.description);
