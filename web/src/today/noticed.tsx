/** What stands above the day: the last meeting that Kith noticed, and whether it may remind this person. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import { kith } from "../api/kith.ts";
import { formatInstantDay } from "../base/dates.ts";
import { useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { canPush, tellHere } from "../notices/push.ts";
import { NamesProvider, People } from "../people/people.tsx";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { act, useToastedAction } from "../ui/toast.tsx";

/** The last meeting that is suggested, in one row; nothing where none is. */
export function Noticed() {
  const list = useLoad((signal) => kith.meetings.list({ pageSize: 1 }, { signal }), []);
  const timeZone = useTimeZone();
  const [meeting] = list.data?.data ?? [];
  if (!meeting) return null;
  const { id, title, startedAt, contactIds } = meeting;
  return (
    <div class="noticed card card-body flow gap-3">
      <p class="grow">
        {t("{0}, {1}: was it with", title, formatInstantDay(startedAt, timeZone))}
      </p>
      <NamesProvider>
        <People ids={contactIds} label={t("People")} />
      </NamesProvider>
      <Button
        kind="primary"
        onClick={() =>
          void act(kith.meetings.log(id), () => t("{0} is noted.", title), list.reload)}
      >
        {t("Note it")}
      </Button>
      <Button
        onClick={() =>
          void act(kith.meetings.dismiss(id), () => t("It is not asked again."), list.reload)}
      >
        {t("Not a meeting with them")}
      </Button>
    </div>
  );
}

const answered = (accountId: string) => `kith-offered:${accountId}`;

/** Offers once, when there is a first reminder, to tell of reminders here or by mail. */
export function Offer({ accountId }: { accountId: string }) {
  const [isOver, setIsOver] = useState(() => localStorage[answered(accountId)] !== undefined);
  const { data } = useLoad(
    async (signal) => isOver ? undefined : await kith.channels.list({ pageSize: 1 }, { signal }),
    [],
  );
  const { busy, run } = useToastedAction();
  const end = () => {
    localStorage[answered(accountId)] = "";
    setIsOver(true);
  };
  if (isOver || data?.total !== 0) return null;
  return (
    <div class="noticed card card-body flow gap-3">
      <p class="grow">{t("Kith can remind you when something is due.")}</p>
      {canPush() && (
        <Button
          kind="primary"
          busy={busy}
          onClick={() =>
            void run(async () => {
              await tellHere();
              end();
            })}
        >
          {t("Remind me here")}
        </Button>
      )}
      <a class="button" href={hrefOf("profile")}>{t("A mail each morning")}</a>
      <Button onClick={end}>{t("Not now")}</Button>
    </div>
  );
}
