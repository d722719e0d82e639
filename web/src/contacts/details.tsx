/** The details of a contact, folded to three lines, and the form that takes their place. */
import { t } from "../base/texts.ts";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Address, Contact } from "@kith/client";
import { EditDetails, useKeptEdit } from "./form/contact-form.tsx";
import { textFields, type TextName } from "../../../functions/kith/contacts/fields.ts";
import { useFields, valueInWords } from "../fields/fields.tsx";
import { useKeys } from "../hooks/events.ts";
import { currentRoute, hrefOf, replaceQuery } from "../shell/router.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Button, CopyButton, LinkButton } from "../ui/buttons.tsx";
import { dateInWords, formatBirthday, formatInstantDay } from "../base/dates.ts";
import { counted } from "../base/words.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Linked } from "../ui/linked.tsx";
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
        <h2 class="section-title">{t("Details")}</h2>
        {!editing && <Button icon="edit" aria-keyshortcuts="e" onClick={edit}>{t("Edit")}</Button>}
      </div>
      {editing
        ? (
          <EditDetails
            contact={contact}
            asked={asked}
            onSaved={({ value, activityId }) => {
              close();
              onChange(value);
              toast({ text: t("{0} is saved.", value.displayName), activityId });
            }}
            onClose={close}
          />
        )
        : <Details contact={contact} />}
    </section>
  );
}

/** Texts that the heading shows, and the one that is shown first. */
const shownAbove: TextName[] = [
  ...["namePrefix", "firstName", "middleName", "lastName", "nameSuffix"] as const,
  ...["company", "jobTitle", "description"] as const,
];

/** Details that are shown before the rest is asked for. */
const shownFirst = 3;

/** The details of a contact; empty ones are not shown. `isWhole` shows them all, and not the first with a button for the others. */
export function Details({ contact, isWhole = false }: { contact: Contact; isWhole?: boolean }) {
  const timeZone = useTimeZone();
  const [opened, setOpened] = useState(isWhole);
  const fields = useFields().data ?? [];
  const { displayName, birthday, lastContactedAt, description } = contact;
  const all = [
    description && (
      <Detail key="About them" name="About them">
        <p class="prose">
          <Linked text={description} />
        </p>
      </Detail>
    ),
    ...(["phones", "emails"] as const).flatMap((kind) =>
      contact[kind].map(({ value, label }) => (
        <Detail key={value} name={kinds[kind]} label={label}>
          {value}
          <span class="reach">
            {reach[kind](value, label).map(([icon, name, href]) => (
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
        </Detail>
      ))
    ),
    birthday && <Detail key="Birthday" name="Birthday">{formatBirthday(birthday)}</Detail>,
    ...contact.dates.map(({ kind, label, date }) => (
      <Detail key={`${kind} ${label} ${date}`} name={dateInWords(kind, label)}>
        {formatBirthday(date)}
      </Detail>
    )),
    ...contact.addresses.map((address, index) => (
      <Detail key={index} name="Address" label={address.label}>
        <address>{linesOf(address).map((line) => <span key={line}>{line}</span>)}</address>
        {address.city && (
          <a class="fine" href={hrefOf("contacts", undefined, { place: address.city })}>
            {t("Everybody in {0}", address.city)}
          </a>
        )}
      </Detail>
    )),
    ...textFields.map(([name, { label }]) =>
      !shownAbove.includes(name) && contact[name] && contact[name] !== displayName &&
      <Detail key={name} name={label}>{contact[name]}</Detail>
    ),
    ...fields.flatMap(({ key, name, type }) => {
      const value = contact.custom[key];
      if (value === undefined) return [];
      return (
        <Detail key={key} name={name}>
          {type === "url" ? <WebLink url={String(value)} /> : valueInWords(value, type)}
        </Detail>
      );
    }),
    ...contact.urls.map(({ value, label }) => (
      <Detail key={value} name={kinds.urls} label={label}>
        <WebLink url={value} />
      </Detail>
    )),
    contact.vcardLines && <KeptLines key="Other programs" lines={contact.vcardLines.split("\n")} />,
    <Detail key="Last contact" name="Last contact">
      {lastContactedAt ? formatInstantDay(lastContactedAt, timeZone) : t("Not yet")}
    </Detail>,
    <Detail key="Added" name="Added">{formatInstantDay(contact.createdAt, timeZone)}</Detail>,
  ].filter(Boolean);
  return (
    <div class="card card-body stack gap-3">
      <dl class={opened ? "details" : "details details-folded"}>{all}</dl>
      {!isWhole && all.length > shownFirst && (
        <LinkButton onClick={() => setOpened(!opened)}>
          {opened ? t("Fewer details") : t("All details")}
        </LinkButton>
      )}
    </div>
  );
}

const kinds = { emails: "E-mail", phones: t("Phone"), urls: t("Link") };

const digitsOf = (number: string) => number.replace(/[^\d+*#]/g, "");

/** What can be done with a number or an address: what it is called and where it leads, with its icon. */
type Reach = (
  value: string,
  label?: string | null,
) => [icon: IconName, name: string, href: string][];

/** Where one writes to a number: by what its label says that it is for, else by SMS. */
const writeTo = (value: string, label: string) =>
  chatOf([{ value, label }], true)?.[2] ?? `sms:${digitsOf(value)}`;

export const reach: Record<"phones" | "emails", Reach> = {
  phones: (value, label) => [
    ["phone", t("Call"), `tel:${digitsOf(value)}`],
    ["message", t("Message"), writeTo(value, label ?? "")],
  ],
  emails: (value) => [["mail", t("Mail"), `mailto:${encodeURIComponent(value)}`]],
};

export const call = (number: string) => location.assign(`tel:${digitsOf(number)}`);

/** What is done first with somebody: their first number and address, and where they are written to. */
export function reachOf({ phones, emails }: Contact): ReturnType<Reach> {
  const chat = chatOf(phones);
  const first = phones.slice(0, 1).flatMap(({ value, label }) => reach.phones(value, label));
  return [
    ...first,
    ...chat && first.every(([, , href]) => href !== chat[2]) ? [chat] : [],
    ...emails.slice(0, 1).flatMap(({ value }) => reach.emails(value)),
  ];
}

/** Messengers by the words that labels of numbers have for them. All take only numbers with the code of their country. */
const messengers: [words: RegExp, name: string, link: (digits: string) => string][] = [
  [/signal/i, "Signal", (digits) => `https://signal.me/#p/${digits}`],
  [/whats/i, "WhatsApp", (digits) => `https://wa.me/${digits.slice(1)}`],
  [/telegram/i, "Telegram", (digits) => `https://t.me/${digits}`],
];

/** The messenger that the label of a number names, else WhatsApp, unless it must be `named`. */
function chatOf(
  phones: Pick<Contact["phones"][number], "value" | "label">[],
  named = false,
): ReturnType<Reach>[number] | undefined {
  const numbers = phones.map(({ value, label }) => ({
    digits: digitsOf(value).replace(/[*#]/g, ""),
    label: label ?? "",
  })).filter(({ digits }) => digits.startsWith("+"));
  for (const [words, name, link] of messengers) {
    const number = numbers.find(({ label }) => words.test(label));
    if (number) return ["message", name, link(number.digits)];
  }
  const [first] = numbers;
  return first && !named ? ["message", "WhatsApp", messengers[1]![2](first.digits)] : undefined;
}

interface DetailProps {
  name: string;
  label?: string | null | undefined;
  children: ComponentChildren;
}

function Detail({ name, label, children }: DetailProps) {
  return (
    <div class="detail">
      <dt class="fine">{label ? `${t(name)} · ${label}` : t(name)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What came with a file or from a phone, and Kith does not know. */
function KeptLines({ lines }: { lines: string[] }) {
  return (
    <Detail name={t("Other programs")}>
      <details>
        <summary>{counted(lines.length, "more line")}</summary>
        <ul class="stack fine break">{lines.map((line) => <li key={line}>{line}</li>)}</ul>
      </details>
    </Detail>
  );
}

/** A link only for http and https, because agents write these values. */
function WebLink({ url }: { url: string }) {
  const shown = url.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  if (!/^https?:\/\//i.test(url)) return <>{url}</>;
  return <a href={url} target="_blank" rel="noopener noreferrer">{shown}</a>;
}

export function linesOf({ street, postalCode, city, region, country }: Address): string[] {
  const place = [postalCode, city].filter(Boolean).join(" ");
  return [street, place, region, country].filter((line): line is string => Boolean(line));
}
