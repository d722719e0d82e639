import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Problem } from "../api/problem.ts";
import type { Contact, ContactMergeCreate, MergedContact } from "@kith/client";
import { Details } from "../contacts/details.tsx";
import { textLabels } from "../../../functions/kith/contacts/fields.ts";
import { useAction } from "../hooks/action.ts";
import { useLoad } from "../hooks/load.ts";
import { workOf } from "../people/people.tsx";
import { PeopleSearch } from "../people/people-field.tsx";
import { toast } from "../ui/toast.tsx";
import { useTimeZone } from "../shell/context.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import { Choice, ChoiceGroup } from "../ui/fields.tsx";
import { formatBirthday, formatInstantDay } from "../ui/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";

interface Props {
  /** The contact that stays, and the one that is merged into it. */
  ids: [target: string, duplicate: string];
  onMerged: (result: MergedContact) => void;
  onClose: () => void;
}

/** Merges a contact with one that is chosen first. */
export function MergeWith(
  { contact, onMerged, onClose }: { contact: Contact; onMerged: () => void; onClose: () => void },
) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState<string>();
  useLayoutEffect(() => input.current?.focus(), []);
  if (other) {
    return (
      <MergeDialog
        ids={[contact.id, other]}
        onMerged={(result) => {
          onClose();
          toast(mergedInWords(result));
          onMerged();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={`Merge ${contact.displayName} with…`} onClose={onClose}>
      <div class="field people-field">
        <label for={id}>The same person</label>
        <PeopleSearch
          id={id}
          input={input}
          chosen={[contact.id]}
          describedBy={`${id}-hint`}
          onChoose={({ id }) => setOther(id)}
        />
        <p id={`${id}-hint`} class="hint">You see what stays before anything is merged.</p>
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

/** What was done, with what undoes it. */
export const mergedInWords = ({ contact, moved, activityId }: MergedContact) => ({
  text: `Merged into ${contact.displayName}. ${movedInWords(moved)}`.trim(),
  activityId,
});

/** Merges two contacts: first what stays is chosen, then the result is shown, and only then it is done. */
export function MergeDialog({ ids: [target, duplicate], onMerged, onClose }: Props) {
  const both = useLoad(
    (signal): Promise<Both> =>
      Promise.all([
        kith.contacts.get(target, { signal }),
        kith.contacts.get(duplicate, { signal }),
      ]),
    [],
  );
  const [fields, setFields] = useState<Choices>({});
  const [lists, setLists] = useState<Field[]>([]);
  const [preview, setPreview] = useState<MergedContact>();
  const { busy, problem, run } = useAction((problem) => {
    const longer = tooLong(problem.fields);
    setLists([...new Set([...lists, ...longer])]);
    setFields({ ...Object.fromEntries(longer.map((list) => [list, "target"])), ...fields });
    setPreview(undefined);
  });
  const send = async (dryRun: boolean) => {
    const body = { duplicateId: duplicate, fields, dryRun };
    const result = await kith.contacts.merge(target, body);
    if (dryRun) setPreview(result);
    else onMerged(result);
  };
  return (
    <Dialog title="Merge two contacts" wide onClose={onClose}>
      {problem && <Notice tone="danger">{limitInWords(problem) ?? problem.detail}</Notice>}
      {preview
        ? <MergePreview result={preview} duplicate={both.data?.[1].displayName ?? ""} />
        : both.data
        ? <Compare both={both.data} lists={lists} choices={fields} onChange={setFields} />
        : both.problem
        ? <Failed problem={both.problem} retry={both.reload} />
        : <Loading what="both contacts" rows={2} />}
      <div class="dialog-actions">
        {preview && <Button onClick={() => setPreview(undefined)}>Back</Button>}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          key={preview ? "merge" : "preview"}
          kind="primary"
          busy={busy}
          disabled={!both.data}
          onClick={() => void run(() => send(!preview))}
        >
          {preview ? "Merge" : "Show the result"}
        </Button>
      </div>
    </Dialog>
  );
}

function limitInWords({ fields }: Problem): string | undefined {
  const longer = tooLong(fields);
  return longer.length > 0
    ? `Together they have more than 20 of these: ${inWords(longer)}. Choose whose stay.`
    : undefined;
}

interface CompareProps {
  both: Both;
  /** Lists that are too long together. */
  lists: Field[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

const sides: { side: Side; name: string }[] = [
  { side: "target", name: "First contact" },
  { side: "duplicate", name: "Second contact" },
];

/** Both contacts side by side, with a choice for each field in which they differ. */
export function Compare({ both, lists, choices, onChange }: CompareProps) {
  const heading = useStepHeading();
  const fields = differing(both);
  const isOneSided = (field: Field) => both.some((contact) => valueOf(contact, field) === null);
  const oneSided = fields.filter(isOneSided);
  const conflicts = [...lists, ...fields.filter((field) => !isOneSided(field))];
  const choose = (field: Field) => (
    <FieldChoice
      key={field}
      field={field}
      both={both}
      value={chosen(choices, field, both)}
      onChange={(side) => onChange({ ...choices, [field]: side })}
    />
  );
  return (
    <div class="compare">
      <div class="pair-columns">
        {sides.map(({ name }, index) => <Summary key={name} title={name} contact={both[index]!} />)}
      </div>
      <h3 ref={heading} tabIndex={-1}>
        {conflicts.length > 0 ? "Choose what stays" : "They do not contradict each other"}
      </h3>
      {conflicts.map(choose)}
      {oneSided.length > 0 && (
        <details class="one-sided">
          <summary>Only one of them has: {inWords(oneSided)}</summary>
          {oneSided.map(choose)}
        </details>
      )}
      <p class="fine">
        Everything else is kept: the e-mail addresses, phone numbers, links, addresses, networks,
        notes and reminders of both.
      </p>
    </div>
  );
}

const inWords = (fields: Field[]) => fields.map((field) => labels[field].toLowerCase()).join(", ");

interface FieldProps {
  field: Field;
  both: Both;
  value: Side;
  onChange: (side: Side) => void;
}

function FieldChoice({ field, both, value, onChange }: FieldProps) {
  return (
    <ChoiceGroup legend={labels[field]}>
      <div class="pair-columns">
        {sides.map(({ side, name }, index) => (
          <Choice
            key={side}
            type="radio"
            name={field}
            label={valueOf(both[index]!, field) ?? "Nothing"}
            hint={name}
            checked={value === side}
            onChoose={() => onChange(side)}
          />
        ))}
      </div>
    </ChoiceGroup>
  );
}

function Summary({ title, contact }: { title: string; contact: Contact }) {
  const timeZone = useTimeZone();
  const { displayName, photoUrl, emails, phones, urls, createdAt } = contact;
  return (
    <section class="someone" aria-label={title}>
      <p class="fine">{title}</p>
      <Avatar name={displayName} photoUrl={photoUrl} />
      <p class="someone-name">{displayName}</p>
      {[...emails, ...phones, ...urls].map(({ value }) => <p key={value} class="fine">{value}</p>)}
      <p class="fine">Added {formatInstantDay(createdAt, timeZone)}</p>
    </section>
  );
}

interface PreviewProps {
  result: MergedContact;
  /** Name of the contact that will be deleted. */
  duplicate: string;
}

/** The contact as a dry run says that it would be. */
export function MergePreview({ result: { contact, moved }, duplicate }: PreviewProps) {
  const heading = useStepHeading();
  const work = workOf(contact);
  return (
    <div class="merge-result">
      <h3 ref={heading} tabIndex={-1}>The result: {contact.displayName}</h3>
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
      {work && <p class="contact-work">{work}</p>}
      <p>
        {movedInWords(moved)} The second contact, {duplicate}, is deleted. You can undo this.
      </p>
      <Details contact={contact} />
    </div>
  );
}

/** “Moved: 3 notes and 1 reminder.”; empty where there was nothing to move. */
function movedInWords({ notes, reminders, networks }: MergedContact["moved"]): string {
  const parts = [
    countOf(notes, "note"),
    countOf(reminders, "reminder"),
    countOf(networks, "network"),
  ].filter((part) => part !== "");
  if (parts.length === 0) return "";
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  return `Moved: ${list}.`;
}

const countOf = (count: number, what: string) =>
  count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;

/** For the heading of a step in a dialog: it takes the focus, because the button that led to it may be gone. */
export function useStepHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("dialog")?.scrollTo(0, 0);
  }, []);
  return heading;
}

export type Choices = NonNullable<ContactMergeCreate["fields"]>;
export type Field = keyof Choices;
/** The first contact, into which the second one is merged, or the second. */
export type Side = "target" | "duplicate";
export type Both = [target: Contact, duplicate: Contact];

const lists = {
  emails: "E-mail addresses",
  phones: "Phone numbers",
  urls: "Links",
  addresses: "Addresses",
} as const;

export const labels: Record<Field, string> = {
  ...textLabels(),
  birthday: "Birthday",
  contactFrequencyDays: "How often to be in touch",
  photoUrl: "Photo",
  ...lists,
};

const isList = (field: Field): field is keyof typeof lists => field in lists;

/** What a contact has in a field, in words; null for nothing. */
export function valueOf(contact: Contact, field: Field): string | null {
  if (field === "photoUrl") return contact.hasPhoto ? "Its photo" : null;
  if (field === "addresses") return counted(contact.addresses.length, "address", "addresses");
  if (isList(field)) return contact[field].map(({ value }) => value).join(", ") || null;
  const value = contact[field];
  if (value === null) return null;
  if (field === "birthday") return formatBirthday(String(value));
  if (field === "contactFrequencyDays") return value === 1 ? "every day" : `every ${value} days`;
  return String(value);
}

const counted = (count: number, one: string, several: string) =>
  count === 0 ? null : `${count} ${count === 1 ? one : several}`;

/** The fields of one value that are not the same in both. Lists are united, so they are none of these. */
export function differing(both: Both): Field[] {
  return (Object.keys(labels) as Field[]).filter((field) => {
    if (isList(field)) return false;
    const [first, second] = both.map((contact) => valueOf(contact, field));
    // Two photos are never known to be the same.
    return first !== second || field === "photoUrl" && first !== null;
  });
}

/** Lists that are too long together, by what the API says of a merge. */
export const tooLong = (problems: Record<string, string>) =>
  Object.keys(problems).map((pointer) => pointer.replace("fields/", "") as Field).filter(isList);

/** Whose value stays where nothing is chosen: the first contact's, or the second's where the first has none. */
export const chosen = (choices: Choices, field: Field, [target]: Both): Side =>
  choices[field] ?? (valueOf(target, field) === null ? "duplicate" : "target");
