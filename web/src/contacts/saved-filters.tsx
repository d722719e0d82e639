/** Filters that a person keeps: chips that set them, and one that keeps or forgets the one that is set. */
import { t } from "../base/texts.ts";
import type { Network } from "@kith/client";
import { kith } from "../api/kith.ts";
import { type Filter, narrows, queryOf } from "./list/filter.ts";
import { useProfile } from "../shell/profile.ts";
import { hrefOf, replaceQuery } from "../shell/router.ts";
import { Chip } from "../ui/buttons.tsx";
import { Icon } from "../ui/icon.tsx";
import { useToastedAction } from "../ui/toast.tsx";

interface SavedFiltersProps {
  filter: Filter;
  networks: Network[];
}

/** “dentist, Lisbon, Family”. */
const nameOf = (
  { search, place, company, networkId, isFavorite, isArchived }: Filter,
  networks: Network[],
) =>
  [
    search,
    place,
    company,
    networks.find(({ id }) => id === networkId)?.name,
    isFavorite && t("Favourites"),
    isArchived && t("Archived"),
  ].filter(Boolean).join(", ").slice(0, 50);

export function SavedFilters({ filter, networks }: SavedFiltersProps) {
  const { data, change } = useProfile();
  const { busy, run } = useToastedAction();
  if (!data) return null;
  const { savedFilters } = data;
  const query = hrefOf("contacts", undefined, queryOf(filter)).split("?")[1] ?? "";
  const isSaved = savedFilters.some((each) => each.query === query);
  const save = async () => {
    const others = savedFilters.filter((each) => each.query !== query);
    const next = isSaved ? others : [...others, { name: nameOf(filter, networks), query }];
    change(await kith.me.update({ savedFilters: next }));
  };
  return (
    <>
      {savedFilters.map((each) => (
        <Chip
          key={each.query}
          chosen={each.query === query}
          onChoose={(on) =>
            replaceQuery(on ? Object.fromEntries(new URLSearchParams(each.query)) : {})}
        >
          <Icon name="search" />
          {each.name}
        </Chip>
      ))}
      {(isSaved || narrows(filter) && savedFilters.length < 20) && (
        <button
          type="button"
          class="chip chip-plain"
          disabled={busy}
          onClick={() => void run(save)}
        >
          {isSaved ? t("Forget this filter") : t("Keep this filter")}
        </button>
      )}
    </>
  );
}
