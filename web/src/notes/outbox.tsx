import { KithError } from "@kith/client";
import { useEffect, useState } from "preact/hooks";
import { type Composition, create, kithOfShownAccount } from "../api/kith.ts";
import { SessionEnded, toProblem } from "../base/problem.ts";
import { refresh, useRefresh, whenBackOnline } from "../hooks/load.ts";
import { type Drafts, useDrafts } from "../hooks/kept-drafts.ts";
import { Banner } from "../ui/states.tsx";
import { toast } from "../ui/toast.tsx";

/** A note or a reminder that waits for a connection. */
interface Waiting extends Composition {
  /** Why it cannot be saved at all. */
  refusal?: string;
}

const begin = "waiting note ";
const changes = new EventTarget();

/** A key by which the API runs a request once, however often it is sent. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Saves a note, a reminder, or both; without a connection they are kept, to be sent later, and the result is undefined. */
export async function save(drafts: Drafts, { note, reminder }: Composition) {
  const key = newKey();
  const body: Composition = {
    ...(note && { note: { occurredAt: new Date().toISOString(), ...note } }),
    ...(reminder && { reminder }),
  };
  try {
    return await create(body, key);
  } catch (error) {
    if (error instanceof SessionEnded || toProblem(error).code !== "unreachable") throw error;
    drafts.set(begin + key, JSON.stringify(body));
    changes.dispatchEvent(new Event("change"));
    const what = note ? "note" : "reminder";
    toast({ text: `The ${what} is kept on this device, and saved when there is a connection.` });
  }
}

/** A refusal that sending it again does not change. */
const isFinal = (error: unknown) =>
  error instanceof KithError && [400, 404, 413, 422].includes(error.status ?? 0);

/** Sends what waits, one after the other. Other tabs wait meanwhile; without locks the keys keep it from being saved twice. */
async function sendAll(drafts: Drafts): Promise<void> {
  // Made at once: another account may be shown before the last one is sent.
  const client = kithOfShownAccount();
  const send = async () => {
    for (const key of drafts.keys(begin)) {
      const { refusal, ...body } = JSON.parse(drafts.get(key)) as Waiting;
      if (refusal) continue;
      try {
        const { activityId } = await create(body, key.slice(begin.length), client);
        drafts.set(key, "");
        toast({ text: "A note that was kept on this device is saved.", activityId });
        refresh();
      } catch (error) {
        if (!isFinal(error)) return;
        drafts.set(key, JSON.stringify({ ...body, refusal: toProblem(error).detail }));
      }
    }
  };
  await (navigator.locks ? navigator.locks.request("kith-notes", send) : send());
}

/** Sends notes that were written without a connection once there is one, and says which wait or were refused. */
export function Outbox() {
  const drafts = useDrafts();
  const [keys, setKeys] = useState(() => drafts.keys(begin));
  const look = () => setKeys(drafts.keys(begin));
  const send = () => {
    look();
    if (navigator.onLine && drafts.keys(begin).length > 0) void sendAll(drafts).then(look);
  };
  useRefresh(send);
  useEffect(() => {
    send();
    changes.addEventListener("change", look);
    const end = whenBackOnline(send);
    return () => {
      end();
      changes.removeEventListener("change", look);
    };
  }, []);
  const all = keys.flatMap((key) => {
    const text = drafts.get(key);
    return text ? [{ key, ...JSON.parse(text) as Waiting }] : [];
  });
  const count = all.filter(({ refusal }) => !refusal).length;
  return (
    <div role="status">
      {count > 0 && (
        <Banner icon="note">
          {count === 1 ? "1 note waits" : `${count} notes wait`} on this device for a connection.
        </Banner>
      )}
      {all.map(({ key, note, reminder, refusal }) =>
        refusal && (
          <Banner
            key={key}
            icon="alert"
            action="Delete it"
            onAction={() => {
              drafts.set(key, "");
              look();
            }}
          >
            A note could not be saved. {refusal} It says: “{note?.content ?? reminder?.title}”
          </Banner>
        )
      )}
    </div>
  );
}
