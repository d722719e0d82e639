/** The view of what was deleted and can come back. */
import { rich, t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import type { TrashItem } from "@kith/client";
import { useAction, usePages } from "../hooks/load.ts";
import { Tabs, View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, IconButton } from "../ui/buttons.tsx";
import { Question } from "../ui/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Empty, Listing } from "../ui/states.tsx";
import { Since } from "../ui/since.tsx";
import { toast } from "../ui/toast.tsx";
import { nameInWords } from "../base/words.ts";
import { actorInWords } from "./activity-row.tsx";

/** What was deleted and can come back. */
export function TrashView() {
  const trash = usePages(async (page, signal) => {
    const answer = await kith.trash.list({ page, pageSize: 30 }, { signal });
    return {
      ...answer,
      data: answer.data.map((item) => ({
        ...item,
        changeId: item.id,
        id: `${item.id} ${item.resourceId}`,
      })),
    };
  }, []);
  return (
    <View title={t("Trash")}>
      <Tabs current="trash" />
      <p class="lead">
        {t("What was deleted in the last 30 days. Restoring brings it back as it was.")}
      </p>
      <Listing
        pages={trash}
        what="the trash"
        more="of the trash"
        empty={
          <Empty icon="trash" title={t("The trash is empty")}>
            <p>{t("What you or your agents delete can be restored from here.")}</p>
          </Empty>
        }
      >
        {(items) => (
          <ul class="rows card">
            {items.map((item) => <TrashRow key={item.id} item={item} onChange={trash.reload} />)}
          </ul>
        )}
      </Listing>
    </View>
  );
}

/** An item whose id is its own: one change set may delete several things. */
type Row = TrashItem & { changeId: string };

const icons: Record<string, IconName> = { contact: "person", note: "note", reminder: "clock" };

function TrashRow({ item, onChange }: { item: Row; onChange: () => void }) {
  const { busy, problem, run } = useAction();
  const kind = nameInWords(item.resource);
  const name = item.name ?? `A ${kind}`;
  const restore = async () => {
    const { activityId } = await kith.activity.undo(item.changeId);
    toast({ text: t("{0} is restored.", name), activityId });
    onChange();
  };
  const [erasing, setErasing] = useState(false);
  const erase = async () => {
    await kith.trash.eraseItem(item.changeId);
    setErasing(false);
    onChange();
    announce(t("Erased."));
  };
  return (
    <li class="activity">
      <Icon name={icons[item.resource] ?? "trash"} />
      <div class="activity-what start stack gap-1 break">
        <p class="break">{name}</p>
        <p class="fine">
          {t("{0}, deleted by {1}", kind, actorInWords(item.actor).replace(/^You$/, "you"))}{" "}
          <Since instant={item.deletedAt} />
        </p>
        {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
      </div>
      <div class="row-actions line gap-1">
        <Button
          icon="undo"
          busy={busy}
          aria-label={t("Restore {0}", name)}
          onClick={() => void run(restore)}
        >
          {t("Restore")}
        </Button>
        <IconButton
          icon="trash"
          label={t("Erase {0} for good", name)}
          title={t("Erase for good")}
          onClick={() => setErasing(true)}
        />
      </div>
      {erasing && (
        <Question
          title={t("Erase it for good?")}
          action={t("Erase for good")}
          run={erase}
          onClose={() => setErasing(false)}
        >
          <p class="break">
            {rich(
              "“{0}” and what was deleted together with it cannot be restored any more.",
              item.name,
            )}
          </p>
        </Question>
      )}
    </li>
  );
}
