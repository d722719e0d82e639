// The schemas of webhooks.
import { z } from "zod";
import { instant } from "../core/dates.ts";
import { extensible, id, lazily, text } from "../core/fields.ts";
import { pageOf, paging, timestamps } from "../core/lists.ts";

const actorId = "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c";

const fields = lazily(() => ({
  name: text(1, 100).meta({ description: "What you call it.", example: "n8n" }),
  url: z.string().trim().max(2_000).regex(/^https:\/\/[!-~]+$/, "Must be an https URL.").meta({
    description: "Where messages are posted: https, on the usual port, at a host of the internet.",
    example: "https://n8n.example.com/webhook/kith",
  }),
  isEnabled: z.boolean().describe(
    "Whether messages are posted. It is switched off after ten tries in three days, and where the address answers 410.",
  ),
  ignoreActorIds: z.array(id("An API key, a connection, or an account.")).max(20).meta({
    description:
      "Whose changes it is not told of: those of the API key that the receiver itself writes with, so that it does not answer itself.",
    example: [actorId],
  }),
}));

const example = { name: "n8n", url: "https://n8n.example.com/webhook/kith" };

export const webhookCreate = lazily(() =>
  z.strictObject(fields()).partial({ isEnabled: true, ignoreActorIds: true })
    .meta({ id: "WebhookCreate", example })
);

export const webhookUpdate = lazily(() =>
  z.strictObject(fields()).partial().meta({ id: "WebhookUpdate", example: { isEnabled: false } })
);

const shown = {
  id: "0190a5c2-26db-7dae-a9ec-f7afb5c5ce42",
  ...example,
  isEnabled: true,
  ignoreActorIds: [actorId],
  lastDeliveredAt: "2026-03-14T09:26:12.000Z",
  lastError: null,
  lastStatus: 204,
  failingSince: null,
  createdAt: "2026-03-02T08:15:00.000Z",
  updatedAt: "2026-03-02T08:15:00.000Z",
};

const members = lazily(() => ({
  id: id("Identifies the webhook."),
  ...fields(),
  lastDeliveredAt: instant("When a message was last taken: answered with 2xx.").nullable(),
  lastError: extensible(
    ["refused_address", "unreachable", "tls", "timeout", "status", "gone"],
    "Why the last try failed; null after one that did not.",
  ).nullable(),
  lastStatus: z.int().nullable().describe("The status of the last answer; null before one."),
  failingSince: instant("Since when all tries fail.").nullable(),
  ...timestamps(instant),
}));

export const webhook = lazily(() => z.object(members()).meta({ id: "Webhook", example: shown }));

const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDpOvwM7YVq1M=";

export const createdWebhook = lazily(() =>
  z.object({
    ...members(),
    secret: z.string().nullable().meta({
      description:
        "What its messages are signed with, in this answer only; null where the answer is repeated for an `Idempotency-Key`.",
      example: secret,
    }),
  }).meta({ id: "CreatedWebhook", example: { ...shown, secret } })
);

export const webhookPage = lazily(() => pageOf(webhook(), "WebhookPage"));

export const webhookQuery = lazily(() => z.object(paging()));

export const webhookReplay = lazily(() =>
  z.strictObject({
    activityId: id("The change from which it is told again, this one included."),
    cursor: z.string().max(200).meta({
      description: "The cursor of a message, or of `GET /changes`, after which it is told again.",
      example: "0190a5c2-d186-7e5d-b4f7-a25b60708f9d-999999999-3f9a1c0b72de",
    }),
  }).partial().refine(
    (body) => Object.keys(body).length === 1,
    "Must have either activityId or cursor.",
  ).meta({
    id: "WebhookReplay",
    example: { activityId: "0190a5c2-d186-7e5d-b4f7-a25b60708f9d" },
  })
);
