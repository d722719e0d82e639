/** What can be done with several contacts at once. */
import { inSentence, rich, t } from "../base/texts.ts";
import { useRef, useState } from "preact/hooks";
import { countAmong, listIds } from "../api/contacts.ts";
import { kith } from "../api/kith.ts";
import type { ContactBulkUpdate, Network } from "@kith/client";
import { frequencies } from "./form/contact-fields.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { useListener } from "../hooks/events.ts";
import { refresh, useLoad } from "../hooks/load.ts";
import type { ContactRows } from "./list/contact-rows.ts";
import type { Filter } from "./list/filter.ts";
import { NetworkPicker } from "../networks/network-picker.tsx";
import { Button } from "../ui/buttons.tsx";
import { Question } from "../ui/dialog.tsx";
import { Menu } from "../ui/menu.tsx";
import { toast, useToastedAction } from "../ui/toast.tsx";
import { counted } from "../base/words.ts";
import { bulkLimit } from "../../../functions/kith/core/limits.ts";

/** So many are deleted without a question: a toast undoes it. */
const unasked = 20;

type Change = Omit<NonNullable<ContactBulkUpdate["update"]>[number], "id">;

/** The ids of those that are selected, whatever is searched for meanwhile; undefined while rows are opened instead. */
export function useSelection(filter: Filter, isAlone: boolean) {
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const last = useRef<string>();
  const choose = (ids?: Iterable<string>) => {
    const all = ids && [...new Set(ids)];
    setSelected(all && new Set(all.slice(0, bulkLimit)));
    // As many as the API changes at once.
    if (all && all.length > bulkLimit) {
      toast({ text: t("You can select {0} contacts at once.", bulkLimit) });
    }
  };
  /** With `through`, all rows from the one before to this one. */
  const toggle = (id: string, rows: ContactRows, through = false) => {
    const now = [...selected ?? []];
    const [from, to] = [last.current, id].map((each) => rows.numberOf(each ?? ""));
    last.current = id;
    if (through && from !== undefined && to !== undefined) {
      const count = Math.min(Math.abs(to - from), bulkLimit) + 1;
      const between = Array.from(
        { length: count },
        (_, index) => rows.contactAt(from + index * Math.sign(to - from))?.id ?? [],
      );
      return choose([...now, ...between.flat()]);
    }
    choose(now.includes(id) ? now.filter((each) => each !== id) : [...now, id]);
  };
  const selectAll = async () => {
    const ids = await listIds(filter, bulkLimit);
    choose([...selected ?? [], ...ids]);
    if (ids.length === bulkLimit) toast({ text: t("The first {0} are selected.", bulkLimit) });
  };
  const { run } = useToastedAction();
  useListener<KeyboardEvent>(globalThis, "keydown", (event) => {
    if (event.key !== "a" || !(event.metaKey || event.ctrlKey) || !isAlone) return;
    if ((event.target as Element).closest("input, textarea, dialog, [popover]")) return;
    event.preventDefault();
    void run(selectAll);
  });
  return { selected, choose, toggle, selectAll };
}

interface Props {
  rows: ContactRows;
  networks: Network[];
  selected: ReadonlySet<string>;
  choose: (ids: Iterable<string>) => void;
  selectAll: () => Promise<void>;
  onDone: () => void;
}

/** What can be done with all contacts that are selected: each of it is one change set, which a toast undoes. */
export function Selection({ rows, networks, selected, choose, selectAll, onDone }: Props) {
  const { busy, run } = useToastedAction();
  const [asking, setAsking] = useState<"merge" | "add" | "remove" | "delete">();
  const close = () => setAsking(undefined);
  const { filter } = rows;
  const ids = [...selected];
  const count = ids.length;
  // Who is far down in a long list may not be loaded.
  const unseen = ids.filter((id) => rows.numberOf(id) === undefined);
  const found = useLoad(
    (signal) => countAmong(filter, unseen, signal),
    [unseen.join(), JSON.stringify(filter)],
  );
  const hidden = unseen.length - (found.data ?? unseen.length);
  const send = async (body: ContactBulkUpdate, words: string, before?: () => Promise<unknown>) => {
    const { activityId } = await kith.contacts.bulk(body).withResponse();
    choose([]);
    const undo = before && (async () => {
      await kith.activity.undo(activityId!);
      await before();
    });
    toast({ text: `${counted(count, "contact")}: ${words}.`, activityId, ...undo && { undo } });
    refresh();
  };
  const update = (change: Change, words: string, before?: () => Promise<unknown>) =>
    void run(() => send({ update: ids.map((id) => ({ id, ...change })) }, words, before));
  const deleteAll = () => send({ delete: ids }, t("deleted"));
  const archives = !filter.isArchived;
  const plain = (label: string, run: () => void) => (
    <Button
      kind="plain"
      onClick={() => count > 0 ? run() : toast({ text: t("Select contacts first.") })}
    >
      {label}
    </Button>
  );
  return (
    <div class="selection card" role="group" aria-label={t("Selected contacts")} aria-busy={busy}>
      <p role="status">
        {rich("{0} selected{1}", count, hidden > 0 && t(", {0} not shown", hidden))}
      </p>
      <div class="selection-actions line">
        <Button
          kind="plain"
          onClick={() =>
            void run(selectAll)}
        >
          {t("Select all")}
        </Button>
        {plain(t("Add to network"), () =>
          setAsking("add"))}
        {plain(t("Remove from network"), () =>
          setAsking("remove"))}
        <Menu
          text={t("Be in touch")}
          label={t("Be in touch")}
          actions={frequencies.map(([days, words]) => ({
            label: words,
            run: () =>
              update(
                { contactFrequencyDays: days ? Number(days) : null },
                t("be in touch, {0}", inSentence(words)),
              ),
          }))}
        />
        {plain(archives ? t("Archive") : t("Unarchive"), () =>
          update({ isArchived: archives }, archives ? t("archived") : t("back in your lists")))}
        {plain(t("Merge"), () =>
          count === 2
            ? setAsking("merge")
            : toast({ text: t("Select the two contacts that are one person.") }))}
        {plain(t("Delete"), () =>
          count > unasked ? setAsking("delete") : void run(deleteAll))}
      </div>
      <Button onClick={onDone}>{t("Done")}</Button>
      {asking === "delete" && (
        <Question
          title={t("Delete {0} contacts?", count)}
          action={t("Delete {0} contacts", count)}
          run={async () => {
            await deleteAll();
            close();
          }}
          onClose={close}
        >
          <p>{t("You can undo this for 30 days.")}</p>
        </Question>
      )}
      {asking === "merge" && (
        <MergeDialog
          ids={ids as [string, string]}
          onMerged={() => {
            choose([]);
            refresh();
          }}
          onClose={close}
        />
      )}
      {(asking === "add" || asking === "remove") && (
        <NetworkPicker
          title={asking === "add"
            ? t("Add {0} to", counted(count, "contact"))
            : t("Remove {0} from", counted(count, "contact"))}
          networks={networks}
          mayMake={asking === "add"}
          onChoose={({ id, name }, unmake) => {
            close();
            if (asking === "add") {
              update({ addNetworkIds: [id] }, t("added to {0}", name), unmake);
            } else update({ removeNetworkIds: [id] }, t("removed from {0}", name));
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
