/** The view of people: search, filters, the list, and a person beside it. */
import { rich, t } from "../base/texts.ts";
import { useNameOrder } from "../shell/profile.ts";
import { SavedFilters } from "./saved-filters.tsx";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Network } from "@kith/client";
import { ContactView } from "./contact-view.tsx";
import { ContactList, type ListControl } from "./contact-list.tsx";
import { useKeys, useMedia } from "../hooks/events.ts";
import { type ContactRows, useContactRows } from "./list/contact-rows.ts";
import { type Filter, narrows, queryOf, readFilter, type Sort, sortsFor } from "./list/filter.ts";
import { useReturns } from "./list/place.ts";
import { useNetworks } from "../networks/networks.tsx";
import { Selection, useSelection } from "./selection.tsx";
import { manage, show } from "../shell/open.ts";
import { hrefOf, replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, Chip } from "../ui/buttons.tsx";
import { ColourDot } from "../ui/colours.tsx";
import { Icon } from "../ui/icon.tsx";
import { focusSearch, SearchField } from "../ui/search-field.tsx";
import { Empty, Failed, Loading, Notice } from "../ui/states.tsx";
import { Welcome } from "../welcome/welcome.tsx";

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
  const list = useRef<ListControl>();
  useKeys({ n: add, "/": focusSearch });
  const order = useNameOrder();
  const filter = useMemo(() => readFilter(query, order), [query, order]);
  const { selected, choose, toggle, selectAll } = useSelection(filter, open === undefined);
  const end = () => {
    choose();
    setTimeout(() => document.querySelector<HTMLElement>(".view-actions button")?.focus());
  };
  const { wanted, shown } = useContactRows(filter);
  const isCurrent = shown === wanted;
  const returns = useReturns(wanted);
  const filtered = narrows(filter);
  useEffect(() => {
    if (filtered && isCurrent) announce(t("{0} found.", wanted.total));
  }, [wanted, isCurrent]);

  return (
    <View
      title={t("People")}
      returns={returns || open !== undefined}
      actions={
        <div class="view-actions flow gap-3 label">
          <a href={hrefOf("duplicates")}>{t("Find duplicates")}</a>
          {!selected && <Button onClick={() => choose([])}>{t("Select")}</Button>}
          <Button kind="primary" icon="plus" onClick={add}>{t("New contact")}</Button>
        </div>
      }
    >
      <SearchBar
        filter={filter}
        networks={networks}
        onChange={(next) => replaceQuery(queryOf(next))}
        onLeave={() => list.current?.enter()}
      />
      {selected && (
        <Selection
          rows={shown ?? wanted}
          onDone={end}
          {...{ networks, selected, choose, selectAll }}
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
            onToggle={(id, through) => toggle(id, shown, through)}
            open={open}
          />
        )}
      {wanted.problem && wanted.isReady && (
        <div class="rows-problem">
          <Notice tone="danger">
            {t("Some contacts could not be loaded, or not again. {0}", wanted.problem.detail)}{" "}
            <Button onClick={wanted.retry}>{t("Try again")}</Button>
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
      <Empty icon="search" title={t("No matching contacts")}>
        <p>{t("Try fewer words, or only the beginning of a name.")}</p>
        {suggestions.length > 0 && (
          <p>
            {rich(
              "Did you mean {0}?",
              suggestions.map(({ id, displayName }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <a href={hrefOf("contacts", id)}>{displayName}</a>
                </span>
              )),
            )}
          </p>
        )}
      </Empty>
    );
  }
  return (
    <>
      <Empty icon="people" title={t("No contacts yet")} />
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
      <div class="search-line line gap-3">
        <SearchField
          label={t("Search contacts")}
          placeholder={t("Name, job, city, note…")}
          search={filter.search}
          onSearch={(search) => onChange({ ...filter, search })}
          onLeave={onLeave}
        />
        <select
          class="input sort"
          aria-label={t("Sort by")}
          value={filter.sort}
          onChange={(event) => onChange({ ...filter, chosen: event.currentTarget.value as Sort })}
        >
          {sortsFor(filter.search).map(([sort, words]) => (
            <option key={sort} value={sort}>{words}</option>
          ))}
        </select>
      </div>
      <div class="chips" role="group" aria-label={t("Show only")}>
        {(["place", "company"] as const).map((member) =>
          filter[member] && (
            <Chip
              key={member}
              chosen
              onChoose={() => onChange({ ...filter, [member]: undefined })}
            >
              {member === "place" ? "in" : "at"} {filter[member]}
              <Icon name="close" />
            </Chip>
          )
        )}
        {([["isFavorite", "star", t("Favourites")], [
          "isArchived",
          "archive",
          t("Archived"),
        ]] as const)
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
        <SavedFilters filter={filter} networks={networks} />
        <button type="button" class="chip chip-plain" onClick={() => manage("networks")}>
          <Icon name="edit" />
          {t("Edit networks")}
        </button>
      </div>
    </search>
  );
}
