// The route that a scheduler calls each minute: what is to be done although nobody asks.
import { z } from "zod";
import type { Dependencies } from "../core/call.ts";
import { lazily } from "../core/fields.ts";
import { problems } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { sha256 } from "../core/sha256.ts";

/** How long a tick goes on: what is left is the next one's. Functions may run for 150 seconds. */
const tickMs = 120_000;

const count = (what: string) => z.int().min(0).describe(what);

const tick = lazily(() =>
  z.object({
    answers: count("Stored answers to requests with an `Idempotency-Key` that were deleted."),
    imports: count("Previews of imports that were deleted."),
    logs: count("Times that a log of changes was shortened."),
    photos: count("Files of photos that were removed."),
  }).meta({ id: "Tick", example: { answers: 12, imports: 1, logs: 0, photos: 3 } })
);

type Counts = z.infer<ReturnType<typeof tick>>;

/** Does what is due, a part at a time, until nothing is left or the time is over. */
async function doWhatIsDue({ database, photos }: Dependencies): Promise<Counts> {
  const end = performance.now() + tickMs;
  const counts: Counts = { answers: 0, imports: 0, logs: 0, photos: 0 };
  for (let done = await database.tick(); done; done = await database.tick()) {
    for (const [name, number] of Object.entries(done)) counts[name as keyof typeof done] += number;
    if (performance.now() > end) return counts;
  }
  const paths = await database.photosToRemove(null, true);
  await photos.remove(paths);
  counts.photos = paths.length;
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
