/** The view of the log: what was done, by whom, page by page. */
import { rich, t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import type { ApiKey, Connection, ListActivityQuery, UndoResult } from "@kith/client";
import { given, kith, listConnections, listKeys } from "../api/kith.ts";
import { refresh, useLoad, usePages } from "../hooks/load.ts";
import { currentRoute } from "../shell/router.ts";
import { Tabs, View } from "../shell/view.tsx";
import { Button } from "../ui/buttons.tsx";
import { Question } from "../ui/dialog.tsx";
import { SelectField } from "../ui/fields.tsx";
import { Empty, Listing } from "../ui/states.tsx";
import { Icon } from "../ui/icon.tsx";
import { Since } from "../ui/since.tsx";
import { toast, useToastedAction } from "../ui/toast.tsx";
import { joined, nameInWords } from "../base/words.ts";
import { ActivityRow } from "./activity-row.tsx";

type Filter = Pick<ListActivityQuery, "actorId" | "resource">;

const kinds: [NonNullable<Filter["resource"]> | "", string][] = [
  ["", t("Everything")],
  ["contact", t("Contacts")],
  ["network", t("Networks")],
  ["membership", t("Who is in networks")],
  ["note", t("Notes")],
  ["note_type", t("Note types")],
  ["reminder", t("Reminders")],
  ["profile", t("Your profile")],
];

/** Who did what, and a way back. */
export function ActivityView({ accountId }: { accountId: string }) {
  const actors = useLoad((signal) => actorsOf(accountId, signal), []);
  const [filter, setFilter] = useState<{ [Name in keyof Filter]: Filter[Name] | undefined }>(
    () => ({
      actorId: currentRoute().query.get("actorId") || undefined,
    }),
  );
  const [undoing, setUndoing] = useState(false);
  const { actorId, resource } = filter;
  const log = usePages(
    (page, signal) => kith.activity.list({ ...given(filter), page, pageSize: 30 }, { signal }),
    [actorId, resource],
  );
  const actor = actors.data?.find(({ id }) => id === actorId);
  const others = actors.data?.map(({ id, name }) => [id, name] as const) ?? [];
  const filtered = actorId !== undefined || resource !== undefined;
  return (
    <View title={t("Activity")}>
      <Tabs current="activity" />
      <p class="lead">
        {t(
          "Everything that you and your agents changed in the last 30 days. All of it can be undone.",
        )}
      </p>
      <div class="filters">
        <SelectField
          label={t("Who")}
          value={actorId ?? ""}
          onValue={(id) => setFilter({ ...filter, actorId: id || undefined })}
          options={[["", t("Everybody")], ...others]}
        />
        <SelectField
          label={t("What")}
          value={resource ?? ""}
          onValue={(kind) => setFilter({ ...filter, resource: kind || undefined })}
          options={kinds}
        />
      </div>
      {actor && actor.id !== accountId && (
        <p>
          <Button icon="undo" onClick={() => setUndoing(true)}>
            {t("Undo what {0} did…", actor.name)}
          </Button>
        </p>
      )}
      <Listing
        pages={log}
        what="the activity"
        more="changes"
        empty={
          <Empty icon="activity" title={filtered ? t("Nothing of that kind") : t("Nothing yet")}>
            <p>{t("Changes by you, your keys and connected apps appear here.")}</p>
          </Empty>
        }
      >
        {(changes) => (
          <ul class="rows card">
            {!filtered &&
              actors.data?.map((each) =>
                each.lastRefusal && <Refusal key={each.id} actor={each} onAllowed={actors.reload} />
              )}
            {changes.map((each) => <ActivityRow key={each.id} activity={each} />)}
          </ul>
        )}
      </Listing>
      {undoing && actor && <UndoAll actor={actor} onClose={() => setUndoing(false)} />}
    </View>
  );
}

/** A key or an app that may change something. */
type Agent = Pick<ApiKey | Connection, "id" | "name" | "scopes" | "lastRefusal"> & {
  update?: (body: Pick<ApiKey, "scopes">) => PromiseLike<unknown>;
};

/** Whoever may have changed something: the owner, keys and connections. */
async function actorsOf(accountId: string, signal: AbortSignal): Promise<Agent[]> {
  const [keys, connections] = await Promise.all([listKeys(signal), listConnections(signal)]);
  return [
    { id: accountId, name: t("You"), scopes: null, lastRefusal: null },
    ...keys.map((key) => ({ ...key, update: (body: object) => kith.apiKeys.update(key.id, body) })),
    ...connections.map((each) => ({
      ...each,
      update: (body: object) => kith.connections.update(each.id, body),
    })),
  ];
}

/** What somebody lately asked for in vain, and a button that allows it. */
function Refusal({ actor, onAllowed }: { actor: Agent; onAllowed: () => void }) {
  const { busy, run } = useToastedAction();
  const { name, scopes, lastRefusal, update } = actor;
  const lacked = lastRefusal!.scopes.map((scope) => {
    const [kind, level] = scope.split(":");
    return level === "read" ? t("reading {0}", t(kind!)) : t("writing {0}", t(kind!));
  });
  const allow = async () => {
    await update!({ scopes: [...scopes!, ...lastRefusal!.scopes] });
    onAllowed();
    const undo = async () => {
      await update!({ scopes });
      onAllowed();
    };
    toast({ text: t("{0} is allowed: {1}.", name, joined(lacked)), undo });
  };
  return (
    <li class="activity">
      <Icon name="alert" />
      <div class="activity-what start stack gap-1 break">
        <p>{t("{0} was refused: {1}", name, joined(lacked))}</p>
        <p class="fine">
          <Since instant={lastRefusal!.at} />
        </p>
      </div>
      <Button
        busy={busy}
        aria-label={t("Allow {0}: {1}", name, joined(lacked))}
        onClick={() => void run(allow)}
      >
        {t("Allow")}
      </Button>
    </li>
  );
}

/** Since when, in hours. */
const spans: [hours: string, words: string][] = [
  ["1", t("The last hour")],
  ["24", t("The last day")],
  ["168", t("The last week")],
  ["720", t("The last 30 days")],
];

interface UndoProps {
  actor: { id: string; name: string };
  onClose: () => void;
}

/** Undoes everything that a key or a connection did since then, after it was shown what that is. */
function UndoAll({ actor, onClose }: UndoProps) {
  const [hours, setHours] = useState("24");
  const [since, setSince] = useState("");
  const [preview, setPreview] = useState<UndoResult>();
  const look = async () => {
    const from = new Date(Date.now() - Number(hours) * 3_600_000).toISOString();
    const body = { actorId: actor.id, since: from, dryRun: true, partial: true };
    setPreview(await kith.activity.undoActor(body));
    setSince(from);
  };
  const undo = async () => {
    const body = { actorId: actor.id, since, partial: true };
    const { activityId } = await kith.activity.undoActor(body);
    onClose();
    toast({ text: t("What {0} did is undone.", actor.name), activityId });
    refresh();
  };
  const isKnown = preview !== undefined && preview.changeCount > 0;
  return (
    <Question
      title={t("Undo what {0} did?", actor.name)}
      kind={isKnown ? "danger" : "primary"}
      action={isKnown ? t("Undo it") : t("Show what that is")}
      run={isKnown ? undo : look}
      onClose={onClose}
    >
      <SelectField
        label={t("Since when")}
        value={hours}
        onValue={(value) => {
          setHours(value);
          setPreview(undefined);
        }}
        options={spans}
      />
      {preview && <UndoPreview result={preview} />}
    </Question>
  );
}

/** Names that are listed. */
const most = 10;
const verbs: Record<string, string> = {
  create: t("comes back"),
  update: t("is as before"),
  delete: t("goes away"),
};

function UndoPreview(
  { result: { changes, changeCount, conflicts, conflictCount } }: { result: UndoResult },
) {
  if (changeCount === 0) return <p>{t("There is nothing to undo.")}</p>;
  return (
    <div class="to-delete label break sunken">
      <ul>
        {changes.slice(0, most).map(({ resource, id, name, action }) => (
          <li key={`${resource} ${id}`} class="break">
            {name ?? nameInWords(resource)} {verbs[action] ?? action}
          </li>
        ))}
      </ul>
      {changeCount > most && <p>{t("And {0} more.", changeCount - most)}</p>}
      {conflictCount > 0 && (
        <p>
          {rich(
            "Changed since, and left as it is: {0}{1}.",
            conflicts.slice(0, most).map(({ name, resource }) => name ?? resource).join(", "),
            conflictCount > most && t(" and {0} more", conflictCount - most),
          )}
        </p>
      )}
    </div>
  );
}
