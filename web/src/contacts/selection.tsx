import { useState } from "preact/hooks";
import { listIds } from "../api/contacts.ts";
import { kith } from "../api/kith.ts";
import type { ContactBulkUpdate, Network } from "@kith/client";
import { frequencies } from "./form/contact-fields.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { refresh } from "../hooks/load.ts";
import type { Filter } from "./list/filter.ts";
import { manage } from "../shell/open.ts";
import { Button } from "../ui/buttons.tsx";
import { Menu } from "../ui/menu.tsx";
import { toast, useToastedAction } from "../ui/toast.tsx";
import { counted } from "../base/words.ts";

/** As many as the API changes at once. */
export const mostSelected = 200;

type Change = Omit<NonNullable<ContactBulkUpdate["update"]>[number], "id">;

interface Props {
  filter: Filter;
  networks: Network[];
  selected: ReadonlySet<string>;
  onSelect: (ids: Iterable<string>) => void;
}

/** What can be done with all contacts that are selected: each of it is one change set, which a toast undoes. */
export function Selection({ filter, networks, selected, onSelect }: Props) {
  const { busy, run } = useToastedAction();
  const [merging, setMerging] = useState(false);
  const count = selected.size;
  const selectAll = async () => {
    const ids = await listIds(filter, mostSelected);
    onSelect(ids);
    if (ids.length === mostSelected) toast({ text: `The first ${mostSelected} are selected.` });
  };
  const send = (body: ContactBulkUpdate, words: string) =>
    void run(async () => {
      if (count === 0) return toast({ text: "Select contacts first." });
      const { activityId } = await kith.contacts.bulk(body).withResponse();
      onSelect([]);
      toast({ text: `${counted(count, "contact")}: ${words}.`, activityId });
      refresh();
    });
  const update = (change: Change, words: string) =>
    send({ update: [...selected].map((id) => ({ id, ...change })) }, words);
  const archives = !filter.isArchived;
  const merge = () =>
    count === 2
      ? setMerging(true)
      : toast({ text: "Select the two contacts that are one person." });
  const plain = (label: string, run: () => void) => (
    <Button kind="plain" onClick={run}>{label}</Button>
  );
  return (
    <div class="selection card flow" role="group" aria-label="Selected contacts" aria-busy={busy}>
      <p role="status">{count} selected</p>
      {plain("Select all", () =>
        void run(selectAll))}
      <Menu
        text="Add to network"
        label="Add to network"
        actions={[
          ...networks.map(({ id, name }) => ({
            label: name,
            run: () =>
              update({ addNetworkIds: [id] }, `added to ${name}`),
          })),
          {
            label: "Edit networks",
            icon: "edit",
            run: () =>
              manage("networks"),
          },
        ]}
      />
      <Menu
        text="Be in touch"
        label="Be in touch"
        actions={frequencies.map(([days, words]) => ({
          label: words,
          run: () =>
            update(
              { contactFrequencyDays: days ? Number(days) : null },
              `be in touch, ${words.toLowerCase()}`,
            ),
        }))}
      />
      {plain(
        archives ? "Archive" : "Back from the archive",
        () =>
          update({ isArchived: archives }, archives ? "archived" : "back from the archive"),
      )}
      {plain("Merge", merge)}
      {plain("Delete", () => send({ delete: [...selected] }, "deleted"))}
      {merging && (
        <MergeDialog
          ids={[...selected] as [string, string]}
          onMerged={() => {
            onSelect([]);
            refresh();
          }}
          onClose={() => setMerging(false)}
        />
      )}
    </div>
  );
}
