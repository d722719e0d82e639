// Sends messages to topics of ntfy.
import type { Message, Reach } from "../core/call.ts";
import { DeliveryError } from "./errors.ts";

/**
 * Sends a message to a topic.
 * @param pageUrl where the message leads
 * @throws DeliveryError, or ReachError
 */
export async function sendNtfy(
  topicUrl: string,
  { text, path }: Message,
  { pageUrl, reach }: { pageUrl?: string | undefined; reach: Reach },
): Promise<void> {
  const { status } = await reach(topicUrl, {
    method: "POST",
    headers: {
      "content-type": "text/plain; charset=utf-8",
      title: "Kith",
      ...(pageUrl && { click: pageUrl + (path ?? "") }),
    },
    body: text.slice(0, 1_000),
    limit: 0,
    timeoutMs: 10_000,
  });
  if (status < 200 || status > 299) throw new DeliveryError("status", `It answered ${status}.`);
}
