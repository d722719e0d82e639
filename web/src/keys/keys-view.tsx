import { useState } from "preact/hooks";
import { allNetworks, kith, listKeys } from "../api/kith.ts";
import { unlessGone } from "../api/problem.ts";
import type { ApiKey, CreatedApiKey, Network } from "@kith/client";
import { Connections } from "../connections/connections.tsx";
import { type Loaded, useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../shell/context.tsx";
import { View } from "../shell/view.tsx";
import { announce } from "../ui/announce.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstant } from "../ui/dates.ts";
import { Dialog, Question } from "../ui/dialog.tsx";
import { SelectField } from "../ui/fields.tsx";
import { useUnloadQuestion } from "../ui/form.tsx";
import { Empty, Notice, Shown } from "../ui/states.tsx";
import { ConnectPanel } from "./connect-panel.tsx";
import { LimitedForm } from "./key-fields.tsx";
import { LimitedRow } from "./limited-row.tsx";

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
  const show = (next: Open) => {
    setOpen(next);
    // Others may have been created meanwhile.
    if (next.kind === "create" || next.kind === "edit") networks.reload();
  };
  const both = {
    data: keys.data && networks.data && { keys: keys.data, networks: networks.data },
    problem: keys.problem ?? networks.problem,
    reload: () => {
      keys.reload();
      networks.reload();
    },
  };
  return (
    <View title="API keys">
      <p class="lead">
        A key lets an agent or a script use your contacts. Give each one a key of its own that may
        do no more than it needs.
      </p>
      <Shown of={both} what="keys">{(data) => <YourKeys {...data} show={show} />}</Shown>
      {networks.data && <Connections networks={networks.data} />}
      {open && networks.data && (
        <KeyDialog open={open} setOpen={setOpen} networks={networks.data} list={keys} />
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
  const timeZone = useTimeZone();
  const full = keys.length >= keyLimit;
  return (
    <section>
      <div class="section-head flow gap-3 spread">
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
          <ul class="card rows">
            {keys.map((key) => (
              <LimitedRow
                key={key.id}
                of={key}
                networks={networks}
                begun="Created"
                about={
                  <>
                    <code>{key.keyPrefix}…</code>
                    {key.previousKeyExpiresAt && <br />}
                    {key.previousKeyExpiresAt &&
                      `Old key until ${formatInstant(key.previousKeyExpiresAt, timeZone)}`}
                  </>
                }
                actions={[
                  ["edit", "Edit", `the key ${key.name}`, () => show({ kind: "edit", key })],
                  ["rotate", "Rotate", `the key ${key.name}`, () => show({ kind: "rotate", key })],
                  ["trash", "Delete", `the key ${key.name}`, () => show({ kind: "delete", key })],
                ]}
              />
            ))}
          </ul>
        )}
    </section>
  );
}

interface KeyDialogProps {
  open: Open;
  setOpen: (next: Open | undefined) => void;
  networks: Network[];
  list: Loaded<ApiKey[]>;
}

function KeyDialog({ open, setOpen, networks, list }: KeyDialogProps) {
  const close = () => setOpen(undefined);
  const replace = (key: ApiKey) =>
    list.edit((now) => now.map((each) => each.id === key.id ? key : each));
  switch (open.kind) {
    case "create":
      return (
        <LimitedForm<ApiKey>
          networks={networks}
          resource={kith.apiKeys}
          onSaved={({ value }) => {
            const key = value as CreatedApiKey;
            setOpen({ kind: "created", key });
            list.edit((now) => [withoutSecret(key), ...now]);
          }}
          onClose={() => {
            close();
            // Others may have been created meanwhile.
            list.reload();
          }}
        />
      );
    case "edit":
      return (
        <LimitedForm
          shown={open.key}
          networks={networks}
          resource={kith.apiKeys}
          onSaved={({ value: key }) => {
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
    case "delete": {
      const { id, name, keyPrefix } = open.key;
      const remove = async () => {
        await kith.apiKeys.delete(id).catch(unlessGone);
        close();
        list.edit((now) => now.filter((each) => each.id !== id));
        announce(`The key ${name} is deleted.`);
      };
      return (
        <Question title={`Delete “${name}”?`} action="Delete the key" run={remove} onClose={close}>
          <p>
            Programs that use the key that begins with <code>{keyPrefix}…</code>{" "}
            lose access at once, and the key cannot be restored. Your contacts are not changed.
          </p>
        </Question>
      );
    }
    case "created":
    case "rotated":
      return <NewKey created={open.key} rotated={open.kind === "rotated"} onClose={close} />;
  }
}

function withoutSecret({ key: _secret, ...rest }: CreatedApiKey): ApiKey {
  return rest;
}

/** How long the old secret still works, in seconds. */
const overlaps: [seconds: string, words: string][] = [
  ["0", "Not at all: it may have leaked"],
  ["3600", "For an hour"],
  ["86400", "For a day"],
  ["604800", "For a week"],
];

interface RotateProps {
  apiKey: ApiKey;
  onRotated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Asks how long the old secret still works, and replaces it. */
function RotateKey({ apiKey, onRotated, onClose }: RotateProps) {
  const [seconds, setSeconds] = useState("0");
  return (
    <Question
      title={`Rotate “${apiKey.name}”?`}
      kind="primary"
      action="Rotate the key"
      run={async () =>
        onRotated(await kith.apiKeys.rotate(apiKey.id, { overlapSeconds: Number(seconds) }))}
      onClose={onClose}
    >
      <p>
        You get a new key, which takes the place of the one that begins with{" "}
        <code>{apiKey.keyPrefix}…</code>.
        {apiKey.previousKeyExpiresAt && " The one before that ends now."}
      </p>
      {apiKey.expiresAt && Date.parse(apiKey.expiresAt) <= Date.now() && (
        <p>It has expired, so the new one does not work either until you change when it expires.</p>
      )}
      <SelectField
        label="The old key still works"
        value={seconds}
        onValue={setSeconds}
        options={overlaps}
      />
    </Question>
  );
}

interface NewKeyProps {
  created: CreatedApiKey;
  /** It took the place of another secret. */
  rotated: boolean;
  onClose: () => void;
}

/** Shows a new key, which cannot be shown again; asks before it closes while the key was not copied. */
function NewKey({ created, rotated, onClose }: NewKeyProps) {
  // The page sends each request once, so that the answer always has the key.
  const { name, scopes, previousKeyExpiresAt } = created;
  const key = created.key!;
  const timeZone = useTimeZone();
  const [copied, setCopied] = useState(false);
  const [asking, setAsking] = useState(false);
  useUnloadQuestion(!copied);
  const onCopied = () => setCopied(true);
  if (asking) {
    return (
      <Question
        title="Close without copying the key?"
        keep="Back to the key"
        action="Close without it"
        run={onClose}
        onClose={() => setAsking(false)}
      >
        <p>It cannot be shown again. You would have to rotate the key, or delete it.</p>
      </Question>
    );
  }
  return (
    <Dialog
      title={`Your new key: ${name}`}
      onClose={() => copied ? onClose() : setAsking(true)}
    >
      <Notice tone="info">
        <strong>Copy it now.</strong>{" "}
        It is shown now and never again: Kith does not store it. If you lose it, rotate it, or
        delete it and create another one.
      </Notice>
      {rotated && (
        <p>
          {previousKeyExpiresAt
            ? `The old key works until ${formatInstant(previousKeyExpiresAt, timeZone)}.`
            : "The old key does not work any more."}
        </p>
      )}
      <Copyable label="Key" text={key} onCopied={onCopied} />
      <ConnectPanel
        secret={key}
        path={scopes === null || scopes.includes("contacts:read") ? "contacts" : "me"}
        onCopied={onCopied}
      />
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>I have copied it</Button>
      </div>
    </Dialog>
  );
}
