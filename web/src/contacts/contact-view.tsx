import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { nameBy } from "../api/contacts.ts";
import { files, saveFile } from "../api/files.ts";
import { kith } from "../api/kith.ts";
import { written } from "../base/written.ts";
import type { Contact, ContactUpdate } from "@kith/client";
import { DetailsSection, reach } from "./details.tsx";
import { MergeWith } from "./merge-dialog.tsx";
import { useAction, useLoad } from "../hooks/load.ts";
import { ListMemoryContext } from "./list/place.ts";
import { NetworkNames, useNetworks } from "../networks/networks.tsx";
import { NamesProvider, workOf } from "../people/people.tsx";
import { MemoryContext } from "../shell/opened.ts";
import { Photo } from "./photo.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { useNameOrder } from "../shell/profile.ts";
import { hrefOf } from "../shell/router.ts";
import { useKeys } from "../hooks/events.ts";
import { queryOf } from "./list/filter.ts";
import { View } from "../shell/view.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { Button, CopyButton, IconButton } from "../ui/buttons.tsx";
import { daysUntil, inWords } from "../base/dates.ts";
import { goTo } from "../ui/dialog-history.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { every } from "../base/words.ts";

export function ContactView({ id }: { id: string }) {
  const contact = useLoad((signal) => kith.contacts.get(id, { signal }), [id]);
  const { data, problem } = contact;
  useNeighbours(id);
  const isMissing = problem?.code === "not_found";
  useKnownName(data, isMissing ? id : undefined);
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
      {mergedInto || (!data && !problem)
        ? <Loading what="the contact" rows={1} />
        : isMissing
        ? (
          <View key="not-found" title="Not found">
            <Empty icon="person" title="This contact does not exist">
              <p>Perhaps it was deleted.</p>
            </Empty>
          </View>
        )
        : data
        ? <OneContact contact={data} onChange={contact.change} reload={contact.reload} />
        : (
          <View key="failed" title="Contact">
            <Failed problem={problem!} retry={contact.reload} />
          </View>
        )}
    </>
  );
}

/** Tells the palette whose page is shown, or that there is nobody with an id. */
function useKnownName(shown: Contact | undefined, missingId: string | undefined): void {
  const { names } = useContext(MemoryContext);
  const order = useNameOrder();
  useLayoutEffect(() => {
    if (shown) names.set(shown.id, nameBy(order, shown));
    if (missingId) names.delete(missingId);
  }, [shown, missingId, order]);
}

/** j and k lead to the people after and before in the list as it was seen last, and Escape back to it. */
function useNeighbours(id: string): void {
  const { rows } = useContext(ListMemoryContext);
  const list = useListAddress();
  const go = (by: number) => {
    const number = rows?.numberOf(id);
    const next = number === undefined ? undefined : rows?.contactAt(number + by);
    // Replaced, so that going back leads to the list.
    if (next) location.replace(hrefOf("contacts", next.id, queryOf(rows!.filter)));
  };
  useKeys({ j: () => go(1), k: () => go(-1), Escape: () => goTo(list) });
}

interface Props {
  contact: Contact;
  onChange: (contact: Contact) => void;
  reload: () => void;
}

function OneContact({ contact, onChange, reload }: Props) {
  const networks = useNetworks().data ?? [];
  const work = workOf(contact);
  return (
    <article class="contact">
      <Photo contact={contact} onChange={onChange} />
      <div class="contact-head stack break">
        <View title={nameBy(useNameOrder(), contact)}>
          {contact.isArchived && <p class="tag fine">Archived</p>}
          {work && <p class="quiet">{work}</p>}
          <NetworkNames ids={contact.networkIds} networks={networks} />
          <InTouch contact={contact} />
          <ContactActions contact={contact} onChange={onChange} reload={reload} />
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
  const { contactFrequencyDays: days, nextContactOn, needsContact } = contact;
  if (!days || !nextContactOn) return null;
  const when = inWords(daysUntil(nextContactOn, timeZone));
  return (
    <p class={needsContact ? "line quiet label in-touch-now strong" : "line quiet label"}>
      <Icon name="clock" />
      <span>
        Next contact: {needsContact && "due "}
        {when} ({every(days, "day")}).
      </span>
    </p>
  );
}

/** What can be done with a contact. Each change is undone by a toast instead of asked about. */
function ContactActions({ contact, onChange, reload }: Props) {
  const [merging, setMerging] = useState(false);
  const { problem, run } = useAction();
  const { displayName, isFavorite, isArchived } = contact;
  const list = useListAddress();
  const { names } = useContext(MemoryContext);
  const change = (body: ContactUpdate, text: string) =>
    void run(async () => {
      const { value, activityId } = await written(kith.contacts.update(contact.id, body));
      onChange(value);
      toast({ text, activityId });
    });
  const remove = () =>
    run(async () => {
      const { activityId } = await kith.contacts.delete(contact.id).withResponse();
      names.delete(contact.id);
      goTo(list);
      toast({ text: `${displayName} is deleted.`, activityId });
    });
  return (
    <div class="contact-actions flow">
      <div class="contact-ways line">
        <Button
          icon="check"
          onClick={() =>
            change(
              { lastContactedAt: new Date().toISOString() },
              `You were in touch with ${displayName} today.`,
            )}
        >
          We talked
        </Button>
        {(["phones", "emails"] as const).map((kind) =>
          contact[kind].slice(0, 1).flatMap(({ value }) => reach[kind](value))
            .map(([icon, name, href]) => (
              <a key={name} class="button button-quiet" href={href}>
                <Icon name={icon} />
                <span>{name}</span>
              </a>
            ))
        )}
      </div>
      <div class="contact-icons">
        <CopyButton text={cardOf(contact)} label={`Copy the card of ${displayName}`} />
        <IconButton
          icon="star"
          label="Favourite"
          title="Favourite"
          pressed={isFavorite}
          filled={isFavorite}
          onClick={() =>
            change(
              { isFavorite: !isFavorite },
              isFavorite
                ? `${displayName} is no longer a favourite.`
                : `${displayName} is a favourite.`,
            )}
        />
        <Menu
          label={`More for ${displayName}`}
          actions={[
            {
              label: isArchived ? "Back from the archive" : "Archive",
              icon: "archive",
              run: () =>
                change(
                  { isArchived: !isArchived },
                  isArchived
                    ? `${displayName} is back in your lists.`
                    : `${displayName} is archived, and out of your lists.`,
                ),
            },
            { label: "Merge with…", icon: "people", run: () => setMerging(true) },
            { label: "Share as vCard", icon: "leave", run: () => void run(() => share(contact)) },
            { label: "Delete", icon: "trash", run: () => void remove() },
          ]}
        />
      </div>
      {merging && (
        <MergeWith
          contact={contact}
          onMerged={reload}
          onClose={() => setMerging(false)}
        />
      )}
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
    </div>
  );
}

/** Name and ways to reach somebody, as text. */
const cardOf = ({ displayName, emails, phones, ...contact }: Contact) =>
  [
    displayName,
    workOf({ displayName, ...contact }),
    ...[...phones, ...emails].map(({ value }) => value),
  ].filter(Boolean).join("\n");

/** Hands the contact to another app as a vCard, or saves it where the browser cannot. */
async function share({ id, displayName }: Contact): Promise<void> {
  const answer = await files.contacts.export({ ids: id, format: "vcard" });
  const name = `${displayName}.vcf`;
  const file = new File([await answer.blob()], name, { type: "text/vcard" });
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file, name);
  // Somebody may choose nobody to share it with.
  await navigator.share({ files: [file] }).catch((error) => console.debug(error));
}

/** The address of the contacts as they were seen last. */
const useListAddress = () => useContext(ListMemoryContext).place?.hash ?? hrefOf("contacts");

/** Leads to the contacts as they were seen last: with the same filter, at the same row. */
function BackToList() {
  return (
    <a class="back label" href={useListAddress()}>
      <Icon name="back" />All contacts
    </a>
  );
}
