// Sends what waits in the outbox.
import type { Dependencies, Mail } from "../core/call.ts";
import type { Delivery, DeliveryResult } from "../core/database.ts";
import { publicPath } from "../core/paths.ts";
import { describeCause } from "../core/trace.ts";
import { type DigestSettings, type Upcoming, writeCode, writeDigest, writeTest } from "./digest.ts";
import { DeliveryError } from "./mail.ts";

/** Deliveries that are taken at a time. Whoever takes one has a minute, and each takes ten seconds at most. */
const batch = 50;

/** Deliveries that are sent at a time. */
const atOnce = 10;

/** Days that `GET /upcoming` is asked for: today and those of which a digest tells before. */
const daysOf = (leadDays: number) => leadDays + 1;

/** Writes the mail of a delivery, of what is due now; null where that is nothing. */
async function write(
  { kind, code, leadDays, digestAt, ownerId, stopSecret }: Delivery,
  target: string,
  dependencies: Dependencies,
): Promise<Mail | null> {
  const { database, pageUrl, publicUrl } = dependencies;
  if (kind === "code") return code === null ? null : writeCode(target, code);
  const settings: DigestSettings = {
    leadDays,
    digestAt,
    pageUrl,
    stopUrl: publicUrl && `${publicUrl}${publicPath}/unsubscribe/${stopSecret}`,
  };
  if (kind === "test") return writeTest(target, settings);
  const credential = { kind: "access_token", sub: ownerId } as const;
  const query = { days: daysOf(leadDays), include: ["names"] };
  const { status, body, log } = await database.handle(
    credential,
    "list_upcoming",
    { query },
    "read",
  );
  if (status !== 200) throw new Error(log ?? body ?? "list_upcoming was refused");
  return writeDigest(target, JSON.parse(body!) as Upcoming, settings);
}

async function send(delivery: Delivery, dependencies: Dependencies): Promise<DeliveryResult> {
  const { id, ownerId, target } = delivery;
  try {
    // The channel was deleted or switched off meanwhile.
    if (target === null) return { id, ownerId, isEmpty: true };
    const mail = await write(delivery, target, dependencies);
    if (mail === null) return { id, ownerId, isEmpty: true };
    if (!dependencies.mail) throw new DeliveryError("unreachable", "KITH_MAIL_URL is not set.");
    await dependencies.mail(mail, id);
    return { id, ownerId };
  } catch (error) {
    const cause = describeCause(error instanceof Error && error.cause ? error.cause : error);
    dependencies.log({ time: new Date().toISOString(), event: "not_delivered", cause });
    return { id, ownerId, error: error instanceof DeliveryError ? error.code : "unreachable" };
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
    const results: DeliveryResult[] = [];
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        results.push(await send(next, dependencies));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await database.markDeliveries(results);
    sent += results.filter(({ error, isEmpty }) => !error && !isEmpty).length;
  }
  return sent;
}
