import { allNetworks } from "../api/kith.ts";
import { deleteNetwork } from "../api/networks.ts";
import type { Network } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { ColourDot } from "../ui/colour-dot.tsx";
import { ManagedList } from "../ui/managed-list.tsx";
import { NetworkForm } from "./network-form.tsx";

/** All networks, each with how many contacts it has. */
export function Networks() {
  return (
    <ManagedList
      list={useLoad(allNetworks, [])}
      what="networks"
      add="New network"
      nothing="There are no networks yet. A network is a group of contacts, such as a family or a club."
      aboutOf={(network) => [countOf(network), network.description].filter(Boolean).join(" · ")}
      markOf={(network) => <ColourDot {...network} />}
      remove={({ id }) => deleteNetwork(id)}
      removedOf={({ name, contactCount }) =>
        contactCount === 0
          ? `${name} is deleted.`
          : `${name} is deleted. Its ${contactCount === 1 ? "contact stays" : "contacts stay"}.`}
      Form={NetworkForm}
    />
  );
}

const countOf = ({ contactCount }: Network) =>
  contactCount === 1 ? "1 contact" : `${contactCount} contacts`;
