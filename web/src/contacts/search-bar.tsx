import type { Network } from "../api/types.ts";
import { manage } from "../shell/managers.tsx";
import { Chip } from "../ui/chip.tsx";
import { ColourDot } from "../ui/colour-dot.tsx";
import { Icon } from "../ui/icon.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { type Filter, type Sort, sorts } from "./list/filter.ts";

interface Props {
  filter: Filter;
  networks: Network[];
  onChange: (filter: Filter) => void;
  /** Goes on to the list. */
  onLeave: () => void;
}

export function SearchBar({ filter, networks, onChange, onLeave }: Props) {
  return (
    <search class="search-bar">
      <div class="search-line">
        <SearchField
          label="Search contacts"
          placeholder="Name, company, number…"
          search={filter.search}
          onSearch={(search) => onChange({ ...filter, search })}
          onLeave={onLeave}
        />
        <select
          class="input sort"
          aria-label="Sort by"
          value={filter.sort}
          onChange={(event) => onChange({ ...filter, sort: event.currentTarget.value as Sort })}
        >
          {Object.entries(sorts).map(([sort, words]) => (
            <option key={sort} value={sort}>{words}</option>
          ))}
        </select>
      </div>
      <div class="chips" role="group" aria-label="Show only">
        <Chip
          chosen={filter.isFavorite === true}
          onChoose={(on) => onChange({ ...filter, isFavorite: on || undefined })}
        >
          <Icon name="star" />
          Favourites
        </Chip>
        <Chip
          chosen={filter.isArchived === true}
          onChoose={(on) => onChange({ ...filter, isArchived: on || undefined })}
        >
          <Icon name="archive" />
          Archived
        </Chip>
        {networks.map(({ id, name, color }) => (
          <Chip
            key={id}
            chosen={filter.networkId === id}
            onChoose={(on) => onChange({ ...filter, networkId: on ? id : undefined })}
          >
            <ColourDot color={color} name={name} />
            {name}
          </Chip>
        ))}
        <button type="button" class="chip chip-plain" onClick={() => manage("networks")}>
          <Icon name="edit" />
          Edit networks
        </button>
      </div>
    </search>
  );
}
