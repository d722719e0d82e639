import { useState } from "preact/hooks";
import { announce } from "../ui/announce.tsx";

export interface FormState {
  busy: boolean;
  problem?: string | undefined;
  onSubmit: (event: Event) => void;
}

/**
 * A form that is sent once at a time.
 * @param send says what is wrong, or nothing when all went well
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
    void send().then((wrong) => {
      setProblem(wrong);
      setBusy(false);
    });
  };
  return { busy, problem, onSubmit };
}
