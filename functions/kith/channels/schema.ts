// The schemas of channels.
import { z } from "zod";
import { extensible, id, lazily, oneWord, onObjects, text } from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { pageOf, paging, timestamps } from "../core/lists.ts";
import { channelEvents, channelKinds, checkTarget, pushKeys } from "./kinds.ts";

const errors = [
  "refused_address",
  "unreachable",
  "tls",
  "timeout",
  "status",
  "gone",
  "too_many",
] as const;

const errorCode = (when: string) =>
  extensible(
    errors,
    `Why ${when} failed: the address was refused, the service was not reached, its certificate was wrong, it took too long, it answered ` +
      "with an error, it does not know the address any more, or more reminders of a day were due than are told; null where it did not.",
  ).nullable();

const name = lazily(() =>
  text(1, 100).meta({ description: "What you call it.", example: "My mail" })
);

const isEnabled = lazily(() => z.boolean().describe("Whether anything is sent to it."));

const events = lazily(() =>
  z.array(oneWord(channelEvents)).max(channelEvents.length).meta({
    description:
      "What it is told: `digest`, what is due on a day at `digestAt` of the profile, and `reminder`, each reminder at its time. " +
      "Without it a mail is the digest, and the others are told both.",
    example: ["digest"],
  })
);

const withNames = lazily(() =>
  z.boolean().describe(
    "Whether messages name people and reminders. A mail always does; a browser's messages are encrypted, and do unless you say otherwise; " +
      "those of ntfy can be read by its server, and do not unless you say so.",
  )
);

export const channelCreate = lazily(() =>
  z.strictObject({
    kind: oneWord(channelKinds).describe("How you are told: `email`, `webPush` or `ntfy`."),
    name: name(),
    target: z.string().trim().max(1_000).meta({
      description:
        "The address; the `endpoint` of a browser's `PushSubscription`; or the URL of a topic of ntfy. The latter two are credentials, and are not shown again.",
      example: "ada@example.com",
    }),
    keys: pushKeys(),
    isEnabled: isEnabled(),
    events: events(),
    withNames: withNames(),
  }).partial({ keys: true, isEnabled: true, events: true, withNames: true }).superRefine(
    checkTarget,
    onObjects,
  ).meta({
    id: "ChannelCreate",
    example: { kind: "email", name: "My mail", target: "ada@example.com" },
  })
);

export const channelUpdate = lazily(() =>
  z.strictObject({
    name: name(),
    isEnabled: isEnabled(),
    events: events(),
    withNames: withNames(),
  }).partial().meta({ id: "ChannelUpdate", example: { isEnabled: false } })
);

const channelId = "0190a5c2-e297-7f6e-85a8-b36c71819a0e";

export const channel = lazily(() =>
  z.object({
    id: id("Identifies the channel."),
    kind: extensible(channelKinds, "How you are told."),
    name: name(),
    target: z.string().meta({
      description: "The address of a mail; null for the others.",
      example: "ada@example.com",
    }).nullable(),
    isEnabled: isEnabled(),
    events: z.array(extensible(channelEvents, "What it is told.")).describe("What it is told."),
    withNames: withNames(),
    verifiedAt: instant(
      "When you proved that the address or topic is yours; null before. A browser's is from the beginning.",
    ).nullable(),
    lastDeliveredAt: instant("When it was last told something, or tried out.").nullable(),
    lastError: errorCode("the last delivery"),
    failingSince: instant(
      "Since when all deliveries fail: after ten days the channel is switched off.",
    ).nullable(),
    ...timestamps(instant),
  }).meta({
    id: "Channel",
    example: {
      id: channelId,
      kind: "email",
      name: "My mail",
      target: "ada@example.com",
      isEnabled: true,
      events: ["digest"],
      withNames: true,
      verifiedAt: "2026-03-02T08:16:00.000Z",
      lastDeliveredAt: "2026-03-14T07:00:04.000Z",
      lastError: null,
      failingSince: null,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:16:00.000Z",
    },
  })
);

export const channelPage = lazily(() => pageOf(channel(), "ChannelPage"));

export const channelQuery = lazily(() => z.object(paging()));

export const channelVerification = lazily(() =>
  z.strictObject({
    code: z.string().trim().regex(/^[0-9]{6}$/, "Must be six digits.").meta({
      description: "The code in the message; without it another one is sent.",
      example: "123456",
    }),
  }).partial().meta({ id: "ChannelVerification", example: { code: "123456" } })
);

const delivery = lazily(() =>
  z.object({
    id: id("Identifies the delivery."),
    kind: extensible(["digest", "reminder", "code", "test"], "What it is."),
    state: extensible(
      ["waiting", "sent", "empty", "failed"],
      "Whether it was sent. `empty`: nothing was due by then, so nothing was sent.",
    ),
    tries: z.int().min(0).describe("How often it was tried."),
    error: errorCode("the last try"),
    createdAt: instant("When it was planned."),
    sentAt: instant("When it was sent; null where it was not.").nullable(),
  }).meta({
    id: "Delivery",
    example: {
      id: "0190a5c2-f3a8-7a7f-96b9-c47d82929b1f",
      kind: "digest",
      state: "sent",
      tries: 1,
      error: null,
      createdAt: "2026-03-14T07:00:00.000Z",
      sentAt: "2026-03-14T07:00:04.000Z",
    },
  })
);

export const deliveryPage = lazily(() => pageOf(delivery(), "DeliveryPage"));

export const pushKey = lazily(() =>
  z.object({
    publicKey: z.string().meta({
      description: "The `applicationServerKey` to subscribe a browser with, in base64url.",
      example:
        "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo",
    }),
  }).meta({
    id: "PushKey",
    example: {
      publicKey:
        "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo",
    },
  })
);
