import { useState } from "preact/hooks";
import { type ActivityFilter, listActivity, type LoggedResource } from "../api/activity.ts";
import { listConnections, listKeys } from "../api/kith.ts";
import { useLoad, usePages } from "../hooks/load.ts";
import { View } from "../shell/view.tsx";
import { Button, LoadMore } from "../ui/buttons.tsx";
import { SelectField } from "../ui/fields.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ActivityRow } from "./activity-row.tsx";
import { ActivityTabs } from "./trash-view.tsx";
import { UndoAll } from "./undo-all.tsx";

const kinds: [LoggedResource, string][] = [
  ["contact", "Contacts"],
  ["network", "Networks"],
  ["membership", "Members of networks"],
  ["note", "Notes"],
  ["note_type", "Note types"],
  ["reminder", "Reminders"],
  ["profile", "Your profile"],
];

/** Who did what, and a way back. */
export function ActivityView({ accountId }: { accountId: string }) {
  const actors = useLoad((signal) => actorsOf(accountId, signal), []);
  const [filter, setFilter] = useState<ActivityFilter>({});
  const [undoing, setUndoing] = useState(false);
  const { actorId, resource } = filter;
  const log = usePages((page, signal) => listActivity(filter, page, signal), [actorId, resource]);
  const { data, problem } = log;
  const actor = actors.data?.find(({ id }) => id === actorId);
  const filtered = actorId !== undefined || resource !== undefined;
  return (
    <View title="Activity">
      <ActivityTabs current="activity" />
      <p class="lead">
        Everything that you and your agents changed in the last 30 days. All of it can be undone.
      </p>
      <div class="filters">
        <SelectField
          label="Who"
          value={actorId ?? ""}
          onValue={(id) => setFilter({ ...filter, actorId: id || undefined })}
        >
          <option value="">Everybody</option>
          {actors.data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </SelectField>
        <SelectField
          label="What"
          value={resource ?? ""}
          onValue={(kind) =>
            setFilter({ ...filter, resource: kinds.find(([each]) => each === kind)?.[0] })}
        >
          <option value="">Everything</option>
          {kinds.map(([kind, words]) => <option key={kind} value={kind}>{words}</option>)}
        </SelectField>
      </div>
      {actor && actor.id !== accountId && (
        <p>
          <Button icon="undo" onClick={() => setUndoing(true)}>
            Undo what {actor.name} did…
          </Button>
        </p>
      )}
      {problem
        ? <Failed problem={problem} retry={log.reload} />
        : !data
        ? <Loading what="the activity" rows={4} />
        : data.total === 0
        ? (
          <Empty icon="activity" title={filtered ? "Nothing of that kind" : "Nothing yet"}>
            <p>Changes by you, your keys and connected apps appear here.</p>
          </Empty>
        )
        : (
          <div aria-busy={log.loading} class={log.loading ? "section stale" : "section"}>
            <ul class="rows card">
              {data.data.map((each) => <ActivityRow key={each.id} activity={each} />)}
            </ul>
            <LoadMore pages={log} what="changes" />
          </div>
        )}
      {undoing && actor && <UndoAll actor={actor} onClose={() => setUndoing(false)} />}
    </View>
  );
}

/** Whoever may have changed something: the owner, keys and connections. */
async function actorsOf(accountId: string, signal: AbortSignal) {
  const [keys, connections] = await Promise.all([listKeys(signal), listConnections(signal)]);
  return [
    { id: accountId, name: "You" },
    ...[...keys, ...connections].map(({ id, name }) => ({ id, name })),
  ];
}
