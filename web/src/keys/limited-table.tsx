import type { ComponentChildren } from "preact";
import type { ApiKey, Connection, Network } from "@kith/client";
import { useTimeZone } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { formatInstantDay } from "../ui/dates.ts";
import { Since } from "../ui/since.tsx";
import type { IconName } from "../ui/icon.tsx";
import { accessInWords, networksInWords } from "./access.ts";

interface TableProps {
  /** The heading of the first column. */
  first: string;
  /** The heading of the buttons, which is read out but not shown. */
  actions: string;
  children: ComponentChildren;
}

/** A table of keys or connections; on narrow screens a list of cards. */
export function LimitedTable({ first, actions, children }: TableProps) {
  return (
    <div class="card">
      <table class="keys">
        <thead>
          <tr>
            {[first, "May do", "Last used", "Expires"].map((each) => (
              <th key={each} scope="col">{each}</th>
            ))}
            <th scope="col">
              <span class="unseen">{actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface RowProps {
  of: ApiKey | Connection;
  networks: Network[];
  /** What is said of it below its name. */
  about: ComponentChildren;
  /** What came about on the day that is shown where it was not used yet, such as “Created”. */
  begun: string;
  actions: [icon: IconName, verb: string, object: string, run: () => void][];
}

/** What a key or a connection may do, when it was last used, when it expires, and what can be done with it. */
export function LimitedRow({ of, networks, about, begun, actions }: RowProps) {
  const timeZone = useTimeZone();
  const { name, lastUsedAt, lastOperation, expiresAt } = of;
  const limit = networksInWords(of.networkIds, networks);
  return (
    <tr>
      <th scope="row">
        {name}
        <p class="fine break">{about}</p>
      </th>
      <td data-label="May do" class="keys-access">
        <div>
          {accessInWords(of.scopes)}
          {limit && <p class="fine">{limit}</p>}
        </div>
      </td>
      <td data-label="Last used">
        <div>
          {lastUsedAt ? <Since instant={lastUsedAt} /> : "Never"}
          <p class="fine">
            {lastOperation
              ? operationInWords(lastOperation)
              : `${begun} ${formatInstantDay(of.createdAt, timeZone)}`}
          </p>
        </div>
      </td>
      <td data-label="Expires">
        {expiresAt && Date.parse(expiresAt) <= Date.now() && "Expired on "}
        {expiresAt
          ? <Since instant={expiresAt} words={formatInstantDay(expiresAt, timeZone)} />
          : "Never"}
      </td>
      <td class="keys-action">
        {actions.map(([icon, verb, object, run]) => (
          <Button
            key={verb}
            kind="plain"
            icon={icon}
            aria-label={`${verb} ${object}`}
            title={verb}
            onClick={run}
          >
            {verb}
          </Button>
        ))}
      </td>
    </tr>
  );
}

/** `listContacts` as “list contacts”. */
const operationInWords = (operation: string) =>
  operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
