import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { listNetworks } from "../api/kith.ts";
import type { Problem } from "../api/problem.ts";
import { useKeys } from "../hooks/use-keys.ts";
import { useLoad } from "../hooks/use-load.ts";
import { currentRoute, hrefOf, replaceQuery } from "../shell/router.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/button.tsx";
import { Failed, Loading, Notice } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";
import { ExamplesNotice } from "../welcome/examples-notice.tsx";
import { ContactList, type ListControl } from "./contact-list.tsx";
import { narrows, queryOf, readFilter } from "./list/filter.ts";
import { useContactRows } from "./list/use-contact-rows.ts";
import { useRememberedAddress, useReturns } from "./list/use-place.ts";
import type { Networks } from "./network-names.tsx";
import { NewContact } from "./new-contact.tsx";
import { NoContacts } from "./no-contacts.tsx";
import { SearchBar } from "./search-bar.tsx";
import { mostSelected, Selection } from "./selection.tsx";

/** All contacts, due ones first; the query of the address has the filter and the order. */
export function ContactsView({ query }: { query: URLSearchParams }) {
  const networks = useLoad(listNetworks, []);
  const known: Networks = useMemo(
    () => new Map(networks.data?.data.map((network) => [network.id, network])),
    [networks.data],
  );
  const [adding, setAdding] = useState(() => currentRoute().query.has("new"));
  // Not again when the page is loaded anew.
  useEffect(() => void (currentRoute().query.has("new") && replaceQuery({})), []);
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const select = (ids: Iterable<string>) => setSelected(new Set(ids));
  const toggle = (id: string) => {
    const others = [...selected ?? []].filter((each) => each !== id);
    if (others.length !== selected?.size) return select(others);
    if (others.length < mostSelected) return select([...others, id]);
    toast({ text: `You can select ${mostSelected} contacts at once.` });
  };
  const list = useRef<ListControl>();
  useKeys({ n: () => setAdding(true), "/": focusSearch });
  const filter = useMemo(() => readFilter(query), [query]);
  // Nobody is deleted who is not in the list any more.
  useEffect(() => setSelected((now) => now && new Set()), [filter]);
  const { wanted, shown } = useContactRows(filter);
  const isCurrent = shown === wanted;
  useRememberedAddress(filter);
  const returns = useReturns(wanted.isReady);
  const filtered = narrows(filter);
  useEffect(() => {
    if (filtered && isCurrent) announce(`${wanted.total} found.`);
  }, [wanted, isCurrent]);

  return (
    <View
      title="People"
      returns={returns}
      actions={
        <div class="view-actions">
          <a href={hrefOf("duplicates")}>Find duplicates</a>
          <Button
            aria-pressed={selected !== undefined}
            onClick={() => setSelected(selected ? undefined : new Set())}
          >
            Select
          </Button>
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>New contact</Button>
        </div>
      }
    >
      {adding && <NewContact onClose={() => setAdding(false)} />}
      <ExamplesNotice networks={networks.data?.data ?? []} />
      <SearchBar
        filter={filter}
        networks={networks.data?.data ?? []}
        onChange={(next) => replaceQuery(queryOf(next))}
        onLeave={() => list.current?.enter()}
      />
      {selected && (
        <Selection
          filter={filter}
          networks={networks.data?.data ?? []}
          selected={selected}
          onSelect={select}
        />
      )}
      {wanted.outdated && <Outdated problem={wanted.outdated} retry={wanted.retry} />}
      {wanted.problem
        ? <Failed problem={wanted.problem} retry={wanted.retry} />
        : !shown
        ? <Loading what="contacts" rows={6} />
        : shown.total === 0
        ? <NoContacts rows={shown} onAdd={() => setAdding(true)} />
        : (
          <ContactList
            rows={shown}
            networks={known}
            isCurrent={isCurrent}
            control={list}
            selected={selected}
            onToggle={toggle}
          />
        )}
    </View>
  );
}

/** Above a list that could not be loaded again. */
function Outdated({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <div class="outdated">
      <Notice tone="info">
        {problem.title}. These are the contacts as they were loaded before.{" "}
        <Button kind="plain" onClick={retry}>Try again</Button>
      </Notice>
    </div>
  );
}

function focusSearch(): void {
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  input?.focus();
  input?.select();
}
