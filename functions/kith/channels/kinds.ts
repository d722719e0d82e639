// What each kind of channel takes as its target. The database has the same rules: channels_target_check and channels_keys_check.
import { z } from "zod";
import { lazily, violation } from "../core/fields.ts";

export const channelKinds = ["email", "webPush", "ntfy"] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** What a channel can be told. */
export const channelEvents = ["digest", "reminder"] as const;

/** Push services of browsers. A subscription names one of them, and nothing else is told. */
const pushServices =
  /^https:\/\/(fcm\.googleapis\.com|[a-z0-9-]+\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)\/[!-~]+$/;

const targets: Record<ChannelKind, { pattern: RegExp; most: number; message: string }> = {
  email: {
    pattern: /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/,
    most: 254,
    message: "Must be an e-mail address.",
  },
  webPush: {
    pattern: pushServices,
    most: 1_000,
    message: "Must be the endpoint of a browser's push service.",
  },
  ntfy: {
    pattern: /^https:\/\/[!-~]+$/,
    most: 1_000,
    message: "Must be the https URL of a topic.",
  },
};

/** The keys of a `PushSubscription`. */
export const pushKeys = lazily(() =>
  z.strictObject({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/, "Must be 65 bytes in base64url."),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, "Must be 16 bytes in base64url."),
  }).meta({
    id: "PushKeys",
    description: "What messages to a browser are encrypted for, as its `PushSubscription` says.",
    example: {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  })
);

/** Refuses a target that is none of its kind, and keys where there is no browser. */
export function checkTarget(
  { kind, target, keys }: { kind?: unknown; target?: unknown; keys?: unknown },
  context: z.RefinementCtx,
): void {
  if (!channelKinds.includes(kind as ChannelKind) || typeof target !== "string") return;
  const { pattern, most, message } = targets[kind as ChannelKind];
  if (target.length > most || !pattern.test(target)) {
    context.addIssue(violation("invalid_format", message, ["target"]));
  }
  if ((kind === "webPush") !== (keys !== undefined)) {
    const word = kind === "webPush" ? "A browser needs its keys." : "Only a browser has keys.";
    context.addIssue(violation(kind === "webPush" ? "required" : "invalid_format", word, ["keys"]));
  }
}
