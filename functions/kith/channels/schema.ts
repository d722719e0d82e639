// The schemas of channels.
import { z } from "zod";
import { extensible, id, lazily, oneWord, text } from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { pageOf, paging, timestamps } from "../core/lists.ts";

const errors = ["refused_address", "unreachable", "tls", "timeout", "status", "gone"] as const;

const errorCode = (when: string) =>
  extensible(
    errors,
    `Why ${when} failed: the address was refused, the service was not reached, its certificate was wrong, it took too long, it answered ` +
      "with an error, or it does not know the address any more; null where it did not.",
  ).nullable();

const address = lazily(() =>
  z.string().trim().max(254).regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
    "Must be an e-mail address.",
  )
);

const name = lazily(() =>
  text(1, 100).meta({ description: "What you call it.", example: "My mail" })
);

const isEnabled = lazily(() => z.boolean().describe("Whether digests are sent to it."));

export const channelCreate = lazily(() =>
  z.strictObject({
    kind: oneWord(["email"]).describe("How you are told: `email`."),
    name: name(),
    target: address().meta({ description: "The address.", example: "ada@example.com" }),
    isEnabled: isEnabled(),
  }).partial({ isEnabled: true }).meta({
    id: "ChannelCreate",
    example: { kind: "email", name: "My mail", target: "ada@example.com" },
  })
);

export const channelUpdate = lazily(() =>
  z.strictObject({
    name: name(),
    isEnabled: isEnabled(),
  }).partial().meta({ id: "ChannelUpdate", example: { isEnabled: false } })
);

const channelId = "0190a5c2-e297-7f6e-85a8-b36c71819a0e";

export const channel = lazily(() =>
  z.object({
    id: id("Identifies the channel."),
    kind: extensible(["email"], "How you are told."),
    name: name(),
    target: z.string().meta({ description: "The address.", example: "ada@example.com" }),
    isEnabled: isEnabled(),
    verifiedAt: instant("When you proved that the address is yours; null before.").nullable(),
    lastDeliveredAt: instant("When a digest, or what tries it out, was last delivered.").nullable(),
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
    kind: extensible(["digest", "code", "test"], "What it is."),
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
