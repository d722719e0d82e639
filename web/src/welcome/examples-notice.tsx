import { useState } from "preact/hooks";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Network } from "../api/types.ts";
import { refresh } from "../hooks/load.ts";
import { Button } from "../ui/buttons.tsx";
import { Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";

/** Said again because that module is loaded only when it is needed; the compiler compares both. */
const examplesName: typeof import("./examples.ts").examplesName = "Examples";

/** Says that there are examples, and removes them, while their network is there. */
export function ExamplesNotice({ networks }: { networks: Iterable<Network> }) {
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const network = [...networks].find(({ name }) => name === examplesName);
  if (!network) return null;
  const remove = async () => {
    setState({ busy: true });
    try {
      const { removeExamples } = await import("./examples.ts");
      const { count, undo } = await removeExamples(network);
      const text = count === 1 ? "One example is removed." : `${count} examples are removed.`;
      toast({ text, undo });
      setState({});
      refresh();
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <Notice tone="info">
      <div class="apart">
        <p>
          The people in “{network.name}”{" "}
          with an address at kith.example do not exist. Removing them leaves everybody else.
        </p>
        <Button busy={state.busy ?? false} onClick={() => void remove()}>
          Remove the examples
        </Button>
      </div>
      {state.problem && <p class="field-problem" role="alert">{state.problem}</p>}
    </Notice>
  );
}
