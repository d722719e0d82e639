import { textFields, textNames } from "../../../../functions/kith/contacts/fields.ts";
import { allNetworks } from "../../api/kith.ts";
import type { Problem } from "../../api/problem.ts";
import { useLoad } from "../../hooks/use-load.ts";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { AddressesField } from "./addresses-field.tsx";
import { BirthdayField } from "./birthday-field.tsx";
import { type ContactDraft, methods } from "./draft.ts";
import { FrequencyField } from "./frequency-field.tsx";
import { MethodsField } from "./methods-field.tsx";
import { NetworksChoice } from "./networks-choice.tsx";

/** Members whose problems stand beside their fields. */
export const placed = [...textNames(), "emails", "phones", "urls", "birthday"];

interface Props {
  draft: ContactDraft;
  set: (change: Partial<ContactDraft>) => void;
  fields: Problem["fields"];
}

/** The fields of a contact. */
export function ContactFields({ draft, set, fields }: Props) {
  const networks = useLoad(allNetworks, []);
  return (
    <>
      <div class="columns">
        {textFields.map(([name, { label, maxLength, isLong }]) =>
          !isLong && (
            <Field
              key={name}
              label={label}
              maxLength={maxLength}
              autocomplete="off"
              value={draft[name]}
              onValue={(value) => set({ [name]: value })}
              problem={fields[name] ?? (name === "firstName" ? fields[""] : undefined)}
            />
          )
        )}
        <FrequencyField value={draft.every} onChange={(every) => set({ every })} />
      </div>
      <div class="methods">
        {methods.map((kind) => (
          <MethodsField
            key={kind}
            kind={kind}
            list={draft[kind]}
            onChange={(list) => set({ [kind]: list })}
            fields={fields}
          />
        ))}
      </div>
      <BirthdayField
        value={draft.birthday}
        onChange={(birthday) => set({ birthday })}
        problem={fields["birthday"]}
      />
      <AddressesField
        list={draft.addresses}
        onChange={(addresses) => set({ addresses })}
      />
      {textFields.map(([name, { label, maxLength, isLong }]) =>
        isLong && (
          <TextArea
            key={name}
            label={label}
            rows={3}
            maxLength={maxLength}
            value={draft[name]}
            onValue={(value) => set({ [name]: value })}
            problem={fields[name]}
          />
        )
      )}
      <NetworksChoice
        networks={networks.data ?? []}
        chosen={draft.networkIds}
        onChange={(networkIds) => set({ networkIds })}
        onCreated={(network) => networks.change([...networks.data ?? [], network])}
      />
    </>
  );
}
