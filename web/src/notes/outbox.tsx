/** Says what waits on this device for a connection, and sends it. */
import { rich, t } from "../base/texts.ts";
import { useEffect, useRef } from "preact/hooks";
import { giveUp, sendAll, useQueueChanges, useWaiting, type Waiting } from "../api/queue.ts";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { useRefresh, whenBackOnline } from "../hooks/load.ts";
import { Banner } from "../ui/states.tsx";

/** What was written, or what is done. */
const wordsOf = ({ note, reminder, change }: Waiting) =>
  change?.words ?? note?.content ?? reminder?.title;

/** Sends what was done without a connection once there is one, and says what waits or was refused. */
export function Outbox() {
  const drafts = useDrafts();
  const all = useWaiting();
  const waiting = all.filter(({ refusal }) => !refusal);
  const isSending = useRef(false);
  const send = () => {
    if (!navigator.onLine || isSending.current) return;
    isSending.current = true;
    void sendAll(drafts).finally(() => isSending.current = false);
  };
  useRefresh(send);
  useQueueChanges(send);
  useEffect(() => {
    send();
    return whenBackOnline(send);
  }, []);
  const what = waiting.some(({ change }) => change) ? "change" : "note";
  return (
    <div role="status">
      {waiting.length > 0 && (
        <Banner icon="note">
          {t(
            "{0} on this device for a connection.",
            waiting.length === 1 ? t(`1 ${what} waits`) : t(`{0} ${what}s wait`, waiting.length),
          )}
        </Banner>
      )}
      {all.map((each) =>
        each.refusal && (
          <Banner
            key={each.key}
            icon="alert"
            action={t("Delete it")}
            onAction={() => giveUp(drafts, each.key)}
          >
            {rich(
              each.change
                ? "A change could not be saved. {0} It says: “{1}”"
                : "A note could not be saved. {0} It says: “{1}”",
              each.refusal,
              wordsOf(
                each,
              ),
            )}
          </Banner>
        )
      )}
    </div>
  );
}
