import { useState } from "preact/hooks";
import { createNetwork } from "../../api/networks.ts";
import { SessionEnded, toProblem } from "../../api/problem.ts";
import type { Network } from "../../api/types.ts";
import { manage } from "../../shell/managers.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, ChoiceGroup } from "../../ui/choice.tsx";
import { ColourDot } from "../../ui/colour-dot.tsx";
import { Field } from "../../ui/field.tsx";

interface Props {
  networks: Network[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  onCreated: (network: Network) => void;
}

/** The networks of a contact, and a field for a new one. */
export function NetworksChoice({ networks, chosen, onChange, onCreated }: Props) {
  const [name, setName] = useState("");
  const [state, setState] = useState<{ busy?: boolean; problem?: string }>({});
  const add = async () => {
    if (!name.trim() || state.busy) return;
    setState({ busy: true });
    try {
      const { value: network } = await createNetwork({ name: name.trim() });
      onCreated(network);
      onChange([...chosen, network.id]);
      setName("");
      setState({});
    } catch (error) {
      if (!(error instanceof SessionEnded)) setState({ problem: toProblem(error).detail });
    }
  };
  return (
    <ChoiceGroup legend="Networks">
      {networks.length > 0 && (
        <div class="choice-list choice-list-flat">
          {networks.map((network) => (
            <Choice
              key={network.id}
              type="checkbox"
              label={
                <>
                  <ColourDot {...network} /> {network.name}
                </>
              }
              checked={chosen.includes(network.id)}
              onChoose={(on) =>
                onChange(
                  on ? [...chosen, network.id] : chosen.filter((id) => id !== network.id),
                )}
            />
          ))}
        </div>
      )}
      <div class="with-button">
        <Field
          label="New network"
          autocomplete="off"
          maxLength={100}
          value={name}
          onValue={setName}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !name.trim()) return;
            event.preventDefault();
            void add();
          }}
          problem={state.problem}
        />
        <Button busy={state.busy ?? false} onClick={() => void add()}>Add network</Button>
      </div>
      <p>
        <button type="button" class="link fine" onClick={() => manage("networks")}>
          Edit networks
        </button>
      </p>
    </ChoiceGroup>
  );
}
