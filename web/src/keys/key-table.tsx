import type { ApiKey } from "../api/types.ts";
import { useTimeZone } from "../shell/profile-context.tsx";
import { formatInstant, formatInstantDay, sinceInWords } from "../ui/dates.ts";
import { Button } from "../ui/button.tsx";

interface Props {
  keys: ApiKey[];
  onRotate: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

/** A table; on narrow screens a list of cards. */
export function KeyTable({ keys, onRotate, onDelete }: Props) {
  const timeZone = useTimeZone();
  return (
    <div class="card">
      <table class="keys">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Begins with</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Expires</th>
            <th scope="col">
              <span class="unseen">Rotate or delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row">{key.name}</th>
              <td data-label="Begins with">
                <code>{key.keyPrefix}…</code>
                {key.previousKeyExpiresAt && (
                  <p class="hint">
                    Old key until {formatInstant(key.previousKeyExpiresAt, timeZone)}
                  </p>
                )}
              </td>
              <td data-label="Created">
                <time dateTime={key.createdAt}>{formatInstantDay(key.createdAt, timeZone)}</time>
              </td>
              <td data-label="Last used">
                {key.lastUsedAt
                  ? (
                    <time
                      dateTime={key.lastUsedAt}
                      title={`${formatInstant(key.lastUsedAt, timeZone)}: ${key.lastOperation}`}
                    >
                      {sinceInWords(key.lastUsedAt, timeZone)}
                    </time>
                  )
                  : "Never"}
              </td>
              <td data-label="Expires">{expiry(key.expiresAt, timeZone)}</td>
              <td class="keys-action">
                <Button
                  kind="plain"
                  icon="rotate"
                  aria-label={`Rotate the key ${key.name}`}
                  onClick={() => onRotate(key)}
                >
                  Rotate
                </Button>
                <Button
                  kind="plain"
                  icon="trash"
                  aria-label={`Delete the key ${key.name}`}
                  onClick={() => onDelete(key)}
                >
                  Delete
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function expiry(expiresAt: string | null, timeZone: string) {
  if (!expiresAt) return "Never";
  return (
    <time dateTime={expiresAt} title={formatInstant(expiresAt, timeZone)}>
      {Date.parse(expiresAt) <= Date.now() && "Expired on "}
      {formatInstantDay(expiresAt, timeZone)}
    </time>
  );
}
