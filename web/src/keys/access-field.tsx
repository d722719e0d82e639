import type { Scope } from "../api/types.ts";
import { Choice, ChoiceGroup } from "../ui/fields.tsx";
import { type Kind, kinds, type PresetName, presetNames, presets, withScope } from "./access.ts";

export type AccessChoice = PresetName | "choose";

interface Props {
  choice: AccessChoice;
  /** What is ticked where the user chooses. */
  scopes: Scope[];
  onChange: (choice: AccessChoice, scopes: Scope[]) => void;
  problem?: string | undefined;
}

/** What a key may do: one of the presets, or every kind by itself. */
export function AccessField({ choice, scopes, onChange, problem }: Props) {
  return (
    <ChoiceGroup legend="What it may do" problem={problem}>
      {presetNames.map((name) => (
        <Choice
          key={name}
          type="radio"
          name="access"
          label={presets[name].label}
          hint={presets[name].meaning}
          checked={choice === name}
          onChoose={() => onChange(name, scopes)}
        />
      ))}
      <Choice
        type="radio"
        name="access"
        label="Choose"
        hint="You decide for each kind of data."
        checked={choice === "choose"}
        onChoose={() => onChange("choose", scopes)}
      />
      {choice === "choose" && (
        <ScopeTable
          scopes={scopes}
          onChange={(next) => onChange("choose", next)}
        />
      )}
    </ChoiceGroup>
  );
}

const verbs = { read: "Read", write: "Write" } as const;
const verbNames = Object.keys(verbs) as (keyof typeof verbs)[];

function ScopeTable({ scopes, onChange }: { scopes: Scope[]; onChange: (next: Scope[]) => void }) {
  return (
    <table class="scopes">
      <thead>
        <tr>
          <td />
          {verbNames.map((verb) => <th key={verb} scope="col">{verbs[verb]}</th>)}
        </tr>
      </thead>
      <tbody>
        {(Object.entries(kinds) as [Kind, string][]).map(([kind, label]) => (
          <tr key={kind}>
            <th scope="row">{label}</th>
            {verbNames.map((verb) => (
              <td key={verb}>
                <label class="scope">
                  <input
                    type="checkbox"
                    aria-label={`${verbs[verb]}: ${label}`}
                    checked={scopes.includes(`${kind}:${verb}`)}
                    onChange={(event) =>
                      onChange(withScope(scopes, kind, verb, event.currentTarget.checked))}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
