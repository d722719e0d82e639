import { useState } from "preact/hooks";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import { useForm } from "../session/use-form.ts";
import { type Draft, lacks } from "./draft.ts";

export type KeyFormState = ReturnType<typeof useKeyForm>;

/** The draft of a key, and sending it; a draft that lacks something is not sent. */
export function useKeyForm(begin: Draft, send: (draft: Draft) => Promise<void>) {
  const [draft, setDraft] = useState(begin);
  const [problem, setProblem] = useState<Problem>();
  const change = (next: Draft) => {
    setDraft(next);
    // It is about what was sent.
    setProblem(undefined);
  };
  const { busy, onSubmit } = useForm(async () => {
    setProblem(undefined);
    const fields = lacks(draft);
    if (Object.keys(fields).length > 0) {
      setProblem({ code: "incomplete", title: "", detail: "", fields });
      return undefined;
    }
    try {
      await send(draft);
    } catch (error) {
      if (!(error instanceof SessionEnded)) setProblem(toProblem(error));
    }
    return undefined;
  });
  return { draft, change, problem, busy, onSubmit };
}
