import type { ComponentChildren } from "preact";
import type { ApiKey, Connection, Network } from "@kith/client";
import { useTimeZone } from "../shell/context.tsx";
import { IconButton } from "../ui/buttons.tsx";
import { formatInstantDay } from "../ui/dates.ts";
import { Since } from "../ui/since.tsx";
import type { IconName } from "../ui/icon.tsx";
import { accessInWords, networksInWords } from "./access.ts";

interface Props {
  of: ApiKey | Connection;
  networks: Network[];
  /** What is said of it below its name. */
  about: ComponentChildren;
  /** What came about on the day that is shown where it was not used yet, such as “Created”. */
  begun: string;
  actions: [icon: IconName, verb: string, object: string, run: () => void][];
}

/** What a key or a connection may do, when it was last used, when it expires, and what can be done with it. */
export function LimitedRow({ of, networks, about, begun, actions }: Props) {
  const timeZone = useTimeZone();
  const { name, lastUsedAt, lastOperation, expiresAt } = of;
  return (
    <li class="card-body stack gap-3">
      <div class="line gap-3">
        <div class="break grow">
          <h3>{name}</h3>
          <p class="fine">{about}</p>
        </div>
        {actions.map(([icon, verb, object, run]) => (
          <IconButton
            key={verb}
            icon={icon}
            label={`${verb} ${object}`}
            title={verb}
            onClick={run}
          />
        ))}
      </div>
      <dl class="columns label break">
        <Fact name="May do" more={networksInWords(of.networkIds, networks)}>
          {accessInWords(of.scopes)}
        </Fact>
        <Fact
          name="Last used"
          more={lastOperation
            ? operationInWords(lastOperation)
            : `${begun} ${formatInstantDay(of.createdAt, timeZone)}`}
        >
          {lastUsedAt ? <Since instant={lastUsedAt} /> : "Never"}
        </Fact>
        <Fact name="Expires">
          {expiresAt && Date.parse(expiresAt) <= Date.now() && "Expired on "}
          {expiresAt
            ? <Since instant={expiresAt} words={formatInstantDay(expiresAt, timeZone)} />
            : "Never"}
        </Fact>
      </dl>
    </li>
  );
}

interface FactProps {
  name: string;
  more?: string | undefined;
  children: ComponentChildren;
}

const Fact = ({ name, more, children }: FactProps) => (
  <div>
    <dt class="fine">{name}</dt>
    <dd>
      {children}
      {more && <p class="fine">{more}</p>}
    </dd>
  </div>
);

/** `listContacts` as “list contacts”. */
const operationInWords = (operation: string) =>
  operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
