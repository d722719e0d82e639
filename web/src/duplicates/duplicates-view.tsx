import { useState } from "preact/hooks";
import { dismissDuplicate, listDuplicates, type Pair } from "../api/duplicates.ts";
import { undoActivity } from "../api/written.ts";
import type { MergedContact } from "../api/types.ts";
import { usePages } from "../hooks/use-pages.ts";
import { hrefOf } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { Icon } from "../ui/icon.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { movedInWords } from "./moved.ts";
import { PairCard } from "./pair-card.tsx";
import { type Step, Undoable } from "./undoable.tsx";

/** Contacts that may be the same person, to merge them or to say that they are not. */
export function DuplicatesView() {
  const pairs = usePages(listDuplicates, []);
  const [merging, setMerging] = useState<Pair>();
  const [steps, setSteps] = useState<Step[]>([]);
  const did = (step: Step) => {
    setSteps((before) => [...before, step]);
    pairs.reload();
  };
  const { data, problem } = pairs;
  const last = steps.at(-1);
  const merged = ({ contact, moved, activityId }: MergedContact) => {
    setMerging(undefined);
    did({
      done: `Merged into ${contact.displayName}. ${movedInWords(moved)}`,
      undone: "Both contacts are as they were.",
      contactId: contact.id,
      // Merging changes something in any case.
      undo: () => undoActivity(activityId!),
    });
  };
  const dismiss = async ({ contacts }: Pair) => {
    const ids = contacts.map(({ id }) => id);
    await dismissDuplicate(ids, true);
    did({
      done: `${contacts.map(({ displayName }) => displayName).join(" and ")} stay apart.`,
      undone: "They are listed again.",
      undo: () => dismissDuplicate(ids, false),
    });
  };
  return (
    <>
      <a class="back" href={hrefOf("contacts")}>
        <Icon name="back" />All contacts
      </a>
      <View title="Duplicates">
        <p class="lead">
          Contacts that may be the same person. Merging keeps what both have; you can undo it.
        </p>
        {last && <Undoable key={steps.length} step={last} onUndone={pairs.reload} />}
        {problem
          ? <Failed problem={problem} retry={pairs.reload} />
          : !data
          ? <Loading what="duplicates" rows={3} />
          : data.total === 0
          ? (
            <Empty icon="people" title="No duplicates">
              <p>No two contacts share an e-mail address, a phone number or a name.</p>
            </Empty>
          )
          : (
            <>
              <ul class="pairs">
                {data.data.map((pair) => (
                  <PairCard
                    key={pair.id}
                    pair={pair}
                    onMerge={() => setMerging(pair)}
                    onDismiss={() => dismiss(pair)}
                  />
                ))}
              </ul>
              <LoadMore pages={pairs} what="pairs" />
            </>
          )}
        {merging && (
          <MergeDialog
            pair={merging}
            onMerged={merged}
            onClose={() => setMerging(undefined)}
          />
        )}
      </View>
    </>
  );
}
