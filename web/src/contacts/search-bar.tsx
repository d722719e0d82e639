import { useEffect, useState } from "preact/hooks";
import type { Network } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import type { Filter } from "./contacts-view.tsx";

interface Props {
  filter: Filter;
  networks: Network[];
  onChange: (filter: Filter) => void;
}

/** Milliseconds without a keystroke after which a search is sent. */
const pause = 250;

export function SearchBar({ filter, networks, onChange }: Props) {
  const [text, setText] = useState(filter.search);
  useEffect(() => {
    const search = text.trim();
    if (search === filter.search) return;
    const timer = setTimeout(() => onChange({ ...filter, search }), pause);
    return () => clearTimeout(timer);
  }, [text, filter]);
  return (
    <search class="search-bar">
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          class="input"
          aria-label="Search contacts"
          placeholder="Name, company, number…"
          maxLength={200}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {networks.length > 0 && (
        <div class="chips" role="group" aria-label="Show only a network">
          {networks.map((network) => {
            const chosen = filter.networkId === network.id;
            return (
              <button
                key={network.id}
                type="button"
                class="chip"
                aria-pressed={chosen}
                onClick={() => onChange({ ...filter, networkId: chosen ? undefined : network.id })}
              >
                <NetworkDot color={network.color} />
                {network.name}
              </button>
            );
          })}
        </div>
      )}
    </search>
  );
}

export function NetworkDot({ color }: { color: string | null }) {
  return <span class="dot" style={color ? { backgroundColor: color } : undefined} />;
}
