/** What stands above the day: the last meeting that Kith noticed, and whether it may remind this person. */
import { t } from "../base/texts.ts";
import { useState } from "preact/hooks";
import type { Upcoming } from "@kith/client";
import { kith } from "../api/kith.ts";
import { sinceInWords } from "../base/dates.ts";
import { useLoad } from "../hooks/load.ts";
import { useTimeZone } from "../hooks/time-zone.ts";
import { canPush, needsHomeScreen, tellHere } from "../notices/push.ts";
import { People } from "../people/people.tsx";
import { hrefOf } from "../shell/router.ts";
import { Button } from "../ui/buttons.tsx";
import { act, useToastedAction } from "../ui/toast.tsx";

interface NoticedProps {
  meeting: NonNullable<Upcoming["meetings"]>[number];
  onDone: () => void;
}

/** A meeting that is suggested, in one row. */
export function Noticed({ meeting, onDone }: NoticedProps) {
  const timeZone = useTimeZone();
  const { id, title, startedAt, contactIds } = meeting;
  return (
    <div class="noticed card card-body flow gap-3">
      <p class="grow">
        <strong class="strong">{title}</strong>{" "}
        <span class="fine">{sinceInWords(startedAt, timeZone)}</span>
      </p>
      <People ids={contactIds} label={t("People")} />
      <Button
        kind="primary"
        onClick={() => void act(kith.meetings.log(id), () => t("{0} is noted.", title), onDone)}
      >
        {t("Note it")}
      </Button>
      <Button
        onClick={() =>
          void act(kith.meetings.dismiss(id), () => t("It is not asked again."), onDone)}
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
      <p class="grow">
        {needsHomeScreen()
          ? t("To be reminded on an iPhone, add Kith to the Home Screen first.")
          : t("Kith can remind you when something is due.")}
      </p>
      {canPush() && (
        <Button
          kind="primary"
          busy={busy}
          onClick={() =>
            void run(async () => {
              await tellHere(accountId);
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
