import { useState } from "preact/hooks";
import { type Problem, SessionEnded, toProblem } from "../api/problem.ts";

/**
 * Something that a button does: whether it is under way, when it is not begun again, and why it failed. A session that has ended
 * says so by itself.
 * @param say says why it failed, where the problem is not shown
 */
export function useAction(say: (problem: Problem) => void = () => {}) {
  const [state, setState] = useState<{ busy?: boolean; problem?: Problem }>({});
  const run = async (work: () => unknown): Promise<void> => {
    if (state.busy) return;
    setState({ busy: true });
    try {
      await work();
      setState({});
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const problem = toProblem(error);
      setState({ problem });
      say(problem);
    }
  };
  const clear = () => setState((now) => now.problem ? {} : now);
  return { busy: state.busy ?? false, problem: state.problem, run, clear };
}
