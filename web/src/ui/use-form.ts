import { useState } from "preact/hooks";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";
import { useUnloadQuestion } from "./unload.ts";

export interface FormOptions {
  /** Whether something was typed that is not saved. */
  dirty: boolean;
  save: () => Promise<void>;
  onClose: () => void;
  /** Whether what was typed is still there when the page was left or loaded again. */
  isKept?: boolean;
  /** Members whose problems the form shows beside their fields: the beginnings of their pointers. */
  placed: readonly string[];
}

export interface Form {
  busy: boolean;
  /** Whether the question is open that comes before what was typed is given up. */
  asking: boolean;
  /** Goes back to the form from the question. */
  back: () => void;
  /** Closes the form, after a question where something was typed. */
  close: () => void;
  submit: (event: Event) => void;
  /** What is wrong, by field. */
  fields: Problem["fields"];
  /** What to say below the form when it could not be saved. */
  refusal: string | undefined;
}

/** A form whose text stays when it cannot be saved, and is given up only after a question. */
export function useForm({ dirty, save, onClose, isKept, placed }: FormOptions): Form {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  useUnloadQuestion(dirty && !isKept);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await save();
    } catch (error) {
      if (error instanceof SessionEnded) return;
      setProblem(toProblem(error));
    }
    setBusy(false);
  };
  const fields = problem?.fields ?? {};
  const isPlaced = Object.keys(fields).some((pointer) =>
    placed.some((member) => pointer.startsWith(member))
  );
  return {
    busy,
    asking,
    back: () => setAsking(false),
    close: () => dirty ? setAsking(true) : onClose(),
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    fields,
    refusal: isPlaced ? "Some of it cannot be saved. Look at what is marked." : problem?.detail,
  };
}
