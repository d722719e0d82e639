import { useState } from "preact/hooks";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";

/** Something that a button does: whether it is under way, and why it failed. A session that has ended says so by itself. */
export function useAction() {
  const [state, setState] = useState<{ busy?: boolean; problem?: Problem }>({});
  const run = async (work: () => unknown): Promise<void> => {
    setState({ busy: true });
    try {
      await work();
      setState({});
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error) });
    }
  };
  const clear = () => setState((now) => now.problem ? {} : now);
  return { busy: state.busy ?? false, problem: state.problem, run, clear };
}
