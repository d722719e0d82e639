import { useState } from "preact/hooks";
import { getActivity, undoChange } from "../api/activity.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Activity, Actor } from "../api/types.ts";
import { refresh } from "../hooks/load.ts";
import { useTimeZone } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { formatInstant, sinceInWords } from "../ui/dates.ts";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";
import { Changes } from "./changes.tsx";

/** Who did it: “you”, or the name of a key or a connection. */
export function actorInWords({ kind, name }: Actor): string {
  if (kind === "access_token") return "You";
  if (kind === "database") return `The database (${name})`;
  return name ?? (kind === "connection" ? "A connection" : "A key");
}

/** What a change set did, in words: the API's, but for being in touch with somebody. */
function inWords({ summary, changes, changeCount }: Activity): string {
  const { resource, action, fields = {}, name } = changes[0] ?? {};
  const isTalk = changeCount === 1 && resource === "contact" && action === "update" &&
    Object.keys(fields).join() === "lastContactedAt" && fields["lastContactedAt"]?.after;
  return isTalk ? `Was in touch with ${name}` : summary;
}

/** What a change set has beside the changes of one contact, in words; empty where it has nothing else. */
function othersInWords({ changes, changeCount }: Activity, contactId: string): string {
  const others = changes.filter(({ id }) => id !== contactId);
  const ofPeople = others.filter(({ resource }) => /^(contact|membership)$/.test(resource));
  const people = new Set(ofPeople.map(({ id }) => id)).size;
  const rest = others.length - ofPeople.length;
  const named = (count: number, what: string) => `${count} other ${what}${count === 1 ? "" : "s"}`;
  // Not all of them are told where there are many.
  if (changes.length < changeCount) {
    return named(changeCount - changes.length + others.length, "change");
  }
  return [people && named(people, "contact"), rest && named(rest, "change")].filter(Boolean)
    .join(" and ");
}

interface Props {
  activity: Activity;
  /** The contact on whose page it is shown: what it did to others is then undone after a question only. */
  contactId?: string;
}

/** A change set: what it did, who did it, and a button that undoes it. */
export function ActivityRow({ activity, contactId }: Props) {
  const timeZone = useTimeZone();
  const [state, setState] = useState<{
    busy?: boolean;
    problem?: string;
    conflict?: boolean;
    /** What else would be undone. */
    others?: string;
  }>({});
  const { id, at, actor, undoable, undoneBy, undoes } = activity;
  const summary = inWords(activity);
  const undo = async (partial: boolean) => {
    setState({ busy: true });
    try {
      const { activityId } = await undoChange(id, partial);
      toast({ text: `Undone: ${summary}.`, activityId });
      setState({});
      refresh();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const { code, detail } = toProblem(error);
      setState({ problem: detail, conflict: code === "conflict" });
    }
  };
  const ask = async () => {
    if (!contactId || activity.changeCount === 1) return await undo(false);
    setState({ busy: true });
    try {
      // A list has only the first changes.
      const others = othersInWords(await getActivity(id), contactId);
      if (!others) return await undo(false);
      setState({ others });
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <li class="activity">
      <Icon name={actor.kind === "access_token" ? "person" : "key"} />
      <div class="activity-what">
        <p class="break">{summary}</p>
        <p class="fine">
          {actorInWords(actor)},{" "}
          <time dateTime={at} title={formatInstant(at, timeZone)}>
            {sinceInWords(at, timeZone)}
          </time>
          {undoes.length > 0 && ", by undoing"}
        </p>
        <Changes activity={activity} />
        {state.problem && <p class="field-problem" role="alert">{state.problem}</p>}
        {state.conflict && (
          <Button icon="undo" onClick={() => void undo(true)}>Undo what can be undone</Button>
        )}
      </div>
      {undoneBy && <span class="tag">Undone</span>}
      {undoable && !undoneBy && !state.conflict && (
        <Button
          icon="undo"
          busy={state.busy ?? false}
          aria-label={`Undo: ${summary}`}
          onClick={() => void ask()}
        >
          Undo
        </Button>
      )}
      {state.others && (
        <Dialog title="Undo all of it?" onClose={() => setState({})}>
          <p class="break">{summary}.</p>
          <p>This also takes back {state.others}.</p>
          <div class="dialog-actions">
            <Button onClick={() => setState({})}>Keep it</Button>
            <Button kind="danger" onClick={() => void undo(false)}>Undo all of it</Button>
          </div>
        </Dialog>
      )}
    </li>
  );
}
