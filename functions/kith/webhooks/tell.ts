// Tells webhooks of what has changed: each message is signed as Standard Webhooks 1.0 says, and they go out in order.
import { Webhook } from "standardwebhooks";
import type { Dependencies } from "../core/call.ts";
import type { WebhookResult, WebhookToTell } from "../core/database.ts";
import { runFor } from "../core/run-for.ts";
import { describeCause } from "../core/trace.ts";
import { ReachError } from "../outside/addresses.ts";

/** Webhooks that are taken at a time. Whoever takes one has a minute. */
const batch = 10;

/** How long one is told of more in a turn: a message that begins then ends within the minute. */
const turnMs = 40_000;

const timeoutMs = 15_000;

interface Message {
  id: string;
  /** The number of the change set, up to which the webhook has been told then. */
  number: number;
  body: string;
}

/** Why a message was not taken. */
class NotTaken extends Error {
  constructor(readonly code: "status" | "gone", readonly status: number) {
    super(`It answered ${status}.`);
  }
}

/** Posts a message. @throws NotTaken, or ReachError; returns the status */
async function post(
  { url, secrets }: WebhookToTell,
  { id, body }: { id: string; body: string },
  { reach }: Dependencies,
): Promise<number> {
  const now = new Date();
  const { status } = await reach(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body))
        .join(" "),
    },
    body,
    limit: 0,
    timeoutMs,
  });
  if (status < 200 || status > 299) throw new NotTaken(status === 410 ? "gone" : "status", status);
  return status;
}

/** What tries a webhook out. */
const testOf = (id: string): { id: string; body: string } => ({
  id,
  body: JSON.stringify({
    type: "webhook.test",
    timestamp: new Date().toISOString(),
    data: { text: "Kith reaches you here." },
  }),
});

/** The next messages of a webhook, and up to which change set the log was read for them; null where it was deleted meanwhile. */
function readMessages({ id, ownerId }: WebhookToTell, { database }: Dependencies) {
  const credential = { kind: "clock", sub: ownerId, webhookId: id } as const;
  const args = { body: { webhookId: id } };
  return runFor<{ messages: Message[]; readTo: number }>(
    database,
    credential,
    "list_webhook_messages",
    args,
    "read",
  );
}

async function tell(webhook: WebhookToTell, dependencies: Dependencies): Promise<number> {
  const { database, log } = dependencies;
  const note = (error: unknown) => {
    const cause = describeCause(error);
    log({ time: new Date().toISOString(), event: "webhook_not_told", cause });
  };
  const end = performance.now() + turnMs;
  const { toldTo, testId } = webhook;
  const result: WebhookResult = { toldTo, readTo: toldTo, delivered: 0, tested: false };
  const send = async (message: { id: string; body: string }) => {
    result.status = await post(webhook, message, dependencies);
    result.delivered += 1;
  };
  // What the database refuses is not the receiver's fault: the webhook is somebody else's after a minute.
  const read = await readMessages(webhook, dependencies).catch(note);
  if (!read) return 0;
  try {
    if (testId) {
      result.tested = true;
      await send(testOf(testId));
    }
    for (const message of read.messages) {
      if (performance.now() > end) break;
      await send(message);
      result.readTo = message.number;
    }
    // Changes of which there is nothing to say, at the end, do not come again.
    if (read.messages.every(({ number }) => number <= result.readTo)) result.readTo = read.readTo;
  } catch (error) {
    const isKnown = error instanceof ReachError || error instanceof NotTaken;
    note(error);
    result.error = isKnown ? error.code : "unreachable";
    if (error instanceof NotTaken) result.status = error.status;
  }
  await database.markWebhook(webhook, result);
  return result.delivered;
}

/**
 * Tells webhooks that there is something to tell, until none is left or the time is over. Returns how many messages were taken.
 * @param seconds after which no further ones are begun
 */
export async function tellWebhooks(dependencies: Dependencies, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let told = 0;
  while (performance.now() < end) {
    const waiting = await dependencies.database.takeWebhooks(batch);
    if (waiting.length === 0) break;
    const counts = await Promise.all(waiting.map((webhook) => tell(webhook, dependencies)));
    told += counts.reduce((sum, count) => sum + count, 0);
  }
  return told;
}
