/** One deed of the log: who did what to whom, and its undo. */
import { language, t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import { all, kith } from "../api/kith.ts";
import type { Activity, Actor } from "@kith/client";
import { refresh, useAction, useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { NamesProvider, useNames } from "../people/people.tsx";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { Question } from "../ui/dialog.tsx";
import { formatBirthday, formatInstant } from "../base/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { Since } from "../ui/since.tsx";
import { toast } from "../ui/toast.tsx";
import { capitalized, counted, joined, nameInWords } from "../base/words.ts";

/** Who did it: “you”, or the name of a key or a connection. */
export function actorInWords({ kind, name }: Actor): string {
  if (kind === "access_token") return t("You");
  if (kind === "database") return t("The database ({0})", name);
  return name ?? (kind === "connection" ? t("A connection") : t("A key"));
}

/** What a change set has beside the changes of one contact, in words; empty where it has nothing else. */
function othersInWords({ changes, changeCount }: Activity, contactId: string): string {
  const others = changes.filter(({ id }) => id !== contactId);
  const ofPeople = others.filter(({ resource }) => /^(contact|membership)$/.test(resource));
  const people = new Set(ofPeople.map(({ id }) => id)).size;
  const rest = others.length - ofPeople.length;
  // Not all of them are told where there are many.
  if (changes.length < changeCount) {
    return counted(changeCount - changes.length + others.length, "other change");
  }
  return joined([
    ...people ? [counted(people, "other contact")] : [],
    ...rest ? [counted(rest, "other change")] : [],
  ]);
}

interface Props {
  activity: Activity;
  /** The contact on whose page it is shown: what it did to others is then undone after a question only. */
  contactId?: string;
}

/** A change set: what it did, who did it, and a button that undoes it. */
export function ActivityRow({ activity, contactId }: Props) {
  const { busy, problem, run } = useAction();
  /** What else would be undone. */
  const [others, setOthers] = useState<string>();
  const { id, at, actor, undoable, undoneBy, undoes } = activity;
  const summary = summaryOf(activity);
  const isConflict = problem?.code === "conflict";
  const undo = async (partial = false) => {
    const { activityId } = await kith.activity.undo(id, { partial });
    toast({ text: t("Undone: {0}.", summary), activityId });
    refresh();
  };
  const ask = async () => {
    // A list has only the first changes.
    const rest = contactId && activity.changeCount > 1
      ? othersInWords(await kith.activity.get(id), contactId)
      : "";
    if (rest) setOthers(rest);
    else await undo();
  };
  return (
    <li class="activity">
      <Icon name={actor.kind === "access_token" ? "person" : "key"} />
      <div class="activity-what start stack gap-1 break">
        <p class="break">
          {language === "en"
            ? `${actorInWords(actor)} ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`
            : `${actorInWords(actor)}: ${summary}`}
        </p>
        <p class="fine">
          <Since instant={at} />
          {undoes.length > 0 && t(", by undoing")}
        </p>
        <Changes activity={activity} />
        {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
        {isConflict && (
          <Button icon="undo" onClick={() => void run(() => undo(true))}>
            {t("Undo what can be undone")}
          </Button>
        )}
      </div>
      {undoneBy && <span class="tag fine">{t("Undone")}</span>}
      {undoable && !undoneBy && !isConflict && (
        <Button
          icon="undo"
          busy={busy}
          aria-label={t("Undo: {0}", summary)}
          onClick={() => void run(ask)}
        >
          {t("Undo")}
        </Button>
      )}
      {others && (
        <Question
          title={t("Undo all of it?")}
          action={t("Undo all of it")}
          run={() => {
            setOthers(undefined);
            void run(() => undo());
          }}
          onClose={() => setOthers(undefined)}
        >
          <p class="break">{summary}.</p>
          <p>{t("This also takes back {0}.", others)}</p>
        </Question>
      )}
    </li>
  );
}

/** What a change set did: the API's sentence, which is English, or else what its changes tell. */
function summaryOf({ summary, changes, changeCount }: Activity): string {
  if (language === "en") return summary;
  const said = (action: string, what: string) =>
    action === "create"
      ? t("{0} created", what)
      : action === "delete"
      ? t("{0} deleted", what)
      : t("{0} changed", what);
  const [only] = changes;
  if (changeCount === 1 && only) {
    const what = [capitalized(nameInWords(only.resource)), only.name && t("“{0}”", only.name)];
    return said(only.action, what.filter(Boolean).join(" "));
  }
  if (changes.length < changeCount) return t("{0} changes", changeCount);
  const counts = new Map<string, number>();
  for (const { action, resource } of changes) {
    const kind = `${action} ${resource.replaceAll("_", " ")}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => {
    const [action, ...resource] = kind.split(" ");
    return said(action!, counted(count, resource.join(" ")));
  }).join(", ");
}

/** Most changes that are listed. */
const most = 20;

const verbs: Record<string, string> = {
  create: t("Added"),
  update: t("Changed"),
  delete: t("Deleted"),
};

/** What a change set changed, member by member, behind a line that opens it. */
function Changes({ activity: { changes, changeCount } }: { activity: Activity }) {
  const [opened, setOpened] = useState(false);
  if (changes.length === 0) return null;
  const rest = changeCount - Math.min(changes.length, most);
  return (
    <details class="changes label" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {changeCount === 1 ? t("Show the change") : t("Show {0} changes", changeCount)}
      </summary>
      {opened && (
        <NamesProvider>
          <ul class="stack">
            {changes.slice(0, most).map((change) => (
              <li key={`${change.resource} ${change.id} ${change.action} ${change.name}`}>
                <Change change={change} />
              </li>
            ))}
          </ul>
        </NamesProvider>
      )}
      {rest > 0 && <p class="fine">{t("And {0} more.", rest)}</p>}
    </details>
  );
}

function Change({ change }: { change: Activity["changes"][number] }) {
  const { resource, id, name, action, fields } = change;
  if (resource === "membership") {
    return (
      <p>
        <Names ids={[id]} /> {action === "create" ? "added to" : "removed from"} {name}
      </p>
    );
  }
  return (
    <>
      <p>
        {verbs[action] ?? action} {nameInWords(resource)}{" "}
        {resource === "contact" && action !== "delete"
          ? <a href={hrefOf("contacts", id)}>{name}</a>
          : <strong>{name}</strong>}
      </p>
      {action === "update" && (
        <dl class="change-fields quiet">
          {Object.entries(fields).map(([member, { before, after }]) => (
            <div key={member}>
              <dt>{members[member] ?? nameInWords(member)}</dt>
              <dd>
                <del>
                  <Value member={member} value={before} />
                </del>{" "}
                →{" "}
                <ins>
                  <Value member={member} value={after} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Contacts by their names. */
function Names({ ids }: { ids: string[] }) {
  const names = useNames(ids);
  return <>{ids.map((id) => names.has(id) ? names.get(id) ?? t("a contact") : "…").join(", ")}</>;
}

/** A value, with names in place of ids. */
function Value({ member, value }: { member: string; value: unknown }) {
  const timeZone = useTimeZone();
  const types = useLoad(
    async (signal) => member === "noteTypeId" ? await all(kith.noteTypes.list({}, { signal })) : [],
    [],
  );
  if (member === "contactIds" && Array.isArray(value) && value.length > 0) {
    return <Names ids={value as string[]} />;
  }
  const type = types.data?.find(({ id }) => id === value);
  return <>{type?.name ?? valueInWords(value, timeZone)}</>;
}

/** Members whose names are not what people call them. */
const members: Record<string, string> = {
  isFavorite: t("favourite"),
  isArchived: t("archived"),
  lastContactedAt: t("last contact"),
  contactFrequencyDays: t("days between contacts"),
  networkIds: t("networks"),
  contactIds: t("people"),
  noteTypeId: t("type"),
  occurredAt: t("when it was"),
  dueAt: t("due"),
  completedAt: t("done at"),
  recurrence: t("repeats"),
  countsAsContact: t("counts as contact"),
  hasPhoto: t("photo"),
  timezone: t("time zone"),
  emails: t("e-mail addresses"),
  phones: t("phone numbers"),
  urls: t("links"),
};

/** Characters of a value that are shown. */
const longest = 200;

function valueInWords(value: unknown, timeZone: string): string {
  const inner = (part: unknown) => valueInWords(part, timeZone);
  if (value === null || value === undefined || value === "") return t("nothing");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value)) {
    return value.length === 0 ? t("nothing") : value.map(inner).join(", ");
  }
  if (typeof value === "object") {
    return Object.values(value).filter((part) => part !== null).map(inner).join(" ");
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return formatInstant(text, timeZone);
  if (/^(\d{4}|-)-\d\d-\d\d$/.test(text)) return formatBirthday(text);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
