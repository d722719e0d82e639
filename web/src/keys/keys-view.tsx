/** The view of keys and connected apps. */
import { rich, t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import { kith, listKeys } from "../api/kith.ts";
import { unlessGone } from "../base/problem.ts";
import type { ApiKey, CreatedApiKey, Network } from "@kith/client";
import { Connections } from "./connections.tsx";
import { type Loaded, useLoad } from "../hooks/load.ts";
import { useNetworks } from "../networks/networks.tsx";
import { useTimeZone } from "../hooks/time-zone.ts";
import { View } from "../shell/view.tsx";
import { Button, Copyable } from "../ui/buttons.tsx";
import { formatInstant } from "../base/dates.ts";
import { keyLimit } from "../../../functions/kith/core/limits.ts";
import { Dialog, Question } from "../ui/dialog.tsx";
import { Choice } from "../ui/fields.tsx";
import { useUnloadQuestion } from "../ui/form.tsx";
import { Empty, Notice, Shown } from "../ui/states.tsx";
import { presetOf } from "./access.ts";
import { ConnectPanel } from "./connect-panel.tsx";
import { LimitedForm } from "./key-fields.tsx";
import { LimitedRow } from "./limited-row.tsx";

/** The dialog that is open; a secret is in memory only, and only while it is shown. */
type Open = "create" | { rotate: ApiKey } | { made: CreatedApiKey; rotated: boolean };

export function KeysView() {
  const keys = useLoad(listKeys, []);
  const networks = useNetworks();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <View title={t("API keys")}>
      <p class="lead">
        {t(
          "A key lets an agent or a script use your contacts. Give each one a key of its own that may do no more than it needs.",
        )}
      </p>
      <Shown of={networks} what="keys">
        {(networks) => (
          <>
            <YourKeys list={keys} networks={networks} show={setOpen} />
            <Connections networks={networks} />
          </>
        )}
      </Shown>
      {open === "create"
        ? (
          <LimitedForm<ApiKey>
            resource={kith.apiKeys}
            onSaved={({ value }) => {
              const made = value as CreatedApiKey;
              setOpen({ made, rotated: false });
              keys.edit((now) => [withoutSecret(made), ...now]);
              networks.reload();
            }}
            onClose={() => {
              close();
              // Others may have been created meanwhile.
              keys.reload();
            }}
          />
        )
        : open && "rotate" in open
        ? (
          <RotateKey
            apiKey={open.rotate}
            onRotated={(made) => {
              setOpen({ made, rotated: true });
              const next = withoutSecret(made);
              keys.edit((now) => now.map((each) => each.id === next.id ? next : each));
            }}
            onClose={close}
          />
        )
        : open && <NewKey created={open.made} rotated={open.rotated} onClose={close} />}
    </View>
  );
}

interface YourKeysProps {
  list: Loaded<ApiKey[]>;
  networks: Network[];
  show: (next: Open) => void;
}

function YourKeys({ list, networks, show }: YourKeysProps) {
  const timeZone = useTimeZone();
  const oldKeyOf = ({ previousKeyExpiresAt: end }: ApiKey) =>
    end && (
      <>
        <br />
        {t("Old key until {0}", formatInstant(end, timeZone))}
      </>
    );
  return (
    <Shown of={list} what="keys">
      {(keys) => (
        <section>
          <div class="section-head flow gap-3 spread">
            <h2 class="section-title">
              {t("Your keys")} <span class="count">{t("{0} of {1}", keys.length, keyLimit)}</span>
            </h2>
            {keys.length < keyLimit && (
              <Button
                kind="primary"
                icon="key"
                onClick={() => show("create")}
              >
                {t("New key")}
              </Button>
            )}
          </div>
          {keys.length >= keyLimit && (
            <Notice tone="danger">
              {t(
                "You have {0} keys, which is the limit. Delete one that is no longer used.",
                keyLimit,
              )}
            </Notice>
          )}
          {keys.length === 0 && (
            <Empty icon="key" title={t("No keys yet")}>
              <p>{t("Create one for your agent.")}</p>
            </Empty>
          )}
          <ul class="card rows" hidden={keys.length === 0}>
            {keys.map((key) => (
              <LimitedRow
                key={key.id}
                of={key}
                what="key"
                list={list}
                networks={networks}
                resource={kith.apiKeys}
                begun={t("Created")}
                about={
                  <>
                    <code>{key.keyPrefix}…</code>
                    {oldKeyOf(key)}
                  </>
                }
                rotate={() => show({ rotate: key })}
                removal={{
                  icon: "trash",
                  verb: t("Delete"),
                  object: t("the key {0}", key.name),
                  action: t("Delete the key"),
                  run: () => kith.apiKeys.delete(key.id).catch(unlessGone),
                  said: t("The key {0} is deleted.", key.name),
                  words: (
                    <>
                      {rich(
                        "Programs that use the key that begins with {0} lose access at once, and the key cannot be restored. Your contacts are not changed.",
                        <code>{key.keyPrefix}…</code>,
                      )}
                    </>
                  ),
                }}
              />
            ))}
          </ul>
        </section>
      )}
    </Shown>
  );
}

function withoutSecret({ key: _secret, ...rest }: CreatedApiKey): ApiKey {
  return rest;
}

/** How long the old secret may still work, in seconds. */
const overlap = 86_400;

interface RotateProps {
  apiKey: ApiKey;
  onRotated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Replaces the secret; the old one may work for a day more. */
function RotateKey({ apiKey, onRotated, onClose }: RotateProps) {
  const [overlaps, setOverlaps] = useState(false);
  return (
    <Question
      title={t("Rotate “{0}”?", apiKey.name)}
      kind="primary"
      action={t("Rotate the key")}
      run={async () =>
        onRotated(
          await kith.apiKeys.rotate(apiKey.id, { overlapSeconds: overlaps ? overlap : 0 }),
        )}
      onClose={onClose}
    >
      <p>
        {rich(
          "You get a new key, which takes the place of the one that begins with {0}.{1}",
          <code>{apiKey.keyPrefix}…</code>,
          apiKey.previousKeyExpiresAt && " The one before that ends now.",
        )}
      </p>
      {apiKey.expiresAt && Date.parse(apiKey.expiresAt) <= Date.now() && (
        <p>
          {t(
            "It has expired, so the new one does not work either until you change when it expires.",
          )}
        </p>
      )}
      <Choice
        type="checkbox"
        label={t("The old key works for one more day")}
        hint={t("Not if it may have leaked.")}
        checked={overlaps}
        onChoose={setOverlaps}
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
        title={t("Close without copying the key?")}
        keep={t("Back to the key")}
        action={t("Close without it")}
        run={onClose}
        onClose={() => setAsking(false)}
      >
        <p>{t("It cannot be shown again. You would have to rotate the key, or delete it.")}</p>
      </Question>
    );
  }
  return (
    <Dialog
      title={t("Your new key: {0}", name)}
      onClose={() => copied ? onClose() : setAsking(true)}
    >
      <Notice tone="info">
        {rich(
          "{0} It is shown now and never again: Kith does not store it. If you lose it, rotate it, or delete it and create another one.",
          <strong>{t("Copy it now.")}</strong>,
        )}
      </Notice>
      {rotated && (
        <p>
          {previousKeyExpiresAt
            ? t("The old key works until {0}.", formatInstant(previousKeyExpiresAt, timeZone))
            : t("The old key does not work any more.")}
        </p>
      )}
      <Copyable label={t("Key")} text={key} onCopied={onCopied} />
      <ConnectPanel
        secret={key}
        path={scopes === null || scopes.includes("contacts:read") ? "contacts" : "me"}
        isForPhone={presetOf(scopes) === "phone"}
        onCopied={onCopied}
      />
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>{t("I have copied it")}</Button>
      </div>
    </Dialog>
  );
}
