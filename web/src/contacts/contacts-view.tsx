import { useNameOrder } from "../shell/profile.ts";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Network } from "@kith/client";
import { ContactView } from "./contact-view.tsx";
import { ContactList, type ListControl } from "./contact-list.tsx";
import { useKeys, useMedia } from "../hooks/events.ts";
import { type ContactRows, useContactRows } from "./list/contact-rows.ts";
import { type Filter, narrows, queryOf, readFilter, type Sort, sorts } from "./list/filter.ts";
import { useReturns } from "./list/place.ts";
import { useNetworks } from "../networks/networks.tsx";
import { mostSelected, Selection } from "./selection.tsx";
import { manage, show } from "../shell/open.ts";
import { hrefOf, replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, Chip } from "../ui/buttons.tsx";
import { ColourDot } from "../ui/colours.tsx";
import { Icon } from "../ui/icon.tsx";
import { focusSearch, SearchField } from "../ui/search-field.tsx";
import { Empty, Failed, Loading, Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { ExamplesNotice, Welcome } from "../welcome/welcome.tsx";

/** The list of people, the page of one, or both. */
export function PeopleView({ id, query }: { id: string | undefined; query: URLSearchParams }) {
  const isWide = useMedia("(min-width: 1200px)");
  const beside = id !== undefined && isWide;
  // Both stay as they are: the list while people are opened beside it, a person while the window gets wider or narrower.
  return (
    <div class={beside ? "side-by-side" : undefined}>
      {(isWide || !id) && (
        <div>
          <ContactsView query={query} open={id} />
        </div>
      )}
      {id && (
        <div class={beside ? "side-person" : undefined}>
          <ContactView key={id} id={id} />
        </div>
      )}
    </div>
  );
}

/** The same as long as nothing is loaded, so that no row is drawn again. */
const none: Network[] = [];

/** All contacts, due ones first; the query of the address has the filter and the order. */
function ContactsView({ query, open }: { query: URLSearchParams; open: string | undefined }) {
  const networks = useNetworks().data ?? none;
  const add = () => show("contact");
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const select = (ids: Iterable<string>) => setSelected(new Set(ids));
  const toggle = (id: string) => {
    const others = [...selected ?? []].filter((each) => each !== id);
    if (others.length !== selected?.size) return select(others);
    if (others.length < mostSelected) return select([...others, id]);
    toast({ text: `You can select ${mostSelected} contacts at once.` });
  };
  const list = useRef<ListControl>();
  useKeys({ n: add, "/": focusSearch });
  const order = useNameOrder();
  const filter = useMemo(() => readFilter(query, order), [query, order]);
  // Nobody is deleted who is not in the list any more.
  useEffect(() => setSelected((now) => now && new Set()), [filter]);
  const { wanted, shown } = useContactRows(filter);
  const isCurrent = shown === wanted;
  const returns = useReturns(wanted);
  const filtered = narrows(filter);
  useEffect(() => {
    if (filtered && isCurrent) announce(`${wanted.total} found.`);
  }, [wanted, isCurrent]);

  return (
    <View
      title="People"
      returns={returns || open !== undefined}
      actions={
        <div class="view-actions flow gap-3 label">
          <a href={hrefOf("duplicates")}>Find duplicates</a>
          <Button
            aria-pressed={selected !== undefined}
            onClick={() => setSelected(selected ? undefined : new Set())}
          >
            Select
          </Button>
          <Button kind="primary" icon="plus" onClick={add}>New contact</Button>
        </div>
      }
    >
      <ExamplesNotice networks={networks} />
      <SearchBar
        filter={filter}
        networks={networks}
        onChange={(next) => replaceQuery(queryOf(next))}
        onLeave={() => list.current?.enter()}
      />
      {selected && (
        <Selection
          filter={filter}
          networks={networks}
          selected={selected}
          onSelect={select}
        />
      )}
      {wanted.problem && !wanted.isReady
        ? <Failed problem={wanted.problem} retry={wanted.retry} />
        : !shown
        ? <Loading what="contacts" rows={6} />
        : shown.total === 0
        ? <NoContacts rows={shown} />
        : (
          <ContactList
            rows={shown}
            networks={networks}
            isCurrent={isCurrent}
            control={list}
            selected={selected}
            onToggle={toggle}
            open={open}
          />
        )}
      {wanted.problem && wanted.isReady && (
        <div class="rows-problem">
          <Notice tone="danger">
            Some contacts could not be loaded, or not again. {wanted.problem.detail}{" "}
            <Button onClick={wanted.retry}>Try again</Button>
          </Notice>
        </div>
      )}
    </View>
  );
}

/** Instead of an empty list: how to begin, or names that are like what was searched for. */
function NoContacts({ rows }: { rows: ContactRows }) {
  if (narrows(rows.filter)) {
    // The API has suggestions where nothing is found.
    const suggestions = rows.both.map(({ answer }) => answer?.suggestions).find(Boolean) ?? [];
    return (
      <Empty icon="search" title="No matching contacts">
        <p>Try fewer words, or only the beginning of a name.</p>
        {suggestions.length > 0 && (
          <p>
            Did you mean {suggestions.map(({ id, displayName }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <a href={hrefOf("contacts", id)}>{displayName}</a>
              </span>
            ))}?
          </p>
        )}
      </Empty>
    );
  }
  return (
    <>
      <Empty icon="people" title="No contacts yet" />
      <Welcome />
    </>
  );
}

interface Props {
  filter: Filter;
  networks: Network[];
  onChange: (filter: Filter) => void;
  /** Goes on to the list. */
  onLeave: () => void;
}

function SearchBar({ filter, networks, onChange, onLeave }: Props) {
  return (
    <search class="search-bar stack">
      <div class="line gap-3">
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
        {([["isFavorite", "star", "Favourites"], ["isArchived", "archive", "Archived"]] as const)
          .map(([member, icon, words]) => (
            <Chip
              key={member}
              chosen={filter[member] === true}
              onChoose={(on) => onChange({ ...filter, [member]: on || undefined })}
            >
              <Icon name={icon} />
              {words}
            </Chip>
          ))}
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
