/** The view of contacts that may be the same person. */
import { t } from "../base/texts.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { listDuplicates, type Pair } from "../api/contacts.ts";
import { all, kith, kithOfShownAccount } from "../api/kith.ts";
import type { Duplicate } from "@kith/client";
import { useAction, usePages } from "../hooks/load.ts";
import { MergeDialog } from "../contacts/merge-dialog.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { formatInstantDay } from "../base/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { toast, useToastedAction } from "../ui/toast.tsx";
import { Empty, Listing } from "../ui/states.tsx";
import { counted, joined } from "../base/words.ts";

/** Contacts that may be the same person, to merge them or to say that they are not. */
export function DuplicatesView() {
  const pairs = usePages(listDuplicates, []);
  const [merging, setMerging] = useState<Pair>();
  const isPairGone = useRef(false);
  const merged = () => {
    isPairGone.current = true;
    pairs.reload();
  };
  // What opened the dialog, and has the focus after it, is gone with its pair.
  useEffect(() => {
    if (!isPairGone.current || document.activeElement !== document.body) return;
    isPairGone.current = false;
    document.querySelector<HTMLElement>("h1")?.focus();
  }, [pairs.data]);
  const { busy, run } = useToastedAction();
  /** One after the other: who is in two pairs is merged with one of them, and listed again with the other. */
  const mergeSure = async () => {
    const { activity, contacts } = kithOfShownAccount();
    const sure = (await all(contacts.listDuplicates({}))).filter(isSure);
    const done: string[] = [];
    const gone = new Set<string>();
    const undo = async () => {
      for (let id = done.at(-1); id; id = done.at(-1)) {
        await activity.undo(id);
        done.pop();
      }
    };
    try {
      for (const { contacts: [stays, duplicate] } of sure) {
        if (gone.has(stays!.id) || gone.has(duplicate!.id)) continue;
        const { activityId } = await contacts.merge(stays!.id, { duplicateId: duplicate!.id });
        gone.add(stays!.id).add(duplicate!.id);
        done.push(activityId!);
      }
    } finally {
      merged();
      if (done.length > 0) toast({ text: t("{0} merged.", counted(done.length, "pair")), undo });
    }
  };
  const dismiss = async ({ contacts }: Pair) => {
    const contactIds = contacts.map(({ id }) => id);
    const dismiss = (dismissed: boolean) =>
      kith.contacts.dismissDuplicate({ contactIds, dismissed });
    await dismiss(true);
    // What had the focus is gone then.
    document.querySelector<HTMLElement>("h1")?.focus();
    toast({
      text: t("{0} stay apart.", joined(contacts.map(({ displayName }) => displayName))),
      undo: () => dismiss(false),
    });
    pairs.reload();
  };
  return (
    <>
      <a class="back label" href={hrefOf("contacts")}>
        <Icon name="back" />
        {t("All contacts")}
      </a>
      <View title={t("Duplicates")}>
        <p class="lead">
          {t(
            "Contacts that may be the same person. Merging keeps what both have; you can undo it.",
          )}
        </p>
        {pairs.data?.data.some(isSure) && (
          <p class="flow">
            <Button busy={busy} onClick={() => void run(mergeSure)}>
              {t("Merge all sure pairs")}
            </Button>
            <span class="fine">
              {t("Those with one name, and an address or a number in common.")}
            </span>
          </p>
        )}
        <Listing
          pages={pairs}
          what="duplicates"
          more="pairs"
          empty={
            <Empty icon="people" title={t("No duplicates")}>
              <p>{t("No two contacts share an e-mail address, a phone number or a name.")}</p>
            </Empty>
          }
        >
          {(pairs) => (
            <ul class="stack gap-4">
              {pairs.map((pair) => (
                <PairCard
                  key={pair.id}
                  pair={pair}
                  onMerge={() => setMerging(pair)}
                  onDismiss={() => dismiss(pair)}
                />
              ))}
            </ul>
          )}
        </Listing>
        {merging && (
          <MergeDialog
            ids={merging.contacts.map(({ id }) => id) as [string, string]}
            onMerged={merged}
            onClose={() => setMerging(undefined)}
          />
        )}
      </View>
    </>
  );
}

const isSure = ({ evidence }: Duplicate) =>
  evidence.some(({ kind }) => kind === "name") &&
  evidence.some(({ kind }) => kind === "email" || kind === "phone");

interface Props {
  pair: Pair;
  onMerge: () => void;
  onDismiss: () => Promise<void>;
}

/** Two contacts side by side, and what speaks for their being one. */
function PairCard({ pair, onMerge, onDismiss }: Props) {
  const { busy, problem, run } = useAction();
  const who = joined(pair.contacts.map(({ displayName }) => displayName));
  return (
    <li class="card card-body pair stack gap-4">
      <div class="pair-columns">
        {pair.contacts.map((contact) => <Someone key={contact.id} contact={contact} />)}
      </div>
      <ul class="evidence label break sunken" aria-label={t("Why they may be the same")}>
        {pair.evidence.map(({ kind, value }) => (
          <li key={kind + value}>
            {reasons[kind] ?? t("In common")}: <strong>{value}</strong>
          </li>
        ))}
      </ul>
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      <div class="flow">
        <Button onClick={onMerge} aria-label={t("Merge {0}", who)}>{t("Merge…")}</Button>
        <Button
          kind="plain"
          busy={busy}
          onClick={() => void run(onDismiss)}
          aria-label={t("Not a duplicate: {0}", who)}
        >
          {t("Not a duplicate")}
        </Button>
      </div>
    </li>
  );
}

const reasons: Record<string, string> = {
  email: t("Same e-mail address"),
  phone: t("Same phone number"),
  name: t("Same name"),
  similar_name: t("Similar names"),
};

function Someone({ contact }: { contact: Duplicate["contacts"][number] }) {
  const timeZone = useTimeZone();
  const { id, displayName, company, emails, phones, createdAt } = contact;
  const about = [
    company !== displayName && company,
    ...[...emails, ...phones].map((each) => each.value),
  ];
  return (
    <div class="someone stack gap-1 break start">
      <a class="someone-name" href={hrefOf("contacts", id)}>{displayName}</a>
      {about.map((line) => line && <span key={line} class="fine">{line}</span>)}
      <span class="fine">{t("Added {0}", formatInstantDay(createdAt, timeZone))}</span>
    </div>
  );
}
