import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { Problem } from "../base/problem.ts";
import type { Contact, ContactMergeCreate, MergedContact } from "@kith/client";
import { Details } from "./details.tsx";
import { textLabels } from "../../../functions/kith/contacts/fields.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { workOf } from "../people/people.tsx";
import { PeopleSearch } from "../people/people-field.tsx";
import { toast } from "../ui/toast.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import { Choice, ChoiceGroup, Labelled } from "../ui/fields.tsx";
import { formatBirthday, formatInstantDay } from "../base/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice, Shown } from "../ui/states.tsx";
import { counted, every } from "../base/words.ts";

interface Props {
  /** The contact that stays, and the one that is merged into it. */
  ids: [target: string, duplicate: string];
  /** Called when it is done, and the dialog is closed. */
  onMerged: () => void;
  onClose: () => void;
}

/** Merges a contact with one that is chosen first. */
export function MergeWith(
  { contact, ...props }: Omit<Props, "ids"> & { contact: Contact },
) {
  const input = useRef<HTMLInputElement>(null);
  const [other, setOther] = useState<string>();
  useLayoutEffect(() => input.current?.focus(), []);
  if (other) return <MergeDialog ids={[contact.id, other]} {...props} />;
  const { onClose } = props;
  return (
    <Dialog title={`Merge ${contact.displayName} with…`} onClose={onClose}>
      <div class="merge-with">
        <Labelled
          label="The same person"
          hint="You see what stays before anything is merged."
        >
          {(control) => (
            <PeopleSearch
              {...control}
              input={input}
              chosen={[contact.id]}
              onChoose={({ id }) => setOther(id)}
            />
          )}
        </Labelled>
      </div>
      <div class="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  );
}

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
    if (dryRun) return setPreview(result);
    const { contact, moved, activityId } = result;
    onClose();
    toast({
      text: `Merged into ${contact.displayName}. ${movedInWords(moved)}`.trim(),
      activityId,
    });
    onMerged();
  };
  return (
    <Dialog title="Merge two contacts" wide onClose={onClose}>
      {problem && <Notice tone="danger">{limitInWords(problem) ?? problem.detail}</Notice>}
      {preview
        ? <MergePreview result={preview} duplicate={both.data?.[1].displayName ?? ""} />
        : (
          <Shown of={both} what="both contacts" rows={2}>
            {(contacts) => (
              <Compare both={contacts} lists={lists} choices={fields} onChange={setFields} />
            )}
          </Shown>
        )}
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
function Compare({ both, lists, choices, onChange }: CompareProps) {
  const heading = useStepHeading();
  const fields = differing(both);
  const isOneSided = (field: Field) => both.some((contact) => valueOf(contact, field) === null);
  const oneSided = fields.filter(isOneSided);
  const conflicts = [...lists, ...fields.filter((field) => !isOneSided(field))];
  const choose = (field: Field) => (
    <ChoiceGroup key={field} legend={labels[field]}>
      <div class="pair-columns">
        {sides.map(({ side, name }, index) => (
          <Choice
            key={side}
            type="radio"
            name={field}
            label={valueOf(both[index]!, field) ?? "Nothing"}
            hint={name}
            checked={chosen(choices, field, both) === side}
            onChoose={() => onChange({ ...choices, [field]: side })}
          />
        ))}
      </div>
    </ChoiceGroup>
  );
  return (
    <div class="compare stack gap-4">
      <div class="pair-columns">
        {sides.map(({ name }, index) => <Summary key={name} title={name} contact={both[index]!} />)}
      </div>
      <h3 ref={heading} tabIndex={-1}>
        {conflicts.length > 0 ? "Choose what stays" : "They do not contradict each other"}
      </h3>
      {conflicts.map(choose)}
      {oneSided.length > 0 && (
        <details class="one-sided label">
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

function Summary({ title, contact }: { title: string; contact: Contact }) {
  const timeZone = useTimeZone();
  const { displayName, photoUrl, emails, phones, urls, createdAt } = contact;
  return (
    <section class="someone stack gap-1 break start" aria-label={title}>
      <p class="fine">{title}</p>
      <Avatar name={displayName} photoUrl={photoUrl} />
      <p class="someone-name">{displayName}</p>
      {[...emails, ...phones, ...urls].map(({ value }) => <p key={value} class="fine">{value}</p>)}
      <p class="fine">Added {formatInstantDay(createdAt, timeZone)}</p>
    </section>
  );
}

/** The contact as a dry run says that it would be, and the name of the one that will be deleted. */
function MergePreview(
  { result: { contact, moved }, duplicate }: { result: MergedContact; duplicate: string },
) {
  const heading = useStepHeading();
  const work = workOf(contact);
  return (
    <div class="merge-result stack gap-4">
      <h3 ref={heading} tabIndex={-1}>The result: {contact.displayName}</h3>
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
      {work && <p class="quiet">{work}</p>}
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
    notes && counted(notes, "note"),
    reminders && counted(reminders, "reminder"),
    networks && counted(networks, "network"),
  ].filter((part) => part !== 0);
  if (parts.length === 0) return "";
  const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(parts);
  return `Moved: ${list}.`;
}

/** For the heading of a step in a dialog: it takes the focus, because the button that led to it may be gone. */
function useStepHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest("dialog")?.scrollTo(0, 0);
  }, []);
  return heading;
}

type Choices = NonNullable<ContactMergeCreate["fields"]>;
type Field = keyof Choices;
/** The first contact, into which the second one is merged, or the second. */
type Side = "target" | "duplicate";
type Both = [target: Contact, duplicate: Contact];

const lists = {
  emails: "E-mail addresses",
  phones: "Phone numbers",
  urls: "Links",
  addresses: "Addresses",
} as const;

const labels: Record<Field, string> = {
  ...textLabels(),
  birthday: "Birthday",
  contactFrequencyDays: "How often to be in touch",
  photoUrl: "Photo",
  ...lists,
};

const isList = (field: Field): field is keyof typeof lists => field in lists;

/** What a contact has in a field, in words; null for nothing. */
function valueOf(contact: Contact, field: Field): string | null {
  if (field === "photoUrl") return contact.hasPhoto ? "Its photo" : null;
  const value = contact[field];
  if (field === "addresses") {
    const { length } = contact.addresses;
    return length === 0 ? null : length === 1 ? "1 address" : `${length} addresses`;
  }
  if (isList(field)) return contact[field].map(({ value }) => value).join(", ") || null;
  if (value === null) return null;
  if (field === "birthday") return formatBirthday(String(value));
  if (field === "contactFrequencyDays") return every(Number(value), "day");
  return String(value);
}

/** The fields of one value that are not the same in both. Lists are united, so they are none of these. */
function differing(both: Both): Field[] {
  return (Object.keys(labels) as Field[]).filter((field) => {
    if (isList(field)) return false;
    const [first, second] = both.map((contact) => valueOf(contact, field));
    // Two photos are never known to be the same.
    return first !== second || field === "photoUrl" && first !== null;
  });
}

/** Lists that are too long together, by what the API says of a merge. */
const tooLong = (problems: Record<string, string>) =>
  Object.keys(problems).map((pointer) => pointer.replace("fields/", "") as Field).filter(isList);

/** Whose value stays where nothing is chosen: the first contact's, or the second's where the first has none. */
const chosen = (choices: Choices, field: Field, [target]: Both): Side =>
  choices[field] ?? (valueOf(target, field) === null ? "duplicate" : "target");
