// Sends what waits in the outbox.
import type { Dependencies, Mail, Message } from "../core/call.ts";
import type { Delivery, DeliveryResult } from "../core/database.ts";
import { publicPath } from "../core/paths.ts";
import { runFor } from "../core/run-for.ts";
import { describeCause } from "../core/trace.ts";
import { ReachError } from "../outside/addresses.ts";
import {
  type DigestSettings,
  type DueReminder,
  sayReminder,
  summarize,
  type Upcoming,
  writeCode,
  writeDigest,
  writeReminder,
  writeTest,
} from "./digest.ts";
import { DeliveryError } from "./errors.ts";

/** Deliveries that are taken at a time. Whoever takes one has two minutes. */
const batch = 50;

/** How long those of a batch are begun, and how long each may take: together less than two minutes. */
const [beginMs, sendMs] = [70_000, 30_000];

/** Deliveries that are sent at a time. */
const atOnce = 10;

/** Days that `GET /upcoming` is asked for: today and those of which a digest tells before. */
const daysOf = (leadDays: number) => leadDays + 1;

/** Reads something as the owner of a delivery; null where it, or the account, does not exist any more. */
const read = <T>(
  { ownerId }: Delivery,
  { database }: Dependencies,
  operation: string,
  args: { id?: string; query?: unknown },
) => runFor<T>(database, { kind: "access_token", sub: ownerId }, operation, args, "read");

const readUpcoming = (delivery: Delivery, dependencies: Dependencies) =>
  read<Upcoming>(delivery, dependencies, "list_upcoming", {
    query: { days: daysOf(delivery.leadDays), include: ["names"] },
  });

/** The reminder of a delivery; null where it is done, deleted, or due at another time by now. */
async function readReminder(
  delivery: Delivery,
  dependencies: Dependencies,
): Promise<DueReminder | null> {
  const [id, dueAt] = delivery.occurrence.split(" ") as [string, string];
  const reminder = await read<
    { title: string; completed: boolean; dueAt: string | null; contactIds: string[] }
  >(delivery, dependencies, "get_reminder", { id });
  if (!reminder || reminder.completed || reminder.dueAt !== dueAt) return null;
  const [contactId] = reminder.contactIds;
  const contact = contactId === undefined
    ? null
    : await read<{ displayName: string }>(delivery, dependencies, "get_contact", { id: contactId });
  return { title: reminder.title, contactId, contactName: contact?.displayName };
}

/** Writes the mail of a delivery, of what is due now; null where that is nothing. */
async function writeMail(
  delivery: Delivery,
  target: string,
  dependencies: Dependencies,
): Promise<Mail | null> {
  const { kind, code, leadDays, digestAt, stopSecret } = delivery;
  const { pageUrl, publicUrl } = dependencies;
  if (kind === "code") return code === null ? null : writeCode(target, code);
  const settings: DigestSettings = {
    leadDays,
    digestAt,
    pageUrl,
    stopUrl: publicUrl && `${publicUrl}${publicPath}/unsubscribe/${stopSecret}`,
  };
  if (kind === "test") return writeTest(target, settings);
  if (kind === "digest") {
    const upcoming = await readUpcoming(delivery, dependencies);
    return upcoming && writeDigest(target, upcoming, settings);
  }
  const reminder = await readReminder(delivery, dependencies);
  return reminder && writeReminder(target, reminder, settings);
}

/** Writes the message of a delivery, of what is due now; null where that is nothing. */
async function writeMessage(
  delivery: Delivery,
  dependencies: Dependencies,
): Promise<Message | null> {
  const { kind, code, leadDays, withNames } = delivery;
  if (kind === "code") return code === null ? null : { text: `${code} is your code for Kith` };
  if (kind === "test") return { text: "Kith reaches you here." };
  if (kind === "digest") {
    const upcoming = await readUpcoming(delivery, dependencies);
    return upcoming && summarize(upcoming, leadDays, withNames);
  }
  const reminder = await readReminder(delivery, dependencies);
  return reminder && sayReminder(reminder, withNames);
}

/** Sends a delivery by the kind of its channel; false where nothing was to be said. */
async function sendTo(
  delivery: Delivery,
  target: string,
  dependencies: Dependencies,
): Promise<boolean> {
  const { id, kind, channel, keys, pushKey, occurrence } = delivery;
  const { mail, pageUrl, publicUrl, reach } = dependencies;
  if (channel === "email") {
    const written = await writeMail(delivery, target, dependencies);
    if (written === null) return false;
    if (!mail) throw new DeliveryError("unreachable", "KITH_MAIL_URL is not set.");
    await mail(written, id);
    return true;
  }
  const message = await writeMessage(delivery, dependencies);
  if (message === null) return false;
  if (channel === "ntfy") {
    await (await import("./ntfy.ts")).sendNtfy(target, message, { pageUrl, reach });
    return true;
  }
  // A reminder replaces no other one: topics have 32 characters at most.
  const topic = kind === "reminder" ? occurrence.slice(0, 36).replaceAll("-", "") : kind;
  const contact = [pageUrl, publicUrl].find((url) => url?.startsWith("https:")) ??
    "https://kith.invalid";
  await (await import("./push.ts")).sendPush({ endpoint: target, keys: keys! }, message, {
    topic,
    privateKey: pushKey!,
    contact,
    reach,
  });
  return true;
}

async function send(delivery: Delivery, dependencies: Dependencies): Promise<DeliveryResult> {
  const { id, ownerId, target } = delivery;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new DeliveryError("timeout", "It took too long."));
    timer = setTimeout(fail, sendMs);
  });
  try {
    // The channel was deleted or switched off meanwhile.
    const isSent = target !== null &&
      await Promise.race([sendTo(delivery, target, dependencies), late]);
    return isSent ? { id, ownerId } : { id, ownerId, isEmpty: true };
  } catch (error) {
    const cause = describeCause(error instanceof Error && error.cause ? error.cause : error);
    dependencies.log({ time: new Date().toISOString(), event: "not_delivered", cause });
    const isKnown = error instanceof DeliveryError || error instanceof ReachError;
    return { id, ownerId, error: isKnown ? error.code : "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends what is due, until nothing is left or the time is over. Returns how many deliveries were sent.
 * @param seconds after which no further ones are taken
 */
export async function deliver(dependencies: Dependencies, seconds: number): Promise<number> {
  const { database } = dependencies;
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  while (performance.now() < end) {
    const waiting = await database.takeDeliveries(batch);
    if (waiting.length === 0) break;
    const beginUntil = performance.now() + beginMs;
    const results: DeliveryResult[] = [];
    // Some at a time, so that little is sent again where this ends before all are.
    const mark = async () => {
      const ended = results.splice(0);
      if (ended.length > 0) await database.markDeliveries(ended);
      sent += ended.filter(({ error, isEmpty, isLeft }) => !error && !isEmpty && !isLeft).length;
    };
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { id, ownerId } = next;
        const result: DeliveryResult = performance.now() > beginUntil
          ? { id, ownerId, isLeft: true }
          : await send(next, dependencies);
        results.push(result);
        if (results.length >= atOnce) await mark();
      }
    };
    const workers = await Promise.allSettled(Array.from({ length: atOnce }, worker));
    await mark();
    const failed = workers.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }
  return sent;
}
