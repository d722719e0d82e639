/** What agents changed since the last visit, in one line. */
import { rich, t } from "../base/texts.ts";
import { useEffect, useState } from "preact/hooks";
import { ActivityRow, actorInWords } from "../activity/activity-row.tsx";
import { kith } from "../api/kith.ts";
import { useLoad } from "../hooks/load.ts";
import { lastVisit, markSeen, noteVisit } from "../session/last-visit.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { Icon } from "../ui/icon.tsx";

/** Change sets that are shown here; the view “Activity” has all. */
const most = 5;

const counted = (count: number) => count === 1 ? "once" : t("{0} times", count);

/** In one line, what keys and connections changed since the last visit; nothing where they changed nothing. */
export function AgentChanges({ accountId }: { accountId: string }) {
  const [from] = useState(() => lastVisit(accountId));
  const [seen, setSeen] = useState(false);
  const { data } = useLoad((signal) => kith.activity.list({ from, pageSize: 30 }, { signal }), []);
  useEffect(() => {
    if (data && !seen) noteVisit(accountId, from);
  }, [data]);
  const changes = (data?.data ?? []).filter(({ actor }) => actor.kind !== "access_token");
  if (seen || changes.length === 0) return null;
  const names = [...new Set(changes.map(({ actor }) => actorInWords(actor)))];
  const done = () => {
    markSeen(accountId);
    setSeen(true);
  };
  return (
    <details class="agent-changes card">
      <summary class="line">
        <Icon name="key" />
        <span>
          {rich(
            "{0} changed something",
            names.length === 1 ? names[0] : t("{0} agents", names.length),
          )} <span class="fine">{t("{0}, since your last visit", counted(changes.length))}</span>
        </span>
      </summary>
      <ul class="rows">
        {changes.slice(0, most).map((each) => <ActivityRow key={each.id} activity={each} />)}
      </ul>
      <div class="agent-changes-end line spread">
        <a href={hrefOf("activity")}>{t("All activity")}</a>
        <Button kind="plain" icon="check" onClick={done}>{t("Seen")}</Button>
      </div>
    </details>
  );
}
