import type { ApiKey, Network } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { Button } from "../ui/button.tsx";
import { formatInstant, formatInstantDay, sinceInWords } from "../ui/dates.ts";
import type { IconName } from "../ui/icon.tsx";
import { accessInWords, networksInWords } from "./access.ts";

interface Props {
  keys: ApiKey[];
  networks: Network[];
  onEdit: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

/** A table; on narrow screens a list of cards. */
export function KeyTable({ keys, networks, ...actions }: Props) {
  return (
    <div class="card">
      <table class="keys">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">May do</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span class="unseen">Edit, rotate or delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => <Row key={key.id} apiKey={key} networks={networks} {...actions} />)}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<Props, "keys"> & { apiKey: ApiKey };

function Row({ apiKey, networks, onEdit, onRotate, onDelete }: RowProps) {
  const timeZone = useTimeZone();
  const { name, keyPrefix, previousKeyExpiresAt, lastUsedAt, createdAt } = apiKey;
  const limit = networksInWords(apiKey.networkIds, networks);
  return (
    <tr>
      <th scope="row">
        {name}
        <p class="hint">
          <code>{keyPrefix}…</code>
          {previousKeyExpiresAt && (
            <>
              <br />
              Old key until {formatInstant(previousKeyExpiresAt, timeZone)}
            </>
          )}
        </p>
      </th>
      <td data-label="May do" class="keys-access">
        <div>
          {accessInWords(apiKey.scopes)}
          {limit && <p class="hint">{limit}</p>}
        </div>
      </td>
      <td data-label="Last used">
        <div>
          {lastUsedAt
            ? (
              <time dateTime={lastUsedAt} title={formatInstant(lastUsedAt, timeZone)}>
                {sinceInWords(lastUsedAt, timeZone)}
              </time>
            )
            : "Never"}
          <p class="hint">
            {apiKey.lastOperation
              ? operationInWords(apiKey.lastOperation)
              : `Created ${formatInstantDay(createdAt, timeZone)}`}
          </p>
        </div>
      </td>
      <td data-label="Expires">{expiry(apiKey.expiresAt, timeZone)}</td>
      <td class="keys-action">
        <Action icon="edit" verb="Edit" name={name} onClick={() => onEdit(apiKey)} />
        <Action icon="rotate" verb="Rotate" name={name} onClick={() => onRotate(apiKey)} />
        <Action icon="trash" verb="Delete" name={name} onClick={() => onDelete(apiKey)} />
      </td>
    </tr>
  );
}

interface ActionProps {
  icon: IconName;
  verb: string;
  name: string;
  onClick: () => void;
}

const Action = ({ icon, verb, name, onClick }: ActionProps) => (
  <Button
    kind="plain"
    icon={icon}
    aria-label={`${verb} the key ${name}`}
    title={verb}
    {...{ onClick }}
  >
    {verb}
  </Button>
);

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
