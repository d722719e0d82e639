/** Messages that say what was done, with a button that takes it back. */
import { t } from "../base/texts.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Call } from "../../../client/src/api.ts";
import { SessionEnded, toProblem } from "../base/problem.ts";
import { useListener } from "../hooks/events.ts";
import { refresh, useAction } from "../hooks/load.ts";
import { Button, IconButton } from "./buttons.tsx";

/** What was done, and how it is taken back. */
export interface Done {
  text: string;
  /** The change set that did it. */
  activityId?: string | null | undefined;
  /** Takes it back, where no change set does. */
  undo?: () => Promise<unknown>;
}

interface Shown extends Done {
  id: number;
  undone?: boolean;
  /** What brings it back after that. */
  redoId?: string | null | undefined;
  /** What is done with it at once, because a key asks for it. */
  at?: "undo" | "redo";
}

/** What can be taken back by the keyboard, the last at the end. */
let history: Done[] = [];

/** Where toasts appear, the last of them first: a dialog may have a place of its own, because nothing beside it can be pressed. */
const places: ((done: Done) => void)[] = [];

/** Says what was done, with a button that undoes it. */
export const toast = (done: Done) => places.at(-1)?.(done);

/** An action that has no place for why it failed: a toast says it. */
export const useToastedAction = () => useAction(({ detail }) => toast({ text: detail }));

/** Says what a request has done, with what takes it back, or why it could not be done. */
export async function act<T>(
  call: Call<T>,
  text: (value: T) => string,
  then: () => void = refresh,
): Promise<void> {
  try {
    const { data, activityId } = await call.withResponse();
    toast({ text: text(data), activityId });
    then();
  } catch (error) {
    if (!(error instanceof SessionEnded)) toast({ text: toProblem(error).detail });
  }
}

/**
 * Milliseconds that one stays, unless the pointer or the focus is in it: longer for whoever asks for less motion, and so for more time. ⌘Z
 * and the view “Activity” undo it later too.
 */
const stay = () => matchMedia("(prefers-reduced-motion: reduce)").matches ? 12_000 : 5000;

interface Changes {
  /** Undoes what a change set did; the result is that of undoing it. */
  undoChanges: (activityId: string) => PromiseLike<{ activityId: string | null }>;
  /** What was done last within the hour, before the page was loaded. */
  findLast: () => PromiseLike<Done | undefined>;
}

/** Where toasts appear: one for each account, so that nothing of one is left for the next. One at a time, the last. */
export function Toasts(changes: Changes) {
  const [shown, setShown] = useState<Shown>();
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => {
    let last = 0;
    const show = (done: Done) => {
      setShown({ ...done, id: ++last });
      if (done.undo || done.activityId) history.push(done);
    };
    places.push(show);
    return () => {
      places.splice(places.indexOf(show), 1);
      // What can still be undone stays where this place was opened.
      if (latest.current && !latest.current.undone) toast(latest.current);
    };
  }, []);
  const isFirst = useRef(places.length === 0).current;
  useListener<KeyboardEvent>(globalThis, "keydown", (event) => {
    if (event.key.toLowerCase() !== "z" || !(event.metaKey || event.ctrlKey)) return;
    if (!isFirst || (event.target as Element).closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    const undo = (done: Done | undefined) =>
      setShown(
        done ? { ...done, id: -Date.now(), at: "undo" } : {
          id: 0,
          text: t("Nothing was done within the last hour. Activity has what was before."),
        },
      );
    const { current } = latest;
    if (event.shiftKey) {
      if (current?.redoId) setShown({ ...current, id: -Date.now(), at: "redo" });
    } else if (history.length > 0) undo(history.at(-1));
    else Promise.resolve(changes.findLast()).then(undo, () => undo(undefined));
  });
  useEffect(() => () => void (isFirst && (history = [])), []);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown && (
        <Toast
          key={shown.id}
          done={shown}
          {...changes}
          onUndone={(redoId) => {
            history = history.filter(({ text, activityId }) =>
              text !== shown.text || activityId !== shown.activityId
            );
            setShown({ ...shown, undone: true, redoId });
          }}
          onRedone={(activityId) => {
            history.push({ text: shown.text, activityId });
            setShown({ id: Date.now(), text: shown.text, activityId });
          }}
          onClose={() => setShown((now) => now?.id === shown.id ? undefined : now)}
        />
      )}
    </div>
  );
}

interface ToastProps extends Changes {
  done: Shown;
  onUndone: (redoId: string | null | undefined) => void;
  onRedone: (activityId: string | null) => void;
  onClose: () => void;
}

function Toast({ done, undoChanges, onUndone, onRedone, onClose }: ToastProps) {
  const [held, setHeld] = useState(false);
  const { busy, problem, run } = useAction();
  const { activityId, undone, redoId } = done;
  const undo = done.undo || activityId;
  useEffect(() => {
    if (held || busy || problem) return;
    const timer = setTimeout(onClose, undone ? stay() / 2 : stay());
    return () => clearTimeout(timer);
  }, [held, busy, problem, undone]);
  const takeBack = () =>
    void run(async () => {
      if (done.undo) onUndone((await done.undo(), undefined));
      else onUndone((await undoChanges(activityId!)).activityId);
      refresh();
    });
  const redo = () =>
    void run(async () => {
      onRedone((await undoChanges(redoId!)).activityId);
      refresh();
    });
  useEffect(() => {
    if (done.at === "undo") takeBack();
    if (done.at === "redo") redo();
  }, []);
  return (
    <div
      class="toast flow label"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusCapture={() => setHeld(true)}
      onBlurCapture={() => setHeld(false)}
    >
      <p class="toast-text">{undone ? t("Undone: {0}", done.text) : done.text}</p>
      {undo && !undone && <Button kind="plain" busy={busy} onClick={takeBack}>{t("Undo")}</Button>}
      {undone && redoId && <Button kind="plain" busy={busy} onClick={redo}>{t("Redo")}</Button>}
      <IconButton icon="close" label={t("Close the message")} onClick={onClose} />
      {problem && <p class="field-problem" role="alert">{problem.detail}</p>}
    </div>
  );
}
