import { useState } from "preact/hooks";
import { allNetworks, listKeys } from "../api/kith.ts";
import type { ApiKey, CreatedApiKey, Network } from "../api/types.ts";
import { Connections } from "../connections/connections.tsx";
import { type Loaded, useLoad } from "../hooks/load.ts";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { Empty, Failed, Loading, Notice } from "../ui/states.tsx";
import { CreateKey } from "./create-key.tsx";
import { DeleteKey } from "./delete-key.tsx";
import { EditKey } from "./edit-key.tsx";
import { KeyTable } from "./key-table.tsx";
import { NewKey } from "./new-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

/** How many keys an account may have. */
const keyLimit = 20;

/** The dialog that is open. */
type Open =
  | { kind: "create" }
  | { kind: "edit" | "rotate" | "delete"; key: ApiKey }
  // In memory only, and only while it is shown.
  | { kind: "created" | "rotated"; key: CreatedApiKey };

export function KeysView() {
  const keys = useLoad(listKeys, []);
  const networks = useLoad(allNetworks, []);
  const [open, setOpen] = useState<Open>();
  const problem = keys.problem ?? networks.problem;
  const show = (next: Open) => {
    setOpen(next);
    // Others may have been created meanwhile.
    if (next.kind === "create" || next.kind === "edit") networks.reload();
  };
  const reload = () => {
    keys.reload();
    networks.reload();
  };
  return (
    <View title="API keys">
      <p class="lead">
        A key lets an agent or a script use your contacts. Give each one a key of its own that may
        do no more than it needs.
      </p>
      {problem
        ? <Failed problem={problem} retry={reload} />
        : !keys.data || !networks.data
        ? <Loading what="keys" />
        : <YourKeys keys={keys.data.data} networks={networks.data} show={show} />}
      {networks.data && <Connections networks={networks.data} />}
      {open && networks.data && (
        <KeyDialog open={open} setOpen={setOpen} keys={keys} networks={networks.data} />
      )}
    </View>
  );
}

interface YourKeysProps {
  keys: ApiKey[];
  networks: Network[];
  show: (next: Open) => void;
}

function YourKeys({ keys, networks, show }: YourKeysProps) {
  const full = keys.length >= keyLimit;
  return (
    <section>
      <div class="section-head">
        <h2 class="section-title">
          Your keys <span class="count">{keys.length} of {keyLimit}</span>
        </h2>
        {!full && (
          <Button kind="primary" icon="key" onClick={() => show({ kind: "create" })}>
            New key
          </Button>
        )}
      </div>
      {full && (
        <Notice tone="danger">
          You have {keyLimit} keys, which is the limit. Delete one that is no longer used.
        </Notice>
      )}
      {keys.length === 0
        ? (
          <Empty icon="key" title="No keys yet">
            <p>Create one for your agent.</p>
          </Empty>
        )
        : (
          <KeyTable
            keys={keys}
            networks={networks}
            onEdit={(key) => show({ kind: "edit", key })}
            onRotate={(key) => show({ kind: "rotate", key })}
            onDelete={(key) => show({ kind: "delete", key })}
          />
        )}
    </section>
  );
}

type Keys = Awaited<ReturnType<typeof listKeys>>;

interface KeyDialogProps {
  open: Open;
  setOpen: (next: Open | undefined) => void;
  keys: Loaded<Keys>;
  networks: Network[];
}

function KeyDialog({ open, setOpen, keys, networks }: KeyDialogProps) {
  const close = () => setOpen(undefined);
  const change = (edit: (list: ApiKey[]) => ApiKey[]) => {
    if (!keys.data) return keys.reload();
    const data = edit(keys.data.data);
    keys.change({ ...keys.data, data, total: data.length });
  };
  const replace = (key: ApiKey) =>
    change((list) => list.map((each) => each.id === key.id ? key : each));
  switch (open.kind) {
    case "create":
      return (
        <CreateKey
          networks={networks}
          onCreated={(key) => {
            setOpen({ kind: "created", key });
            change((list) => [withoutSecret(key), ...list]);
          }}
          onFull={() => {
            close();
            keys.reload();
          }}
          onClose={close}
        />
      );
    case "edit":
      return (
        <EditKey
          apiKey={open.key}
          networks={networks}
          onSaved={(key) => {
            close();
            replace(key);
            announce(`The key ${key.name} is saved.`);
          }}
          onClose={close}
        />
      );
    case "rotate":
      return (
        <RotateKey
          apiKey={open.key}
          onRotated={(key) => {
            setOpen({ kind: "rotated", key });
            replace(withoutSecret(key));
          }}
          onClose={close}
        />
      );
    case "delete":
      return (
        <DeleteKey
          apiKey={open.key}
          onDeleted={() => {
            close();
            change((list) => list.filter(({ id }) => id !== open.key.id));
            announce(`The key ${open.key.name} is deleted.`);
          }}
          onClose={close}
        />
      );
    case "created":
    case "rotated":
      return <NewKey created={open.key} rotated={open.kind === "rotated"} onClose={close} />;
  }
}

function withoutSecret({ key: _secret, ...rest }: CreatedApiKey): ApiKey {
  return rest;
}
