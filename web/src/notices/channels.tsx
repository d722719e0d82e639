/** How Kith tells a person of what is due: by mail, in this browser, by ntfy; and at which hour. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import type { Channel, Delivery, Profile } from "@kith/client";
import { kith } from "../api/kith.ts";
import { formatInstant, formatInstantDay } from "../base/dates.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { CodeField, Field } from "../ui/fields.tsx";
import { Failed, Notice } from "../ui/states.tsx";
import { Way } from "../ui/way.tsx";
import { canPush, isToldHere, needsHomeScreen, tellHere } from "./push.ts";

interface ChannelsProps {
  profile: Profile;
  onSaved: (profile: Profile) => void;
}

/** The channels of the account, each with what can be done with it, and the hour of all. */
export function ChannelsSection({ profile, onSaved }: ChannelsProps) {
  const { data, problem, reload } = useLoad((signal) => kith.channels.list({}, { signal }), []);
  const action = useAction();
  const [topic, setTopic] = useState<string>();
  const { email, digestAt } = profile;
  const run: RowProps["run"] = (work, words = t("Saved.")) =>
    void action.run(async () => {
      await work();
      announce(words);
      reload();
    });
  return (
    <section class="section">
      <h2 class="section-title">{t("How Kith tells you")}</h2>
      <div class="card card-body stack gap-4">
        <p class="fine">
          {t("Birthdays, reminders and whom to write to, on days on which there are any.")}
        </p>
        {data
          ? data.data.map((channel) => <Row key={channel.id} channel={channel} run={run} />)
          : problem && <Failed problem={problem} retry={reload} />}
        {data && (
          <div class="flow gap-3">
            {canPush() && !isToldHere(profile.id, data.data) && (
              <Button
                busy={action.busy}
                onClick={() => run(() => tellHere(profile.id))}
              >
                {t("Remind me here")}
              </Button>
            )}
            {email && !data.data.some(({ kind }) => kind === "email") && (
              <Button
                busy={action.busy}
                onClick={() =>
                  run(
                    () => kith.channels.create({ kind: "email", name: email, target: email }),
                    t("A code was sent to {0}.", email),
                  )}
              >
                {t("A mail each morning")}
              </Button>
            )}
            <Button onClick={() => setTopic("")}>{t("By ntfy")}</Button>
          </div>
        )}
        {needsHomeScreen() && (
          <p class="fine">{t("To be reminded on an iPhone, add Kith to the Home Screen first.")}</p>
        )}
        {topic !== undefined && (
          <form
            class="line gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              run(async () => {
                await kith.channels.create({ kind: "ntfy", name: "ntfy", target: topic });
                setTopic(undefined);
              });
            }}
          >
            <Field
              type="url"
              label={t("Address of a topic of ntfy")}
              required
              value={topic}
              onValue={setTopic}
            />
            <Button submit kind="primary">{t("Add")}</Button>
          </form>
        )}
        {data?.data.some(({ verifiedAt }) => verifiedAt) && (
          <Field
            type="time"
            label={t("Hour")}
            required
            value={digestAt}
            onValue={(next) =>
              next &&
              run(async () => onSaved(await kith.me.update({ digestAt: next })))}
          />
        )}
        {action.problem && <Notice tone="danger">{action.problem.detail}</Notice>}
      </div>
    </section>
  );
}

interface RowProps {
  channel: Channel;
  run: (work: () => Promise<unknown>, words?: string) => void;
}

function Row({ channel, run }: RowProps) {
  const { id, target, name, isEnabled, verifiedAt, lastDeliveredAt, lastError } = channel;
  const timeZone = useTimeZone();
  const [code, setCode] = useState("");
  const [sent, setSent] = useState<Delivery[]>();
  const called = target ?? name;
  const remove = (
    <Button onClick={() => run(() => kith.channels.delete(id))}>
      {t("Remove")}
    </Button>
  );
  if (!verifiedAt) {
    return (
      <form
        class="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          run(() => kith.channels.verify(id, { code }));
        }}
      >
        <CodeField
          label={t("Code from the message to {0}", called)}
          value={code}
          onValue={setCode}
        />
        <div class="flow gap-3">
          <Button submit kind="primary">{t("Confirm")}</Button>
          <Button
            onClick={() =>
              run(() => kith.channels.verify(id, {}), t("A code was sent to {0}.", called))}
          >
            {t("Another code")}
          </Button>
          {remove}
        </div>
      </form>
    );
  }
  const state = lastError
    ? t("The last message did not arrive ({0}).", lastError)
    : isEnabled && lastDeliveredAt
    ? t("Last sent {0}", formatInstantDay(lastDeliveredAt, timeZone))
    : isEnabled
    ? t("On")
    : t("Off");
  return (
    <Way name={called} about={state}>
      <div class="flow gap-3">
        <Button
          onClick={() => run(() => kith.channels.update(id, { isEnabled: !isEnabled }))}
        >
          {isEnabled ? t("Switch off") : t("Switch on")}
        </Button>
        <Button onClick={() => run(() => kith.channels.test(id), t("A message is on its way."))}>
          {t("Try it")}
        </Button>
        {remove}
        <Button
          aria-expanded={Boolean(sent)}
          onClick={() =>
            run(
              async () => setSent(sent ? undefined : (await kith.channels.listDeliveries(id)).data),
              "",
            )}
        >
          {t("What was sent")}
        </Button>
      </div>
      {sent && (
        <ul class="fine">
          {sent.slice(0, 10).map(({ id, kind, createdAt, state, error }) => (
            <li key={id}>
              {formatInstant(createdAt, timeZone)} {t(kind)}: {error ?? t(state)}
            </li>
          ))}
        </ul>
      )}
    </Way>
  );
}
