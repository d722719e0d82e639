import { Component } from "preact";
import type { RowContact } from "../../api/contacts.ts";
import { workOf } from "../../people/work.ts";
import { hrefOf } from "../../shell/router.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { daysBetween, inWords } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { NetworkNames, type Networks } from "../network-names.tsx";

interface Props {
  contact: RowContact;
  /** The place in its list, which has so many rows. */
  index: number;
  total: number;
  /** The place in both lists. */
  number: number;
  networks: Networks;
  /** The day in the account's time zone. */
  today: string;
  /** Of the first name that begins with it, where the names are in order. */
  letter: string | undefined;
  /** Whether it is selected, where contacts are. */
  selected: boolean | undefined;
  /** Whether Tab leads to it; to others lead arrows. */
  isTabStop: boolean;
}

/** Drawn again only when something that it shows has changed, because many rows are drawn while one scrolls. */
export class ContactRow extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== this.props[name]);
  }

  override render() {
    const { contact, index, total, number, networks, today, letter } = this.props;
    const { selected, isTabStop } = this.props;
    const shared = {
      class: "contact-row",
      "data-number": number,
      "data-id": contact.id,
      tabIndex: isTabStop ? 0 : -1,
    };
    const parts = (
      <>
        <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
        <span class="contact-who">
          <span class="contact-name">
            <span class="contact-words">{contact.displayName}</span>
            {contact.isFavorite && <Favourite />}
          </span>
          <span class="contact-about">{describe(contact)}</span>
        </span>
        <span class="contact-meta">
          <Due contact={contact} today={today} />
          <NetworkNames ids={contact.networkIds} networks={networks} />
        </span>
      </>
    );
    return (
      <li
        class="row"
        style={placeOf(index)}
        data-letter={letter}
        aria-setsize={total}
        aria-posinset={index + 1}
      >
        {selected === undefined
          ? (
            <a {...shared} href={hrefOf("contacts", contact.id)}>
              {parts}
              <Icon name="next" />
            </a>
          )
          : (
            <button {...shared} type="button" role="checkbox" aria-checked={selected}>
              <span class="tick">{selected && <Icon name="check" />}</span>
              {parts}
            </button>
          )}
      </li>
    );
  }
}

/** A row that is not loaded yet. */
export const BlankRow = ({ index }: { index: number }) => (
  <li class="row row-blank" style={placeOf(index)} aria-hidden="true">
    <span class="row-disc" />
    <span class="row-line" />
  </li>
);

/** The style sheet multiplies it by the height of a row. */
export const placeOf = (index: number) => ({ "--i": String(index) });

function Favourite() {
  return (
    <>
      <Icon name="star" filled />
      <span class="unseen">, a favourite</span>
    </>
  );
}

/** When to contact them next; nothing without a contact frequency. */
function Due({ contact, today }: { contact: RowContact; today: string }) {
  if (!contact.nextContactOn) return null;
  const days = inWords(daysBetween(today, contact.nextContactOn));
  if (!contact.needsContact) return <span class="due">next {days}</span>;
  return <span class="due due-now">due {days}</span>;
}

const describe = (contact: RowContact) =>
  workOf(contact) || (contact.emails[0]?.value ?? contact.phones[0]?.value);
