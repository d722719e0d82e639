import type { Network } from "../api/types.ts";
import { ColourDot } from "../ui/colour-dot.tsx";

export type Networks = Map<string, Network>;

/** The names of networks, in the order of all networks, which is by name. */
export function NetworkNames({ ids, networks }: { ids: string[]; networks: Networks }) {
  const known = [...networks.values()].filter(({ id }) => ids.includes(id));
  if (known.length === 0) return null;
  return (
    <span class="networks">
      {known.map((network) => (
        <span key={network.id} class="network">
          <ColourDot {...network} />
          {network.name}
        </span>
      ))}
    </span>
  );
}
