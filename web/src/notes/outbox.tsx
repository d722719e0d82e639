import { KithError } from "@kith/client";
import { useEffect, useState } from "preact/hooks";
import { kithOfShownAccount } from "../api/kith.ts";
import { createNote } from "../api/notes.ts";
import { SessionEnded, toProblem } from "../api/problem.ts";
import type { Note, NoteCreate } from "../api/types.ts";
import type { Written } from "../api/written.ts";
import { refresh, useRefresh, whenBackOnline } from "../hooks/load.ts";
import { type Drafts, useDrafts } from "../shell/context.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.tsx";

/** A note that waits for a connection. */
interface Waiting {
  body: NoteCreate;
  /** Why it cannot be saved at all. */
  refusal?: string;
}

const begin = "waiting note ";
const changes = new EventTarget();

/** A key by which the API runs a request once, however often it is sent. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Saves a note; without a connection it is kept, to be sent later, and the result is undefined. */
export async function saveNote(
  drafts: Drafts,
  note: NoteCreate,
): Promise<Written<Note> | undefined> {
  const key = newKey();
  const body = { occurredAt: new Date().toISOString(), ...note };
  try {
    return await createNote(body, key);
  } catch (error) {
    if (error instanceof SessionEnded || toProblem(error).code !== "unreachable") throw error;
    drafts.set(begin + key, JSON.stringify({ body }));
    changes.dispatchEvent(new Event("change"));
    toast({ text: "The note is kept on this device, and saved when there is a connection." });
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
      const { body, refusal } = JSON.parse(drafts.get(key)) as Waiting;
      if (refusal) continue;
      try {
        const { activityId } = await createNote(body, key.slice(begin.length), client);
        drafts.set(key, "");
        toast({ text: "A note that was kept on this device is saved.", activityId });
        refresh();
      } catch (error) {
        if (!isFinal(error)) return;
        drafts.set(key, JSON.stringify({ body, refusal: toProblem(error).detail }));
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
        <p class="offline">
          <Icon name="note" />
          <span>
            {count === 1 ? "1 note waits" : `${count} notes wait`} on this device for a connection.
          </span>
        </p>
      )}
      {all.map(({ key, body, refusal }) =>
        refusal && (
          <p key={key} class="offline">
            <Icon name="alert" />
            <span class="break">
              A note could not be saved. {refusal} It says: “{body.content}”
            </span>
            <button
              type="button"
              class="link"
              onClick={() => {
                drafts.set(key, "");
                look();
              }}
            >
              Delete it
            </button>
          </p>
        )
      )}
    </div>
  );
}
