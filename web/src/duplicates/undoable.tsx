import { useEffect, useRef, useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/states.tsx";

/** What was done last, and how it is taken back. */
export interface Step {
  done: string;
  undone: string;
  /** The contact that it led to. */
  contactId?: string;
  undo: () => Promise<unknown>;
}

/** Says what was done, with a button that undoes it. It takes the focus, because what had it may be gone. */
export function Undoable({ step, onUndone }: { step: Step; onUndone: () => void }) {
  const [state, setState] = useState<"done" | "undoing" | "undone">("done");
  const [problem, setProblem] = useState<string>();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the dialog has given the focus back.
    const timer = setTimeout(() => element.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [state === "undone"]);
  const undo = async () => {
    setState("undoing");
    setProblem(undefined);
    try {
      await step.undo();
      setState("undone");
      onUndone();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      setState("done");
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <div ref={element} class="undoable" tabIndex={-1}>
      <Notice>
        {state === "undone" ? step.undone : (
          <>
            {step.done} {step.contactId && <a href={hrefOf("contacts", step.contactId)}>Show it</a>}
          </>
        )}
      </Notice>
      {state !== "undone" && <Button busy={state === "undoing"} onClick={undo}>Undo</Button>}
      {problem && <p class="field-problem" role="alert">{problem}</p>}
    </div>
  );
}
