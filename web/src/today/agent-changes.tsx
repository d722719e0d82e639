import { useEffect, useState } from "preact/hooks";
import { ActivityRow } from "../activity/activity-row.tsx";
import { listActivity } from "../api/activity.ts";
import { useLoad } from "../hooks/load.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { lastVisit, markSeen, noteVisit } from "./last-visit.ts";

/** Change sets that are shown here; the view “Activity” has all. */
const most = 5;

/** What keys and connections changed since the last visit; nothing where they changed nothing. */
export function AgentChanges({ accountId }: { accountId: string }) {
  const [from] = useState(() => lastVisit(accountId));
  const [seen, setSeen] = useState(false);
  const { data } = useLoad((signal) => listActivity({ from }, 1, signal), []);
  useEffect(() => {
    if (data && !seen) noteVisit(accountId, from);
  }, [data]);
  const changes = (data?.data ?? []).filter(({ actor }) => actor.kind !== "access_token");
  if (seen || changes.length === 0) return null;
  const done = () => {
    markSeen(accountId);
    setSeen(true);
  };
  return (
    <section class="section">
      <div class="section-head">
        <h2 class="section-title">Changed by your agents</h2>
        <Button kind="plain" icon="check" onClick={done}>Seen</Button>
      </div>
      <ul class="rows card">
        {changes.slice(0, most).map((each) => <ActivityRow key={each.id} activity={each} />)}
      </ul>
      <p class="more fine">
        <a href={hrefOf("activity")}>All activity</a>
      </p>
    </section>
  );
}
