import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Address, Contact } from "@kith/client";
import { EditDetails, useKeptEdit } from "./form/contact-form.tsx";
import { textFields, type TextName } from "../../../functions/kith/contacts/fields.ts";
import { useKeys } from "../hooks/events.ts";
import { currentRoute, replaceQuery } from "../shell/router.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button, CopyButton } from "../ui/buttons.tsx";
import { formatBirthday, formatInstantDay } from "../base/dates.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

interface Props {
  contact: Contact;
  onChange: (contact: Contact) => void;
}

/** The details of a contact, which become fields in their place. */
export function DetailsSection({ contact, onChange }: Props) {
  const kept = useKeptEdit(contact.id);
  // Whether somebody asked for it, by a button or by a key, so that the fields take the focus.
  const [asked, setAsked] = useState(() => currentRoute().query.has("edit"));
  const [editing, setEditing] = useState(kept || asked);
  const edit = () => {
    setAsked(true);
    setEditing(true);
  };
  useKeys({ e: edit });
  useEffect(() => {
    const { edit, ...query } = Object.fromEntries(currentRoute().query);
    // Not again when the page is loaded anew.
    if (edit) replaceQuery(query);
  }, []);
  const head = useRef<HTMLDivElement>(null);
  const close = () => {
    setEditing(false);
    // After the question whether to close, which takes the focus with it.
    setTimeout(() => head.current?.querySelector("button")?.focus());
  };
  return (
    <section class="section">
      <div ref={head} class="section-head flow gap-3 spread">
        <h2 class="section-title">Details</h2>
        {!editing && <Button icon="edit" aria-keyshortcuts="e" onClick={edit}>Edit</Button>}
      </div>
      {editing
        ? (
          <EditDetails
            contact={contact}
            asked={asked}
            onSaved={({ value, activityId }) => {
              close();
              onChange(value);
              toast({ text: `${value.displayName} is saved.`, activityId });
            }}
            onClose={close}
          />
        )
        : <Details contact={contact} />}
    </section>
  );
}

/** Texts that the heading and the first paragraph show. */
const shownAbove: TextName[] = ["firstName", "lastName", "company", "jobTitle", "description"];

/** The details of a contact; empty ones are not shown. */
export function Details({ contact }: { contact: Contact }) {
  const timeZone = useTimeZone();
  const { displayName, birthday, lastContactedAt, description } = contact;
  return (
    <div class="card card-body">
      {description && <p class="prose">{description}</p>}
      <dl class="details stack gap-3">
        {textFields.map(([name, { label }]) =>
          !shownAbove.includes(name) && contact[name] && contact[name] !== displayName &&
          <Detail key={name} name={label}>{contact[name]}</Detail>
        )}
        {(["emails", "phones", "urls"] as const).map((kind) =>
          contact[kind].map(({ value, label }) => (
            <Detail key={value} name={kinds[kind]} label={label}>
              {kind === "urls" ? <WebLink url={value} /> : (
                <>
                  {value}
                  <span class="reach">
                    {reach[kind](value).map(([icon, name, href]) => (
                      <a
                        key={name}
                        class="icon-button"
                        href={href}
                        aria-label={`${name} ${value}`}
                        title={name}
                      >
                        <Icon name={icon} />
                      </a>
                    ))}
                    <CopyButton text={value} />
                  </span>
                </>
              )}
            </Detail>
          ))
        )}
        {contact.addresses.map((address, index) => (
          <Detail key={index} name="Address" label={address.label}>
            <address>{linesOf(address).map((line) => <span key={line}>{line}</span>)}</address>
          </Detail>
        ))}
        {birthday && <Detail name="Birthday">{formatBirthday(birthday)}</Detail>}
        <Detail name="Last contact">
          {lastContactedAt ? formatInstantDay(lastContactedAt, timeZone) : "Not yet"}
        </Detail>
        <Detail name="Added">{formatInstantDay(contact.createdAt, timeZone)}</Detail>
      </dl>
    </div>
  );
}

const kinds = { emails: "E-mail", phones: "Phone", urls: "Link" };

const digitsOf = (number: string) => number.replace(/[^\d+*#]/g, "");

/** What can be done with a number or an address: what it is called and where it leads, with its icon. */
type Reach = (value: string) => [icon: IconName, name: string, href: string][];

export const reach: Record<"phones" | "emails", Reach> = {
  phones: (value) => [
    ["phone", "Call", `tel:${digitsOf(value)}`],
    ["message", "Message", `sms:${digitsOf(value)}`],
  ],
  emails: (value) => [["mail", "Mail", `mailto:${encodeURIComponent(value)}`]],
};

interface DetailProps {
  name: string;
  label?: string | null | undefined;
  children: ComponentChildren;
}

function Detail({ name, label, children }: DetailProps) {
  return (
    <div class="detail">
      <dt class="fine">{label ? `${name} · ${label}` : name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A link only for http and https, because agents write these values. */
function WebLink({ url }: { url: string }) {
  const shown = url.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  if (!/^https?:\/\//i.test(url)) return <>{url}</>;
  return <a href={url} target="_blank" rel="noopener noreferrer">{shown}</a>;
}

function linesOf({ street, postalCode, city, region, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(" ");
  return [street, place, region, country].filter((line): line is string => Boolean(line));
}
