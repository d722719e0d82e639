// The route that a scheduler calls each minute: what is to be done although nobody asks.
import { z } from "zod";
import type { Dependencies } from "../core/call.ts";
import { lazily } from "../core/fields.ts";
import { problems } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { sha256 } from "../core/sha256.ts";

/** How long a tick goes on: what is left is the next one's. Functions may run for 150 seconds. */
const tickMs = 120_000;

/** How long it plans and sweeps, so that something is left for what speaks to others. */
const planningMs = 40_000;

const count = (what: string) => z.int().min(0).describe(what);

const tick = lazily(() =>
  z.object({
    digests: count("Owners whose digests were planned."),
    reminders: count("Reminders that were planned for channels."),
    sent: count("Messages that were sent to channels."),
    webhooks: count("Messages that webhooks have taken."),
    answers: count("Stored answers to requests with an `Idempotency-Key` that were deleted."),
    deliveries: count("Deliveries of more than 30 days ago that were forgotten."),
    imports: count("Previews of imports that were deleted."),
    logs: count("Times that a log of changes was shortened."),
    photos: count("Files of photos that were removed."),
    calendars: count("Calendars that were read, or were to be."),
    meetings: count("Meetings of more than 90 days ago that were forgotten."),
  }).meta({
    id: "Tick",
    example: {
      digests: 2,
      reminders: 1,
      sent: 3,
      webhooks: 4,
      answers: 12,
      deliveries: 0,
      imports: 1,
      logs: 0,
      photos: 3,
      calendars: 1,
      meetings: 0,
    },
  })
);

type Counts = z.infer<ReturnType<typeof tick>>;

/** Does what is due, a part at a time, until nothing is left or the time is over. @throws what failed first, when the rest is done */
async function doWhatIsDue(dependencies: Dependencies): Promise<Counts> {
  const { database, photos } = dependencies;
  const begun = performance.now();
  const left = () => (begun + tickMs - performance.now()) / 1000;
  const counts = Object.fromEntries(
    Object.keys(tick().shape).map((name) => [name, 0]),
  ) as Counts;
  const failures: unknown[] = [];
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => void failures.push(error));
  await attempt(async () => {
    // Other ticks send meanwhile what this one has planned.
    for (let done = await database.tick(); done; done = await database.tick()) {
      for (const [name, number] of Object.entries(done)) counts[name as keyof Counts] += number;
      if (performance.now() > begun + planningMs) break;
    }
  });
  // None of them takes the time of those after it, or keeps them from it.
  await attempt(async () => {
    const { deliver } = await import("../notices/deliver.ts");
    counts.sent = await deliver(dependencies, left() / 2);
  });
  await attempt(async () => {
    const { tellWebhooks } = await import("../webhooks/tell.ts");
    counts.webhooks = await tellWebhooks(dependencies, left() / 2);
  });
  await attempt(async () => {
    const { readCalendars } = await import("../meetings/read.ts");
    counts.calendars = await readCalendars(dependencies, left());
  });
  await attempt(async () => {
    if (left() > 0) counts.photos = await photos.sweep(dependencies, null, true);
  });
  if (failures.length > 0) throw failures[0];
  return counts;
}

export const tickRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/tick",
    operation: "tick",
    summary: "Let the clock tick",
    description:
      "For a scheduler, once a minute: does what is due although nobody asks. Any number of calls at once do nothing twice. " +
      "Needs `Authorization: Bearer kith_tick_…`, the secret of the deployment's clock; docs/operating.md says where it is.",
    tag: "Service",
    access: "public",
    problems: ["unauthorized", "unavailable"],
    success: { status: 202, description: "How much was done.", schema: tick },
    handler: async ({ dependencies, headers }) => {
      const [, secret] =
        /^Bearer (kith_tick_[\w-]{1,200})$/.exec(headers.get("authorization") ?? "") ?? [];
      if (!secret || sha256(secret) !== dependencies.tickSha256) throw problems.unauthorized();
      const ticking = doWhatIsDue(dependencies);
      // The scheduler may not wait for the answer.
      dependencies.waitUntil(ticking.then(() => {}, () => {}));
      return { status: 202, body: JSON.stringify(await ticking) };
    },
  }),
];
