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

/** Everybody, those to be in touch with first. */
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
        ? <Nobody filtered={filtered} />
        : (
          <div aria-busy={loading} class={loading ? "stale" : undefined}>
            <ContactList title="Time to get in touch" pages={due} networks={known} />
            <ContactList
              title={due.data?.total ? "Everybody else" : "Everybody"}
              pages={others}
              networks={known}
            />
          </div>
        )}
    </View>
  );
}

export type Networks = Map<string, Network>;

function Nobody({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty icon="search" title="Nobody fits">
        <p>Every word has to be somewhere in the contact. Try fewer.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="people" title="Nobody here yet">
      <p>
        Contacts come in through the API. <a href="#/keys">Create a key</a>{" "}
        and give it to your agent, and whoever it adds appears here.
      </p>
    </Empty>
  );
}
