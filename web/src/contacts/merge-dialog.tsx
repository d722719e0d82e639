/** The dialog that makes one contact of two. */
import { t } from "../base/texts.ts";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { toProblem } from "../base/problem.ts";
import type { Contact, ContactMergeCreate, MergedContact } from "@kith/client";
import { Details, linesOf } from "./details.tsx";
import { textLabels } from "../../../functions/kith/contacts/fields.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { workOf } from "../people/people.tsx";
import { PeopleSearch } from "../people/people-field.tsx";
import { toast } from "../ui/toast.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/buttons.tsx";
import { Choice, Labelled } from "../ui/fields.tsx";
import { formatBirthday, formatInstantDay } from "../base/dates.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice, Shown } from "../ui/states.tsx";
import { counted, every, joined } from "../base/words.ts";

interface Props {
  /** The contact that stays unless the other one is chosen, and the one that is merged into it. */
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
    <Dialog title={t("Merge {0} with…", contact.displayName)} onClose={onClose}>
      <div class="merge-with">
        <Labelled
          label={t("The same person")}
          hint={t("You see what stays before anything is merged.")}
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
        <Button onClick={onClose}>{t("Cancel")}</Button>
      </div>
    </Dialog>
  );
}

/** Merges two contacts: the result is shown for the one that stays, which can be changed, and then it is done. */
export function MergeDialog({ ids, onMerged, onClose }: Props) {
  const [stays, setStays] = useState(ids[0]);
  const goes = ids.find((id) => id !== stays)!;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const preview = useLoad(async (signal): Promise<Foreseen> => {
    const contacts = await Promise.all(ids.map((id) => kith.contacts.get(id, { signal })));
    return { stays, contacts, ...await foresee(stays, goes, signal) };
  }, [stays]);
  const { busy, problem, run } = useAction();
  const isCurrent = preview.data?.stays === stays && !preview.loading;
  const merge = async () => {
    const { fields } = preview.data!;
    const result = await kith.contacts.merge(stays, { duplicateId: goes, fields });
    const { contact, moved, activityId } = result;
    onClose();
    toast({
      text: t("Merged into {0}. {1}", contact.displayName, movedInWords(moved)).trim(),
      activityId,
    });
    onMerged();
  };
  return (
    <Dialog title={t("Merge two contacts")} wide onClose={onClose}>
      <h3 ref={heading} tabIndex={-1}>{t("Who stays")}</h3>
      {problem && <Notice tone="danger">{problem.detail}</Notice>}
      <Shown of={preview} what="the result" rows={2}>
        {(foreseen) => (
          <>
            <StaysChoice contacts={foreseen.contacts} stays={stays} onChoose={setStays} />
            <div class={isCurrent ? "stack gap-4" : "stack gap-4 stale"} aria-busy={!isCurrent}>
              <MergePreview foreseen={foreseen} />
            </div>
          </>
        )}
      </Shown>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t("Cancel")}</Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={!isCurrent}
          onClick={() => void run(merge)}
        >
          {t("Merge")}
        </Button>
      </div>
    </Dialog>
  );
}

interface Foreseen {
  /** The id of the one that stays. */
  stays: string;
  contacts: Contact[];
  /** What would be too long together: that of the one that stays is kept. */
  fields: NonNullable<ContactMergeCreate["fields"]>;
  result: MergedContact;
}

/** What merging would lead to. */
async function foresee(stays: string, goes: string, signal: AbortSignal) {
  const dryRun = async (fields: Foreseen["fields"]) => {
    const body = { duplicateId: goes, fields, dryRun: true };
    return { fields, result: await kith.contacts.merge(stays, body, { signal }) };
  };
  try {
    return await dryRun({});
  } catch (error) {
    const pointers = Object.keys(toProblem(error).fields);
    const tooLong = united.filter((field) => pointers.includes(`fields/${field}`));
    if (tooLong.length === 0) throw error;
    return await dryRun(Object.fromEntries(tooLong.map((field) => [field, "target"])));
  }
}

interface StaysProps {
  contacts: Contact[];
  stays: string;
  onChoose: (id: string) => void;
}

/** Both contacts side by side, to choose the one whose values count. */
function StaysChoice({ contacts, stays, onChoose }: StaysProps) {
  const timeZone = useTimeZone();
  return (
    <div class="pair-columns" role="group" aria-label={t("Who stays")}>
      {contacts.map(({ id, displayName, emails, phones, createdAt }) => (
        <Choice
          key={id}
          type="radio"
          name="stays"
          label={displayName}
          hint={[
            ...[...emails, ...phones].slice(0, 2).map(({ value }) => value),
            t("added {0}", formatInstantDay(createdAt, timeZone)),
          ].join(" · ")}
          checked={stays === id}
          onChoose={() => onChoose(id)}
        />
      ))}
    </div>
  );
}

/** The contact as a dry run says that it would be, and what is lost of the one that will be deleted. */
function MergePreview({ foreseen: { stays, contacts, fields, result } }: { foreseen: Foreseen }) {
  const { contact, moved } = result;
  const work = workOf(contact);
  const gone = contacts.find(({ id }) => id !== stays)!;
  const bothHavePhotos = contacts.every(({ hasPhoto }) => hasPhoto);
  const lost = (Object.keys(labels) as Field[]).flatMap((field) => {
    const value = field === "custom" ? lostOf(gone, contact) : valueOf(gone, field);
    const isKept = field === "photoUrl"
      ? !bothHavePhotos
      : field !== "custom" && isUnited(field)
      ? !fields[field]
      : value === valueOf(contact, field);
    return value && !isKept ? `${t(labels[field])}: ${value}` : [];
  });
  return (
    <>
      <h3>{t("The result: {0}", contact.displayName)}</h3>
      <Avatar name={contact.displayName} photoUrl={contact.photoUrl} />
      {work && <p class="quiet">{work}</p>}
      <p>
        {t(
          "{0} The other contact, {1}, is deleted. You can undo this.",
          movedInWords(moved),
          gone.displayName,
        )}
      </p>
      {lost.length > 0 && (
        <section class="notice notice-info label break" aria-label={t("Not kept")}>
          <Icon name="alert" />
          <div>
            <p class="strong">{t("Not kept")}</p>
            <ul>{lost.map((line) => <li key={line}>{line}</li>)}</ul>
          </div>
        </section>
      )}
      <Details contact={contact} isWhole />
    </>
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
  const list = joined(parts);
  return t("Moved: {0}.", list);
}

type Field = keyof Foreseen["fields"];

const lists = ["emails", "phones", "urls", "addresses", "dates"] as const;

/** What the result has of both, unless that would be too long; of `custom` the one that stays keeps its values. */
const united = [...lists, "vcardLines", "custom"] as const;

const isUnited = (field: Field) => (united as readonly string[]).includes(field);

const isList = (field: Field): field is typeof lists[number] =>
  (lists as readonly string[]).includes(field);

const labels: Record<Field, string> = {
  ...textLabels(),
  birthday: t("Birthday"),
  contactFrequencyDays: t("How often to be in touch"),
  photoUrl: t("Photo"),
  emails: "E-mail addresses",
  phones: t("Phone numbers"),
  urls: t("Links"),
  addresses: t("Addresses"),
  dates: t("Dates"),
  vcardLines: t("Other programs"),
  custom: t("Fields"),
};

/** The values of the fields of one's own that another contact does not have; null for none. */
function lostOf(contact: Contact, other: Contact): string | null {
  const lost = Object.entries(contact.custom)
    .filter(([key, value]) => String(value) !== String(other.custom[key]));
  return lost.map(([key, value]) => `${key}: ${value}`).join(", ") || null;
}

/** What a contact has in a field, in words; null for nothing. */
function valueOf(contact: Contact, field: Field): string | null {
  if (field === "photoUrl") return contact.hasPhoto ? t("its photo") : null;
  if (field === "addresses") {
    return contact.addresses.map((address) => linesOf(address).join(", ")).join("; ") || null;
  }
  if (field === "dates") {
    return contact.dates.map(({ date }) => formatBirthday(date)).join(", ") || null;
  }
  if (isList(field)) return contact[field].map(({ value }) => value).join(", ") || null;
  if (field === "custom") return null;
  const value = contact[field];
  if (value === null) return null;
  if (field === "birthday") return formatBirthday(String(value));
  if (field === "contactFrequencyDays") return every(Number(value), "day");
  return String(value);
}
