import { useRef } from "preact/hooks";
import type { Network } from "../api/types.ts";
import { Choice, ChoiceGroup } from "../ui/fields.tsx";
import { ColourDot } from "../ui/colours.tsx";

interface Props {
  networks: Network[];
  /** The networks of the key that is edited, which come first. */
  current: string[];
  limited: boolean;
  chosen: string[];
  onChange: (limited: boolean, chosen: string[]) => void;
  problem?: string | undefined;
}

/** To which contacts a key is limited. */
export function NetworksField({ networks, current, limited, chosen, onChange, problem }: Props) {
  const first = networks.filter(({ id }) => current.includes(id));
  const others = networks.filter(({ id }) => !current.includes(id));
  // Also those that were ticked here: one may be deleted while the form is open.
  const held = useRef(new Set<string>());
  for (const id of [...current, ...chosen]) held.current.add(id);
  const gone = [...held.current].filter((id) => networks.every((network) => network.id !== id));
  const none = networks.length + gone.length === 0;
  const choose = (ids: string[], on: boolean) =>
    onChange(true, [...chosen.filter((id) => !ids.includes(id)), ...(on ? ids : [])]);
  return (
    <ChoiceGroup legend="Which contacts" problem={problem}>
      <Choice
        type="radio"
        name="limited"
        label="All contacts"
        checked={!limited}
        onChoose={() => onChange(false, chosen)}
      />
      <Choice
        type="radio"
        name="limited"
        label="Only contacts in these networks"
        hint={none
          ? "You have no networks yet."
          : "It sees these, their notes and their reminders, and no others."}
        disabled={none}
        checked={limited}
        onChoose={() => onChange(true, chosen)}
      />
      {limited && (
        <div class="choice-list" role="group" aria-label="Networks">
          {gone.length > 0 && (
            <Choice
              type="checkbox"
              label={gone.length === 1 ? "A deleted network" : `${gone.length} deleted networks`}
              hint="Nobody is in it, unless the deletion is undone."
              checked={gone.every((id) => chosen.includes(id))}
              onChoose={(on) => choose(gone, on)}
            />
          )}
          {[...first, ...others].map(({ id, name, color }) => (
            <Choice
              key={id}
              type="checkbox"
              label={
                <>
                  <ColourDot color={color} name={name} /> {name}
                </>
              }
              checked={chosen.includes(id)}
              onChoose={(on) => choose([id], on)}
            />
          ))}
        </div>
      )}
    </ChoiceGroup>
  );
}
