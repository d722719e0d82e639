import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../api/problem.ts";
import type { Editable } from "../api/written.ts";
import type { Network } from "@kith/client";
import type { EditProps } from "../hooks/use-edit.ts";
import { useTimeZone } from "../shell/context.tsx";
import { NetworkBoxes } from "../networks/networks.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Choice, ChoiceGroup, Field, SelectField } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { type Kind, kinds, levelOf, levels, presetNames, presets, withLevel } from "./access.ts";
import {
  bodyOf,
  dayAfter,
  type Draft,
  draftOf,
  expiryOptions,
  type Limited,
  requireAll,
  withAccess,
} from "./draft.ts";

/** Members whose problems are shown beside their fields. */
export const placed = ["name", "scopes", "networkIds", "expiresAt"];

/** Where the focus goes in a field with a problem: to the first of these that it has. */
const problemFocus = ["[aria-invalid]", "select, input[type=checkbox]", "input:checked"];

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  fields: Problem["fields"];
  networks: Network[];
}

/** Name, access, networks and expiry of a key or a connection. */
export function KeyFields(props: Props) {
  const { draft, onChange, fields } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = element.current?.querySelector(".field-problem")?.closest(".field, fieldset");
    const targets = problemFocus.map((each) => field?.querySelector<HTMLElement>(each));
    targets.find(Boolean)?.focus();
  }, [fields]);
  return (
    <div ref={element} class="form stack gap-5">
      <Field
        label="Name"
        placeholder="Mail assistant"
        hint="Who or what uses it."
        required
        pattern=".*\S.*"
        maxLength={100}
        autocomplete="off"
        value={draft.name}
        onValue={(name) => onChange({ ...draft, name })}
        problem={fields["name"]}
      />
      <AccessField {...props} />
      <NetworksField {...props} />
      <ExpiryField {...props} />
    </div>
  );
}

/** The message about an item of a member that is a list. */
function itemOf(fields: Problem["fields"], member: string) {
  const found = Object.entries(fields).find(([pointer]) => pointer.startsWith(`${member}/`));
  return found && { index: Number(found[0].slice(member.length + 1)), message: found[1] };
}

/** What a key may do: one of the presets, or every kind by itself. */
function AccessField({ draft, onChange, fields }: Props) {
  const { access, scopes } = draft;
  return (
    <ChoiceGroup
      legend="What it may do"
      problem={fields["scopes"] ?? itemOf(fields, "scopes")?.message}
    >
      {([...presetNames, "choose"] as const).map((name) => {
        const { label, meaning } = name === "choose"
          ? { label: "Choose", meaning: "You decide for each kind of data." }
          : presets[name];
        return (
          <Choice
            key={name}
            type="radio"
            name="access"
            label={label}
            hint={meaning}
            checked={access === name}
            onChoose={() => onChange(withAccess(draft, name, scopes))}
          />
        );
      })}
      {access === "choose" && (
        <div class="columns">
          {(Object.entries(kinds) as [Kind, string][]).map(([kind, label]) => (
            <SelectField
              key={kind}
              label={label}
              value={levelOf(scopes, kind)}
              options={levels}
              onValue={(level) =>
                onChange(withAccess(draft, "choose", withLevel(scopes, kind, level)))}
            />
          ))}
        </div>
      )}
    </ChoiceGroup>
  );
}

/** To which contacts a key is limited. The networks of the key that is edited come first. */
function NetworksField({ draft, onChange: change, fields, networks }: Props) {
  const current = useRef(draft.networkIds).current;
  const onChange = (limited: boolean, networkIds: string[]) =>
    change({ ...draft, limited, networkIds: [...networkIds].sort() });
  const refused = itemOf(fields, "networkIds");
  const missing = refused && networks.find(({ id }) => id === draft.networkIds[refused.index]);
  const problem = refused
    ? `${missing?.name ?? "One"} does not exist any more. Untick it.`
    : fields["networkIds"];
  const { limited, networkIds: chosen } = draft;
  const isCurrent = ({ id }: Network) => current.includes(id);
  const sorted = [...networks.filter(isCurrent), ...networks.filter((each) => !isCurrent(each))];
  // Also those that were ticked here: one may be deleted while the form is open.
  const held = useRef(new Set<string>());
  for (const id of [...current, ...chosen]) held.current.add(id);
  const gone = [...held.current].filter((id) => networks.every((network) => network.id !== id));
  const none = networks.length + gone.length === 0;
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
              onChoose={(on) =>
                onChange(true, [...chosen.filter((id) => !gone.includes(id)), ...on ? gone : []])}
            />
          )}
          <NetworkBoxes
            networks={sorted}
            chosen={chosen}
            onChange={(ids) => onChange(true, ids)}
          />
        </div>
      )}
    </ChoiceGroup>
  );
}

function ExpiryField({ draft, onChange, fields }: Props) {
  const timeZone = useTimeZone();
  const { expiry, date, until: current } = draft;
  const problem = fields["expiresAt"];
  const byDate = expiry === "date";
  const now = current && Date.parse(current) <= Date.now() ? "Expired on" : "On";
  return (
    <div class="columns">
      <SelectField
        label="Expires"
        value={expiry}
        onValue={(expiry) => onChange({ ...draft, expiry })}
        options={[
          ...current ? [["keep", `${now} ${formatInstant(current, timeZone)}`] as const] : [],
          ...expiryOptions(timeZone),
        ]}
        problem={byDate ? undefined : problem}
      />
      {byDate && (
        <Field
          label="Date"
          hint="It stops working when this day begins."
          type="date"
          required
          min={dayAfter(1, timeZone)}
          max="9999-12-31"
          value={date}
          onValue={(date) => onChange({ ...draft, date })}
          problem={problem}
        />
      )}
    </div>
  );
}

/** Keys or connections as the form writes them. */
export type LimitedResource<T> = Editable<T, ReturnType<typeof bodyOf>>;

interface LimitedFormProps<T> extends EditProps<T> {
  resource: LimitedResource<T>;
  networks: Network[];
}

/** The form of a key or a connection; of one that exists only what was changed is saved. */
export function LimitedForm<T extends Limited & { id: string }>(
  { networks, ...options }: LimitedFormProps<T>,
) {
  const timeZone = useTimeZone();
  const { shown } = options;
  return (
    <EditDialog
      {...options}
      title={shown ? `Edit “${shown.name}”` : "New key"}
      submit={shown ? "Save" : "Create key"}
      draftKey={`limits:${shown?.id ?? ""}`}
      draftOf={draftOf}
      bodyOf={(draft) => bodyOf(draft, timeZone)}
      check={requireAll}
      placed={placed}
    >
      {(draft, set, _bind, fields) => (
        <KeyFields draft={draft} onChange={set} fields={fields} networks={networks} />
      )}
    </EditDialog>
  );
}
