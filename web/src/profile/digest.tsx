/** The mail each morning: where it goes, and when. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import type { Channel, Profile } from "@kith/client";
import { kith } from "../api/kith.ts";
import { formatInstantDay } from "../base/dates.ts";
import { useAction, useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { announce } from "../ui/announce.tsx";
import { Button } from "../ui/buttons.tsx";
import { CodeField, Field } from "../ui/fields.tsx";
import { Failed, Notice } from "../ui/states.tsx";
import { Way } from "./second-factors.tsx";

interface DigestProps {
  profile: Profile;
  onSaved: (profile: Profile) => void;
}

/** The channels of the account, each with what can be done with it, and the hour of all. */
export function DigestSection({ profile, onSaved }: DigestProps) {
  const { data, problem, reload } = useLoad((signal) => kith.channels.list({}, { signal }), []);
  const action = useAction();
  const { email, digestAt } = profile;
  const run: RowProps["run"] = (work, words = t("Saved.")) =>
    void action.run(async () => {
      await work();
      announce(words);
      reload();
    });
  return (
    <section class="section">
      <h2 class="section-title">{t("A mail each morning")}</h2>
      <div class="card card-body stack gap-4">
        {data
          ? data.data.map((channel) => <Row key={channel.id} channel={channel} run={run} />)
          : problem && <Failed problem={problem} retry={reload} />}
        {data?.total === 0 && email && (
          <Way
            name={t("Birthdays, reminders and whom to write to, on days on which there are any.")}
          >
            <Button
              busy={action.busy}
              onClick={() =>
                run(
                  () => kith.channels.create({ kind: "email", name: email, target: email }),
                  t("A code was sent to {0}.", email),
                )}
            >
              {t("Send it to {0}", email)}
            </Button>
          </Way>
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
  const { id, target, isEnabled, verifiedAt, lastDeliveredAt, lastError } = channel;
  const timeZone = useTimeZone();
  const [code, setCode] = useState("");
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
          label={t("Code from the mail to {0}", target)}
          value={code}
          onValue={setCode}
        />
        <div class="flow gap-3">
          <Button submit kind="primary">{t("Confirm")}</Button>
          <Button
            onClick={() =>
              run(() => kith.channels.verify(id, {}), t("A code was sent to {0}.", target))}
          >
            {t("Another code")}
          </Button>
          {remove}
        </div>
      </form>
    );
  }
  const state = lastError
    ? t("The last mail did not arrive ({0}).", lastError)
    : isEnabled && lastDeliveredAt
    ? t("Last sent {0}", formatInstantDay(lastDeliveredAt, timeZone))
    : isEnabled
    ? t("On")
    : t("Off");
  return (
    <Way name={target} about={state}>
      <Button
        onClick={() => run(() => kith.channels.update(id, { isEnabled: !isEnabled }))}
      >
        {isEnabled ? t("Switch off") : t("Switch on")}
      </Button>
      <Button onClick={() => run(() => kith.channels.test(id), t("A mail is on its way."))}>
        {t("Try it")}
      </Button>
      {remove}
    </Way>
  );
}
