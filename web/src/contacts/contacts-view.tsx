import { useEffect } from "preact/hooks";
import { listContacts, listNetworks } from "../api/kith.ts";
import type { Network } from "../api/types.ts";
import { useLoad } from "../hooks/use-load.ts";
import { usePages } from "../hooks/use-pages.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ContactList } from "./contact-list.tsx";
import { SearchBar } from "./search-bar.tsx";

export interface Filter {
  search: string;
  networkId?: string | undefined;
}

interface Props {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** All contacts, due ones first. */
export function ContactsView({ filter, onFilter }: Props) {
  const networks = useLoad(listNetworks, []);
  const inputs = [filter.search, filter.networkId];
  const due = usePages(
    (page, signal) => listContacts({ ...filter, needsContact: true }, page, signal),
    inputs,
  );
  const others = usePages(
    (page, signal) => listContacts({ ...filter, needsContact: false }, page, signal),
    inputs,
  );
  const filtered = filter.search !== "" || filter.networkId !== undefined;
  const found = due.data && others.data && due.data.total + others.data.total;
  const loading = due.loading || others.loading;
  useEffect(() => {
    if (filtered && !loading && found !== undefined) announce(`${found} found.`);
  }, [loading, filter]);

  const problem = due.problem ?? others.problem;
  const known = new Map(networks.data?.data.map((network) => [network.id, network]));
  return (
    <View title="Contacts">
      <SearchBar filter={filter} networks={networks.data?.data ?? []} onChange={onFilter} />
      {problem
        ? (
          <Failed
            problem={problem}
            retry={() => {
              due.reload();
              others.reload();
            }}
          />
        )
        : found === undefined
        ? <Loading what="contacts" rows={6} />
        : found === 0
        ? <NoContacts filtered={filtered} />
        : (
          <div aria-busy={loading} class={loading ? "stale" : undefined}>
            <ContactList title="To contact now" pages={due} networks={known} />
            <ContactList
              title={due.data?.total ? "Other contacts" : "Contacts"}
              pages={others}
              networks={known}
            />
          </div>
        )}
    </View>
  );
}

export type Networks = Map<string, Network>;

function NoContacts({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty icon="search" title="No matching contacts">
        <p>Every word must occur in the contact. Try fewer words.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="people" title="No contacts yet">
      <p>
        Contacts are added through the API. <a href="#/keys">Create a key</a>{" "}
        and give it to your agent; the contacts that it adds appear here.
      </p>
    </Empty>
  );
}
