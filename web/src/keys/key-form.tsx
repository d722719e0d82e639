import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import type { ApiKey, Network } from "../api/types.ts";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/states.tsx";
import { AccessField } from "./access-field.tsx";
import { type Draft, withAccess } from "./draft.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { NetworksField } from "./networks-field.tsx";

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  networks: Network[];
  /** The key that is edited, as it is now. */
  apiKey?: ApiKey;
  problem: Problem | undefined;
  onSubmit: (event: Event) => void;
  /** The buttons. */
  children: ComponentChildren;
}

/** Name, access, networks and expiry of a key. */
export function KeyForm(
  { draft, onChange, networks, apiKey, problem, onSubmit, children }: Props,
) {
  const form = useRef<HTMLFormElement>(null);
  const at = (member: string) => problem?.fields[member] ?? itemProblem(problem, member)?.message;
  const placed = ["name", "scopes", "networkIds", "expiresAt"].some(at);
  useEffect(() => {
    const message = placed && form.current?.querySelector(".field-problem");
    const field = message && message.closest(".field, fieldset");
    if (field) {
      problemFocus.map((each) => field.querySelector<HTMLElement>(each)).find(Boolean)?.focus();
    }
  }, [problem]);
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  const nameOf = (id: string | undefined) => networks.find((network) => network.id === id)?.name;
  const refused = itemProblem(problem, "networkIds");
  const networkProblem = refused
    ? `${nameOf(draft.networkIds[refused.index]) ?? "One"} does not exist any more. Untick it.`
    : at("networkIds");
  return (
    <form ref={form} class="form" onSubmit={onSubmit}>
      <Field
        label="Name"
        placeholder="Mail assistant"
        hint="Who or what uses it."
        required
        pattern=".*\S.*"
        maxLength={100}
        autocomplete="off"
        value={draft.name}
        onValue={(name) => set({ name })}
        problem={at("name")}
      />
      <AccessField
        choice={draft.access}
        scopes={draft.scopes}
        onChange={(access, scopes) => onChange(withAccess(draft, access, scopes))}
        problem={at("scopes")}
      />
      <NetworksField
        networks={networks}
        current={apiKey?.networkIds ?? []}
        limited={draft.limited}
        chosen={draft.networkIds}
        onChange={(limited, networkIds) => set({ limited, networkIds })}
        problem={networkProblem}
      />
      <ExpiryField
        current={apiKey?.expiresAt}
        expiry={draft.expiry}
        date={draft.date}
        onChange={(expiry, date) => set({ expiry, date })}
        problem={at("expiresAt")}
      />
      {problem && !placed && <Notice tone="danger">{problem.detail}</Notice>}
      <div class="dialog-actions">{children}</div>
    </form>
  );
}

/** Where the focus goes in a field with a problem: to the first of these that it has. */
const problemFocus = ["[aria-invalid]", "input[type=checkbox]", "input:checked"];

/** The message about an item of a member that is a list. */
function itemProblem(problem: Problem | undefined, member: string) {
  const found = Object.entries(problem?.fields ?? {}).find(([pointer]) =>
    pointer.startsWith(`${member}/`)
  );
  return found && { index: Number(found[0].slice(member.length + 1)), message: found[1] };
}
