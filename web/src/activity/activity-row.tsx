import { useState } from "preact/hooks";
import { undoChange } from "../api/activity.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Activity, Actor } from "../api/types.ts";
import { refresh } from "../hooks/refresh.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { Button } from "../ui/button.tsx";
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

/** A change set: what it did, who did it, and a button that undoes it. */
export function ActivityRow({ activity }: { activity: Activity }) {
  const timeZone = useTimeZone();
  const [state, setState] = useState<{ busy?: boolean; problem?: string; conflict?: boolean }>({});
  const { id, at, actor, summary, undoable, undoneBy, undoes } = activity;
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
          onClick={() => void undo(false)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
