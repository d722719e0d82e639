import type { ComponentChildren } from "preact";
import type { ApiKey, Connection, Network } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { Button } from "../ui/buttons.tsx";
import { formatInstant, formatInstantDay, sinceInWords } from "../ui/dates.ts";
import type { IconName } from "../ui/icon.tsx";
import { accessInWords, networksInWords } from "./access.ts";

interface TableProps {
  /** The heading of the first column. */
  first: string;
  /** The heading of the buttons, which is read out but not shown. */
  actions: string;
  /** The rows. */
  children: ComponentChildren;
}

/** A table of keys or connections; on narrow screens a list of cards. */
export function LimitedTable({ first, actions, children }: TableProps) {
  return (
    <div class="card">
      <table class="keys">
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">May do</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
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

interface CellsProps {
  of: ApiKey | Connection;
  networks: Network[];
  /** What came about on the day that is shown where it was not used yet, such as “Created”. */
  begun: string;
}

/** What a key or a connection may do, when it was last used, and when it expires. */
export function LimitedCells({ of, networks, begun }: CellsProps) {
  const timeZone = useTimeZone();
  const limit = networksInWords(of.networkIds, networks);
  return (
    <>
      <td data-label="May do" class="keys-access">
        <div>
          {accessInWords(of.scopes)}
          {limit && <p class="hint">{limit}</p>}
        </div>
      </td>
      <td data-label="Last used">
        <LastUsed
          at={of.lastUsedAt}
          operation={of.lastOperation}
          before={`${begun} ${formatInstantDay(of.createdAt, timeZone)}`}
        />
      </td>
      <td data-label="Expires">{expiry(of.expiresAt, timeZone)}</td>
    </>
  );
}

interface LastUsedProps {
  at: string | null;
  operation: string | null;
  /** Shown where it was not used yet. */
  before: string;
}

/** When a key or a connection was last used, and for what. */
function LastUsed({ at, operation, before }: LastUsedProps) {
  const timeZone = useTimeZone();
  return (
    <div>
      {at
        ? (
          <time dateTime={at} title={formatInstant(at, timeZone)}>
            {sinceInWords(at, timeZone)}
          </time>
        )
        : "Never"}
      <p class="hint">{operation ? operationInWords(operation) : before}</p>
    </div>
  );
}

/** `listContacts` as “list contacts”. */
const operationInWords = (operation: string) =>
  operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function expiry(expiresAt: string | null, timeZone: string) {
  if (!expiresAt) return "Never";
  return (
    <time dateTime={expiresAt} title={formatInstant(expiresAt, timeZone)}>
      {Date.parse(expiresAt) <= Date.now() && "Expired on "}
      {formatInstantDay(expiresAt, timeZone)}
    </time>
  );
}

interface ActionProps {
  icon: IconName;
  verb: string;
  /** What the verb is about, such as “the key mail”. */
  object: string;
  onClick: () => void;
}

/** A button at the end of a row. */
export const RowAction = ({ icon, verb, object, onClick }: ActionProps) => (
  <Button kind="plain" icon={icon} aria-label={`${verb} ${object}`} title={verb} onClick={onClick}>
    {verb}
  </Button>
);
