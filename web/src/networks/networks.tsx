/** Networks: managing them, choosing them, and their names. */
import { t } from "../base/texts.ts";
import { allNetworks, kith } from "../api/kith.ts";
import type { Network } from "@kith/client";
import { bodyFrom, draftFrom } from "../hooks/drafts.ts";
import type { EditProps } from "../hooks/use-edit.ts";
import { useLoad } from "../hooks/load.ts";
import { ColourDot } from "../ui/colours.tsx";
import { EditDialog } from "../ui/form.tsx";
import { Choice, Field, TextArea } from "../ui/fields.tsx";
import { ManagedList } from "../ui/managed-list.tsx";
import { counted } from "../base/words.ts";

export const useNetworks = () => useLoad(allNetworks, []);

/** All networks, each with how many contacts it has. */
export function Networks() {
  return (
    <ManagedList
      list={useNetworks()}
      what="networks"
      add={t("New network")}
      nothing={t(
        "There are no networks yet. A network is a group of contacts, such as a family or a club.",
      )}
      aboutOf={({ contactCount, description }) =>
        [counted(contactCount, "contact"), description].filter(Boolean).join(" · ")}
      markOf={(network) => <ColourDot {...network} />}
      remove={({ id }) => kith.networks.delete(id)}
      removedOf={({ name, contactCount }) =>
        contactCount === 0 ? t("{0} is deleted.", name) : t(
          "{0} is deleted. Its {1}.",
          name,
          contactCount === 1 ? t("contact stays") : t("contacts stay"),
        )}
      Form={NetworkForm}
    />
  );
}

const empty = { name: "", description: "" };

/** Makes a network, or changes one. */
function NetworkForm(props: EditProps<Network>) {
  const { shown } = props;
  return (
    <EditDialog
      {...props}
      draftKey={`network ${shown?.id ?? ""}`}
      draftOf={(shown) => draftFrom(empty, shown)}
      bodyOf={({ name, ...rest }) => ({ name: name.trim(), ...bodyFrom(rest) })}
      resource={kith.networks}
      title={shown ? t("Edit {0}", shown.name) : t("New network")}
      submit={shown ? t("Save") : t("Add network")}
      placed={["name", "description"]}
    >
      {(_draft, _set, bind) => (
        <>
          <Field label={t("Name")} autocomplete="off" maxLength={100} {...bind("name")} />
          <TextArea label={t("Description")} rows={2} maxLength={500} {...bind("description")} />
        </>
      )}
    </EditDialog>
  );
}

interface BoxesProps {
  networks: Network[];
  /** The ids of those that are ticked. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

/** A box for each network. */
export const NetworkBoxes = ({ networks, chosen, onChange }: BoxesProps) => (
  <>
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
          onChange(on ? [...chosen, network.id] : chosen.filter((id) => id !== network.id))}
      />
    ))}
  </>
);

/** The names of networks, in the order of all networks, which is by name. */
export function NetworkNames({ ids, networks }: { ids: string[]; networks: Network[] }) {
  const known = networks.filter(({ id }) => ids.includes(id));
  if (known.length === 0) return null;
  return (
    <span class="networks">
      {known.map((network) => (
        <span key={network.id} class="network fine">
          <ColourDot {...network} />
          {network.name}
        </span>
      ))}
    </span>
  );
}
