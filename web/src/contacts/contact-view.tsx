/** The page of one contact: who it is and how to reach them, the last note, the composer, the details and what was. */
import { t } from "../base/texts.ts";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { formatBirthday } from "../base/dates.ts";
import { nameBy } from "../base/names.ts";
import { saveFile } from "../base/save-file.ts";
import { kith } from "../api/kith.ts";
import { apply, changesOf, useWaiting } from "../api/queue.ts";
import { written } from "../base/written.ts";
import type { Contact, ContactUpdate } from "@kith/client";
import { DetailsSection } from "./details.tsx";
import { InTouch } from "./in-touch.tsx";
import { MergeWith } from "./merge-dialog.tsx";
import { Relationships } from "./relationships.tsx";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { refresh, useAction, useLoad } from "../hooks/load.ts";
import { ListMemoryContext } from "./list/place.ts";
import { NetworkNames, useNetworks } from "../networks/networks.tsx";
import { NamesProvider, workOf } from "../people/people.tsx";
import { MemoryContext } from "../shell/opened.ts";
import { Photo, type PhotoState, usePhoto } from "./photo.tsx";
import { useIsOwn, useNameOrder, useProfile } from "../shell/profile.ts";
import { hrefOf } from "../shell/router.ts";
import { useKeys } from "../hooks/events.ts";
import { queryOf } from "./list/filter.ts";
import { View } from "../shell/view.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { counted } from "../base/words.ts";
import { Button, IconButton } from "../ui/buttons.tsx";
import { Question } from "../ui/dialog.tsx";
import { goTo } from "../ui/dialog-history.ts";
import { Choice } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { act, toast, useToastedAction } from "../ui/toast.tsx";

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
    toast({ text: t("The contact that you opened was merged into this one.") });
  }, [mergedInto]);
  return (
    <>
      <BackToList />
      {mergedInto || (!data && !problem)
        ? <Loading what="the contact" rows={1} />
        : isMissing
        ? <Missing key="not-found" id={id} />
        : data
        ? <OneContact contact={data} onChange={contact.change} reload={contact.reload} />
        : (
          <View key="failed" title={t("Contact")}>
            <Failed problem={problem!} retry={contact.reload} />
          </View>
        )}
    </>
  );
}

/** Instead of somebody who is not there: whoever was deleted comes back from here. */
function Missing({ id }: { id: string }) {
  const { data: deletion } = useLoad(async (signal) => {
    const query = { resourceId: id, action: "delete", pageSize: 1 } as const;
    return (await kith.activity.list(query, { signal })).data.find(({ undoable }) => undoable);
  }, [id]);
  const { busy, run } = useToastedAction();
  const name = deletion?.changes.find(({ resource }) => resource === "contact")?.name;
  const restore = () => act(kith.activity.undo(deletion!.id), () => t("{0} is restored.", name));
  return (
    <View title={name ?? t("Not found")}>
      <Empty
        icon={name ? "trash" : "person"}
        title={name ? t("{0} is deleted", name) : t("This contact does not exist")}
      >
        {name
          ? (
            <Button icon="undo" busy={busy} onClick={() => void run(restore)}>
              {t("Restore")}
            </Button>
          )
          : <p>{t("Perhaps it was deleted.")}</p>}
      </Empty>
    </View>
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
  const photo = usePhoto(contact, onChange);
  const isOwn = useIsOwn(contact.id);
  const death = contact.dates.find(({ kind }) => kind === "death");
  const more = <MoreActions {...{ contact, onChange, reload, photo }} />;
  return (
    <article class="contact">
      <div class="contact-head">
        <Photo contact={contact} photo={photo} />
        <div class="contact-name-side stack gap-1 break">
          <View title={nameBy(useNameOrder(), contact)} actions={more}>
            {contact.isArchived && <p class="tag fine">{t("Archived")}</p>}
            {isOwn && <p class="tag fine">{t("This is you")}</p>}
            {death && <p class="quiet">{t("Died {0}", formatBirthday(death.date))}</p>}
            <Work contact={contact} />
            <NetworkNames ids={contact.networkIds} networks={networks} />
          </View>
        </div>
      </div>
      {!isOwn && !death && <InTouch contact={contact} onChange={onChange} />}
      <NamesProvider>
        <Timeline contact={contact} onChange={reload}>
          <DetailsSection contact={contact} onChange={onChange} />
          <Relationships contact={contact} />
        </Timeline>
      </NamesProvider>
    </article>
  );
}

/** The job, and the company, which leads to all of its people. */
function Work({ contact: { displayName, jobTitle, company } }: { contact: Contact }) {
  if (!jobTitle && !company) return null;
  return (
    <p class="quiet">
      {jobTitle}
      {jobTitle && company && ", "}
      {company && (
        <a href={hrefOf("contacts", undefined, { company })}>
          {company === displayName ? t("Everybody at {0}", company) : company}
        </a>
      )}
    </p>
  );
}

/** What can be done with a contact. Each change is undone by a toast instead of asked about. */
function MoreActions({ contact, onChange, reload, photo }: Props & { photo: PhotoState }) {
  const [merging, setMerging] = useState(false);
  /** How many notes there are about somebody who is to be deleted. */
  const [noted, setNoted] = useState<number>();
  const { problem, run } = useAction();
  const { displayName, isArchived } = contact;
  const profile = useProfile();
  const isOwn = useIsOwn(contact.id);
  const drafts = useDrafts();
  const isFavorite = changesOf(useWaiting(), contact.id).isFavorite ?? contact.isFavorite;
  const list = useListAddress();
  const { names } = useContext(MemoryContext);
  const change = (body: ContactUpdate, text: string) =>
    void run(async () => {
      const { value, activityId } = await written(kith.contacts.update(contact.id, body));
      onChange(value);
      toast({ text, activityId });
    });
  const star = () =>
    void run(async () => {
      const words = isFavorite
        ? t("{0} is no longer a favourite.", displayName)
        : t("{0} is a favourite.", displayName);
      const body = { isFavorite: !isFavorite };
      const done = await apply<Contact>(drafts, { kind: "contacts", id: contact.id, body, words });
      if (!done) return;
      onChange(done.value);
      toast({ text: words, activityId: done.activityId });
    });
  /** Says that the contact is the owner, or that it is not. */
  const sayWhetherOwn = () =>
    void run(async () => {
      const body = { contactId: isOwn ? null : contact.id };
      const { value, activityId } = await written(kith.me.update(body));
      profile.change(value);
      // What is due changes too.
      refresh();
      toast({
        text: isOwn ? t("This is somebody else.") : t("{0} is you.", displayName),
        activityId,
      });
    });
  const remove = async (withNotes: boolean) => {
    const query = withNotes ? { withNotes: true } : {};
    const { activityId } = await kith.contacts.delete(contact.id, query).withResponse();
    names.delete(contact.id);
    goTo(list);
    toast({ text: t("{0} is deleted.", displayName), activityId });
  };
  /** Where there are notes, it asks what becomes of them. */
  const askToRemove = async () => {
    const query = { contactId: contact.id, fields: "id", pageSize: 1 };
    const { total } = await kith.notes.list(query);
    if (total > 0) setNoted(total);
    else await remove(false);
  };
  const copy = () =>
    void run(async () => {
      await navigator.clipboard.writeText(cardOf(contact));
      toast({ text: t("The card of {0} is copied.", displayName) });
    });
  return (
    <div class="contact-icons">
      <IconButton
        icon="star"
        label={t("Favourite")}
        title={t("Favourite")}
        pressed={isFavorite}
        filled={isFavorite}
        onClick={star}
      />
      <Menu
        label={t("More for {0}", displayName)}
        actions={[
          {
            label: isArchived ? t("Unarchive") : t("Archive"),
            icon: "archive",
            run: () =>
              change(
                { isArchived: !isArchived },
                isArchived
                  ? t("{0} is back in your lists.", displayName)
                  : t("{0} is archived, and out of your lists.", displayName),
              ),
          },
          { label: t("Merge with…"), icon: "people", run: () => setMerging(true) },
          {
            label: isOwn ? t("This is not me") : t("This is me"),
            icon: "person",
            run: sayWhetherOwn,
          },
          { label: t("Copy the card"), icon: "copy", run: copy },
          { label: t("Share as vCard"), icon: "leave", run: () => void run(() => share(contact)) },
          ...contact.hasPhoto
            ? [{ label: t("Remove photo"), icon: "camera", run: photo.remove } as const]
            : [],
          { label: t("Delete"), icon: "trash", run: () => void run(askToRemove) },
        ]}
      />
      {noted !== undefined && (
        <DeleteWithNotes
          {...{ contact, noted, remove }}
          onClose={() => setNoted(undefined)}
        />
      )}
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

interface DeleteProps {
  contact: Contact;
  noted: number;
  remove: (withNotes: boolean) => Promise<void>;
  onClose: () => void;
}

function DeleteWithNotes({ contact: { displayName }, noted, remove, onClose }: DeleteProps) {
  const [withNotes, setWithNotes] = useState(false);
  return (
    <Question
      title={t("Delete {0}?", displayName)}
      action={t("Delete")}
      run={() => remove(withNotes)}
      onClose={onClose}
    >
      <p>{t("{0} goes, and {1} will be about nobody.", displayName, counted(noted, "note"))}</p>
      <Choice
        type="checkbox"
        label={t("Delete the notes too")}
        hint={t("Those about others as well stay.")}
        checked={withNotes}
        onChoose={setWithNotes}
      />
    </Question>
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
  // It comes with the reading of files, which takes long to load.
  const { files } = await import("../api/files.ts");
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
      <Icon name="back" />
      {t("All contacts")}
    </a>
  );
}
