/** The list of people, of which only the rows in sight are drawn. */
import { t } from "../base/texts.ts";
import { Component } from "preact";
import { type MutableRef, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Network } from "@kith/client";
import type { RowContact } from "../api/contacts.ts";
import { nameBy } from "../base/names.ts";
import type { ContactRows, Rows } from "./list/contact-rows.ts";
import { queryOf } from "./list/filter.ts";
import { call } from "./details.tsx";
import { useCursor } from "./list/cursor.ts";
import { useDrawnRows } from "./list/drawn-rows.ts";
import { NetworkNames } from "../networks/networks.tsx";
import { reasonsOf, workOf } from "../people/people.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { useTouch } from "../hooks/touch.ts";
import { type NameOrder, useNameOrder } from "../shell/profile.ts";
import { hrefOf, type Query } from "../shell/router.ts";
import { Avatar } from "../ui/avatar.tsx";
import { daysBetween, inWords, localDay } from "../base/dates.ts";
import { Icon } from "../ui/icon.tsx";

/** What another part of the view may ask of the list. */
export interface ListControl {
  /** Gives the focus to the first row that is seen. */
  enter: () => void;
}

interface Props {
  rows: ContactRows;
  networks: Network[];
  /** Whether the rows are those of the filter; otherwise they stay until those are loaded. */
  isCurrent: boolean;
  control: MutableRef<ListControl | undefined>;
  /** The ids of those that are selected, where rows are selected instead of opened. */
  selected: ReadonlySet<string> | undefined;
  /** `through`: all rows from the one that was selected before. */
  onToggle: (id: string, through?: boolean) => void;
  /** The id of the contact that stands beside the list. */
  open: string | undefined;
}

/** Those to be in touch with now, and the others; of both only the rows near the screen are drawn. */
export function ContactList(props: Props) {
  const { rows, networks, isCurrent, control, selected, onToggle, open: beside } = props;
  const cursor = useCursor(rows, isCurrent);
  useLayoutEffect(() => {
    control.current = cursor;
    return () => control.current = undefined;
  });
  const timeZone = useTimeZone();
  const today = localDay(new Date(), timeZone);
  const order = useNameOrder();
  // That of the address of the list, which stays where a person is opened beside it.
  const query = useMemo(() => queryOf(rows.filter), [rows]);
  const due = rows.due.total ?? 0;
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLElement>(".contact-row");
    if (!link) return;
    const { number, id } = link.closest<HTMLElement>(".row")!.dataset;
    // Otherwise the browser opens another window.
    if (event.shiftKey) event.preventDefault();
    if (selected || event.shiftKey) onToggle(id!, event.shiftKey);
    else cursor.save(Number(number));
  };
  const touch = useTouch({
    closest: ".row[data-id]",
    onHold: ({ dataset }) => onToggle(dataset["id"]!),
    onSwipe({ dataset }, direction) {
      const number = rows.contactAt(Number(dataset["number"]))?.phones[0]?.value;
      if (direction === "right" && number) call(number);
    },
  });
  useLayoutEffect(() => {
    const number = beside === undefined ? undefined : rows.numberOf(beside);
    if (number !== undefined) cursor.show(number);
  }, [beside]);
  const section = (list: Rows, title: string, before: number) => (
    <Section
      title={title}
      rows={list}
      isCurrent={isCurrent}
      before={before}
      kept={cursor.active - before}
      row={(contact) => ({
        contact,
        networks,
        today,
        timeZone,
        order,
        selected: selected?.has(contact.id),
        isOpen: contact.id === beside,
        query,
      })}
    />
  );
  return (
    <div
      class={isCurrent ? "contact-lists" : "contact-lists stale"}
      aria-busy={!isCurrent || rows.isLoading}
      {...touch}
      onClick={open}
      onKeyDown={cursor.onKeyDown}
      onFocusIn={cursor.onFocusIn}
    >
      {section(rows.due, t("Time to get in touch"), 0)}
      {section(rows.others, due > 0 ? t("Everybody else") : t("Contacts"), due)}
    </div>
  );
}

interface SectionProps {
  title: string;
  rows: Rows;
  isCurrent: boolean;
  /** How many rows there are before the list. */
  before: number;
  /** The place of the row to which Tab leads, which stays drawn; it may be in the other list. */
  kept: number;
  row: (contact: RowContact) => Omit<RowProps, keyof Placed>;
}

function Section({ title, rows, isCurrent, before, kept, row }: SectionProps) {
  const element = useRef<HTMLUListElement>(null);
  const { first, last } = useDrawnRows(element, rows, isCurrent);
  useLayoutEffect(() => void (rows.kept = kept), [rows, kept]);
  const total = rows.total ?? 0;
  if (total === 0) return null;
  const indices = Array.from({ length: last - first }, (_, index) => first + index);
  // It must not vanish while it has the focus.
  if (kept >= 0 && kept < first) indices.unshift(kept);
  if (kept >= last) indices.push(kept);
  return (
    <section class="section">
      <h2 class="section-title">
        {title} <span class="count">{total}</span>
      </h2>
      <div class="card rows-card">
        <ul
          ref={element}
          class="long-rows"
          style={{ "--total": String(total) }}
          aria-label={title}
        >
          {indices.filter((index) => index < total).map((index) => {
            const contact = rows.rowAt(index);
            const number = before + index;
            if (!contact) return <BlankRow key={index} index={index} number={number} />;
            return (
              <ContactRow
                {...row(contact)}
                key={contact.id}
                index={index}
                total={total}
                number={number}
                isTabStop={index === kept}
              />
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/** What a list knows of one of its rows. */
interface Placed {
  /** The place in its list, which has so many rows. */
  index: number;
  total: number;
  /** The place in both lists. */
  number: number;
  /** Whether Tab leads to it; to others lead arrows. */
  isTabStop: boolean;
}

interface RowProps extends Placed {
  contact: RowContact;
  networks: Network[];
  /** The day in the account's time zone. */
  today: string;
  timeZone: string;
  /** Which name is shown first. */
  order: NameOrder;
  /** Whether it is selected, where contacts are. */
  selected: boolean | undefined;
  /** Whether its page stands beside the list. */
  isOpen: boolean;
  query: Query;
}

/** Drawn again only when something that it shows has changed, because many rows are drawn while one scrolls. */
class ContactRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    return (Object.keys(next) as (keyof RowProps)[]).some((name) =>
      next[name] !== this.props[name]
    );
  }

  override render() {
    return drawRow(this.props);
  }
}

function drawRow(props: RowProps) {
  const { contact, index, total, number, selected, isTabStop } = props;
  const shared = {
    class: "contact-row line gap-3",
    tabIndex: isTabStop ? 0 : -1,
  };
  const parts = (
    <>
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
      <span class="contact-who grow">
        <span class="contact-name">
          <span class="contact-words">{nameBy(props.order, contact)}</span>
          {contact.isFavorite && (
            <>
              <Icon name="star" filled />
              <span class="unseen">{t(", a favourite")}</span>
            </>
          )}
        </span>
        <span class="contact-about quiet label">
          {contact.matches
            ? reasonsOf(contact, contact.matches, props.timeZone)
            : workOf(contact) || (contact.emails[0]?.value ?? contact.phones[0]?.value)}
        </span>
      </span>
      <span class="contact-meta">
        <Due contact={contact} today={props.today} />
        <NetworkNames ids={contact.networkIds} networks={props.networks} />
      </span>
    </>
  );
  return (
    <li
      class="row"
      style={placeOf(index)}
      data-number={number}
      data-id={contact.id}
      data-right={contact.phones.length > 0 ? t("Call") : undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      {selected === undefined
        ? (
          <a
            {...shared}
            href={hrefOf("contacts", contact.id, props.query)}
            aria-current={props.isOpen || undefined}
          >
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

/** A row that is not loaded yet. */
const BlankRow = ({ index, number }: { index: number; number: number }) => (
  <li
    class="row row-blank line gap-3"
    style={placeOf(index)}
    data-number={number}
    aria-hidden="true"
  >
    <span class="avatar skeleton-disc" />
    <span class="skeleton-lines" />
  </li>
);

/** The style sheet multiplies it by the height of a row. */
const placeOf = (index: number) => ({ "--i": String(index) });

/** When to contact them next; nothing without a contact frequency. */
function Due({ contact, today }: { contact: RowContact; today: string }) {
  if (!contact.nextContactOn) return null;
  const days = inWords(daysBetween(today, contact.nextContactOn));
  if (!contact.needsContact) return <span class="due fine">{t("next {0}", days)}</span>;
  return <span class="due due-now fine">{t("due {0}", days)}</span>;
}
