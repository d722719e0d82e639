import { useEffect, useRef, useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { undoActivity } from "../api/written.ts";
import { refresh } from "../hooks/refresh.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

/** What was done, and how it is taken back. */
export interface Done {
  text: string;
  /** The change set that did it. */
  activityId?: string | null;
  /** Takes it back, where no change set does. */
  undo?: () => Promise<unknown>;
}

type Shown = Done & { id: number; undone?: boolean };

/** Where toasts appear, the last of them first: a dialog may have a place of its own, because nothing beside it can be pressed. */
const places: ((done: Done) => void)[] = [];

/** Says what was done, with a button that undoes it. */
export const toast = (done: Done) => places.at(-1)?.(done);

/** The most that are shown at once. */
const most = 3;
/** Milliseconds that one stays, unless the pointer or the focus is in it. The view “Activity” can undo it later too. */
const stay = 20_000;

/** Where toasts appear: one for each account, so that nothing of one is left for the next. */
export function Toasts() {
  const [shown, setShown] = useState<Shown[]>([]);
  const latest = useRef(shown);
  latest.current = shown;
  useEffect(() => {
    let last = 0;
    const show = (done: Done) => setShown((now) => [...now, { ...done, id: ++last }].slice(-most));
    places.push(show);
    return () => {
      places.splice(places.indexOf(show), 1);
      // What can still be undone stays where this place was opened.
      for (const { undone, ...done } of latest.current) if (!undone) toast(done);
    };
  }, []);
  const close = (id: number) => setShown((now) => now.filter((each) => each.id !== id));
  const note = (id: number) =>
    setShown((now) => now.map((each) => each.id === id ? { ...each, undone: true } : each));
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.map((done) => (
        <Toast
          key={done.id}
          done={done}
          onUndone={() => note(done.id)}
          onClose={() => close(done.id)}
        />
      ))}
    </div>
  );
}

function Toast(
  { done, onUndone, onClose }: { done: Shown; onUndone: () => void; onClose: () => void },
) {
  const [state, setState] = useState<{ busy?: boolean; held?: boolean; problem?: string }>({});
  const { activityId, undone } = done;
  const undo = done.undo ?? (activityId ? () => undoActivity(activityId) : undefined);
  useEffect(() => {
    if (state.held || state.busy || state.problem) return;
    const timer = setTimeout(onClose, undone ? stay / 4 : stay);
    return () => clearTimeout(timer);
  }, [state, undone]);
  const hold = (held: boolean) => setState((now) => ({ ...now, held }));
  const takeBack = async () => {
    setState({ busy: true, held: true });
    try {
      await undo!();
      onUndone();
      setState({});
      refresh();
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <div
      class="toast"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocusCapture={() => hold(true)}
      onBlurCapture={() => hold(false)}
    >
      <p class="toast-text">{undone ? `Undone: ${done.text}` : done.text}</p>
      {undo && !undone && (
        <Button
          kind="plain"
          busy={state.busy ?? false}
          onClick={() => void takeBack()}
        >
          Undo
        </Button>
      )}
      <IconButton icon="close" label="Close the message" onClick={onClose} />
      {state.problem && <p class="field-problem" role="alert">{state.problem}</p>}
    </div>
  );
}
