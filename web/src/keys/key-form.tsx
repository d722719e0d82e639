import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import type { Network } from "../api/types.ts";
import { Field } from "../ui/fields.tsx";
import { Notice } from "../ui/states.tsx";
import { AccessField } from "./access-field.tsx";
import { type Draft, type Limited, withAccess } from "./draft.ts";
import { ExpiryField } from "./expiry-field.tsx";
import { NetworksField } from "./networks-field.tsx";
import type { KeyFormState } from "./use-key-form.ts";

interface Props {
  form: KeyFormState;
  networks: Network[];
  /** The key or the connection that is edited, as it is now. */
  edited?: Limited;
  /** The buttons. */
  children: ComponentChildren;
}

/** Name, access, networks and expiry of a key. */
export function KeyForm({ form, networks, edited, children }: Props) {
  const { draft, change, problem } = form;
  const element = useRef<HTMLFormElement>(null);
  const at = (member: string) => problem?.fields[member] ?? itemProblem(problem, member)?.message;
  const placed = ["name", "scopes", "networkIds", "expiresAt"].some(at);
  useEffect(() => {
    const message = placed && element.current?.querySelector(".field-problem");
    const field = message && message.closest(".field, fieldset");
    if (field) {
      problemFocus.map((each) => field.querySelector<HTMLElement>(each)).find(Boolean)?.focus();
    }
  }, [problem]);
  const set = (members: Partial<Draft>) => change({ ...draft, ...members });
  const nameOf = (id: string | undefined) => networks.find((network) => network.id === id)?.name;
  const refused = itemProblem(problem, "networkIds");
  const networkProblem = refused
    ? `${nameOf(draft.networkIds[refused.index]) ?? "One"} does not exist any more. Untick it.`
    : at("networkIds");
  return (
    <form ref={element} class="form" onSubmit={form.onSubmit}>
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
        onChange={(access, scopes) => change(withAccess(draft, access, scopes))}
        problem={at("scopes")}
      />
      <NetworksField
        networks={networks}
        current={edited?.networkIds ?? []}
        limited={draft.limited}
        chosen={draft.networkIds}
        onChange={(limited, networkIds) => set({ limited, networkIds })}
        problem={networkProblem}
      />
      <ExpiryField
        current={edited?.expiresAt}
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
