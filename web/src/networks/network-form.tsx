import { createNetwork, getNetwork, updateNetwork } from "../api/networks.ts";
import type { Network, NetworkCreate } from "../api/types.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { ColourField } from "../ui/colour-field.tsx";
import { EditDialog } from "../ui/edit-dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/text-area.tsx";

interface Draft {
  name: string;
  description: string;
  color: string;
}

const draftOf = (network: Network | undefined): Draft => ({
  name: network?.name ?? "",
  description: network?.description ?? "",
  color: network?.color ?? "",
});

const bodyOf = ({ name, description, color }: Draft): NetworkCreate => ({
  name: name.trim(),
  description: description.trim() || null,
  color: color || null,
});

/** Makes a network, or changes one. */
export function NetworkForm(props: EditProps<Network>) {
  const { shown } = props;
  return (
    <EditDialog
      {...props}
      draftKey={`network ${shown?.id ?? ""}`}
      draftOf={draftOf}
      bodyOf={bodyOf}
      create={createNetwork}
      read={getNetwork}
      update={updateNetwork}
      title={shown ? `Edit ${shown.name}` : "New network"}
      submit={shown ? "Save" : "Add network"}
      placed={["name", "description"]}
    >
      {(draft, set, fields) => (
        <>
          <Field
            label="Name"
            autocomplete="off"
            maxLength={100}
            value={draft.name}
            onValue={(name) => set({ name })}
            problem={fields["name"]}
          />
          <TextArea
            label="Description"
            rows={2}
            maxLength={500}
            value={draft.description}
            onValue={(description) => set({ description })}
            problem={fields["description"]}
          />
          <ColourField value={draft.color} onValue={(color) => set({ color })} />
        </>
      )}
    </EditDialog>
  );
}
