import type { ApiKey, Network } from "../api/types.ts";
import { useTimeZone } from "../shell/context.tsx";
import { formatInstant } from "../ui/dates.ts";
import { LimitedCells, LimitedTable, RowAction } from "./limited-table.tsx";

interface Props {
  keys: ApiKey[];
  networks: Network[];
  onEdit: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onDelete: (key: ApiKey) => void;
}

export function KeyTable({ keys, ...rest }: Props) {
  return (
    <LimitedTable first="Name" actions="Edit, rotate or delete">
      {keys.map((key) => <Row key={key.id} apiKey={key} {...rest} />)}
    </LimitedTable>
  );
}

type RowProps = Omit<Props, "keys"> & { apiKey: ApiKey };

function Row({ apiKey, networks, onEdit, onRotate, onDelete }: RowProps) {
  const timeZone = useTimeZone();
  const { name, keyPrefix, previousKeyExpiresAt } = apiKey;
  const object = `the key ${name}`;
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
      <LimitedCells of={apiKey} networks={networks} begun="Created" />
      <td class="keys-action">
        <RowAction icon="edit" verb="Edit" object={object} onClick={() => onEdit(apiKey)} />
        <RowAction icon="rotate" verb="Rotate" object={object} onClick={() => onRotate(apiKey)} />
        <RowAction icon="trash" verb="Delete" object={object} onClick={() => onDelete(apiKey)} />
      </td>
    </tr>
  );
}
