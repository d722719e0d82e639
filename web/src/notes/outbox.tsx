/** Says what waits on this device for a connection, and sends it. */
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
          {waiting.length === 1 ? `1 ${what} waits` : `${waiting.length} ${what}s wait`}{" "}
          on this device for a connection.
        </Banner>
      )}
      {all.map((each) =>
        each.refusal && (
          <Banner
            key={each.key}
            icon="alert"
            action="Delete it"
            onAction={() => giveUp(drafts, each.key)}
          >
            A {each.change ? "change" : "note"} could not be saved. {each.refusal}{" "}
            It says: “{wordsOf(
              each,
            )}”
          </Banner>
        )
      )}
    </div>
  );
}
