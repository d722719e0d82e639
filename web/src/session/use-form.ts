import { useState } from "preact/hooks";
import { announce } from "../ui/announce.tsx";

export interface FormState {
  busy: boolean;
  problem?: string | undefined;
  onSubmit: (event: Event) => void;
}

/**
 * The state of a form, which cannot be sent again while a request is running.
 * @param send returns an error message, or undefined on success
 */
export function useForm(send: () => Promise<string | undefined>): FormState {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    announce("Sending…");
    void send().then((message) => {
      setProblem(message);
      setBusy(false);
      // Otherwise “Sending…” stays in the live region; an error is announced where it is shown.
      announce("");
    });
  };
  return { busy, problem, onSubmit };
}
