/** The fields of a key: its name, what it may do, and until when. */
import { t } from "../base/texts.ts";
import type { ApiKey, Network, Scope } from "@kith/client";
import { useEffect, useRef } from "preact/hooks";
import { type Problem, Refused } from "../base/problem.ts";
import type { Editable } from "../base/written.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { NetworkBoxes, useNetworks } from "../networks/networks.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { DateField } from "../ui/date-field.tsx";
import { localDay } from "../base/dates.ts";
import { Choice, ChoiceGroup, Field } from "../ui/fields.tsx";
import { EditDialog } from "../ui/form.tsx";
import { accessInWords, presetNames, presetOf, presets } from "./access.ts";

/** A new key reads only: where that is not enough, the API's answer names the scope, and the key can be edited. */
export const newDraft = {
  name: "",
  scopes: presets.read.scopes as Scope[] | null,
  limited: false,
  /** Sorted, so that the same ones are equal. */
  networkIds: [] as string[],
  /** The day on which it ends, `YYYY-MM-DD`; empty for never. */
  date: "",
};

type Draft = typeof newDraft;

/** What a key and a connection have in common. */
type Limited = Pick<ApiKey, "id" | "name" | "scopes" | "networkIds" | "expiresAt">;

const draftOf = (shown: Limited | undefined, timeZone: string): Draft =>
  shown
    ? {
      name: shown.name,
      scopes: shown.scopes as Scope[] | null,
      limited: shown.networkIds !== null,
      networkIds: [...shown.networkIds ?? []].sort(),
      date: shown.expiresAt ? localDay(new Date(shown.expiresAt), timeZone) : "",
    }
    : newDraft;

/** The members that are sent. A date means the start of that day in the profile's time zone. */
export const bodyOf = ({ name, scopes, limited, networkIds, date }: Draft) => ({
  name: name.trim(),
  scopes: scopes && [...scopes].sort(),
  networkIds: limited ? networkIds : null,
  expiresAt: date || null,
});

/** @throws Refused where something is missing without which it cannot be sent */
export function requireAll({ limited, networkIds }: Draft): void {
  if (limited && networkIds.length === 0) {
    throw new Refused("", undefined, { networkIds: t("Tick at least one network.") });
  }
}

/** Members whose problems are shown beside their fields. */
export const placed = ["name", "scopes", "networkIds", "expiresAt"];

interface Props {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  fields: Problem["fields"];
}

/** Name, access, networks and expiry of a key or a connection. */
export function KeyFields(props: Props) {
  const { draft, set, fields } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const field = element.current?.querySelector(".field-problem")?.closest(".field, fieldset");
    field?.querySelector<HTMLElement>("[aria-invalid], [type=checkbox]")?.focus();
  }, [fields]);
  return (
    <div ref={element} class="form stack gap-5">
      <Field
        label={t("Name")}
        placeholder={t("Mail assistant")}
        hint={t("Who or what uses it.")}
        required
        pattern=".*\S.*"
        maxLength={100}
        autocomplete="off"
        value={draft.name}
        onValue={(name) => set({ name })}
        problem={fields["name"]}
      />
      <AccessField {...props} />
      <NetworksField {...props} />
      <DateField
        label={t("Expires")}
        hint={t(
          "When this day begins, it stops working: “in 90 days”, “31 March”. Empty means never.",
        )}
        value={draft.date}
        onValue={(date) => set({ date })}
        problem={fields["expiresAt"]}
      />
    </div>
  );
}

/** The problem of a member that is a list, or of one of its items. */
function problemOf(fields: Problem["fields"], member: string) {
  const found = Object.entries(fields).find(([pointer]) => pointer.split("/")[0] === member);
  return found && { item: found[0].split("/")[1], message: found[1] };
}

/** What a key may do: one of the presets, or what it was given through the API, as long as nothing else is chosen. */
function AccessField({ draft: { scopes }, set, fields }: Props) {
  const own = useRef(presetOf(scopes) ? undefined : scopes).current;
  const chosen = presetOf(scopes);
  return (
    <ChoiceGroup legend={t("What it may do")} problem={problemOf(fields, "scopes")?.message}>
      {presetNames.map((name) => (
        <Choice
          key={name}
          type="radio"
          name="access"
          label={presets[name].label}
          hint={presets[name].meaning}
          checked={name === chosen}
          onChoose={() => set({ scopes: presets[name].scopes })}
        />
      ))}
      {own && (
        <Choice
          type="radio"
          name="access"
          label={t("As it was set through the API")}
          hint={accessInWords(own)}
          checked={!chosen}
          onChoose={() => set({ scopes: own })}
        />
      )}
    </ChoiceGroup>
  );
}

/** To which contacts a key is limited. The networks of the key that is edited come first. */
function NetworksField({ draft: { limited, networkIds: chosen }, set, fields }: Props) {
  const loaded = useNetworks();
  const current = useRef(chosen).current;
  // Also those that were ticked here: one may be deleted while the form is open.
  const held = useRef(new Set<string>()).current;
  for (const id of chosen) held.add(id);
  const networks = loaded.data ?? [];
  const gone = [...held].filter((id) => networks.every((network) => network.id !== id));
  const none = loaded.data !== undefined && networks.length + gone.length === 0;
  const choose = (ids: string[]) => set({ networkIds: [...ids].sort() });
  const isCurrent = ({ id }: Network) => current.includes(id);
  const { item, message = loaded.problem?.detail } = problemOf(fields, "networkIds") ?? {};
  const missing = item && networks.find(({ id }) => id === chosen[Number(item)]);
  return (
    <ChoiceGroup
      legend={t("Which contacts")}
      problem={item
        ? t("{0} does not exist any more. Untick it.", missing ? missing.name : t("One"))
        : message}
    >
      <Choice
        type="radio"
        name="limited"
        label={t("All contacts")}
        checked={!limited}
        onChoose={() => set({ limited: false })}
      />
      <Choice
        type="radio"
        name="limited"
        label={t("Only contacts in these networks")}
        hint={none
          ? t("You have no networks yet.")
          : t("It sees these, their notes and their reminders, and no others.")}
        disabled={none}
        checked={limited}
        onChoose={() => set({ limited: true })}
      />
      {limited && loaded.data && (
        <div class="choice-list" role="group" aria-label={t("Networks")}>
          {gone.length > 0 && (
            <Choice
              type="checkbox"
              label={gone.length === 1
                ? t("A deleted network")
                : t("{0} deleted networks", gone.length)}
              hint={t("Nobody is in it, unless the deletion is undone.")}
              checked={gone.every((id) => chosen.includes(id))}
              onChoose={(on) =>
                choose([...chosen.filter((id) => !gone.includes(id)), ...on ? gone : []])}
            />
          )}
          <NetworkBoxes
            networks={[
              ...networks.filter(isCurrent),
              ...networks.filter((each) => !isCurrent(each)),
            ]}
            chosen={chosen}
            onChange={choose}
          />
        </div>
      )}
    </ChoiceGroup>
  );
}

/** Keys or connections as the form writes them. */
export type LimitedResource<T> = Editable<T, ReturnType<typeof bodyOf>>;

/** The form of a key or a connection; of one that exists only what was changed is saved. */
export function LimitedForm<T extends Limited>(
  props: EditProps<T> & { resource: LimitedResource<T> },
) {
  const timeZone = useTimeZone();
  const { shown } = props;
  return (
    <EditDialog
      {...props}
      title={shown ? t("Edit “{0}”", shown.name) : t("New key")}
      submit={shown ? t("Save") : t("Create key")}
      draftKey={`limits:${shown?.id ?? ""}`}
      draftOf={(shown) => draftOf(shown, timeZone)}
      bodyOf={bodyOf}
      check={requireAll}
      placed={placed}
    >
      {(draft, set, _bind, fields) => <KeyFields draft={draft} set={set} fields={fields} />}
    </EditDialog>
  );
}
