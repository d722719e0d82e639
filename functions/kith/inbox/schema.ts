// The schemas of the inbox and of what is posted to it.
import { z } from "zod";
import { instant } from "../core/dates.ts";
import { lazily } from "../core/fields.ts";

const fields = lazily(() => ({
  isEnabled: z.boolean().describe("Whether there is an inbox."),
  createdAt: instant("When it got its address; null where there is none.").nullable(),
  receivedAt: instant("When a message was last posted to it; null where none was.").nullable(),
}));

const state = {
  isEnabled: true,
  createdAt: "2026-03-14T09:26:53.000Z",
  receivedAt: null,
};

export const inbox = lazily(() => z.object(fields()).meta({ id: "Inbox", example: state }));

export const createdInbox = lazily(() =>
  z.object({
    ...fields(),
    url: z.string().nullable().meta({
      description:
        "The address for a mail provider; it is shown only here. Without scheme and host where the service does not know its address. Null " +
        "in an answer that is repeated.",
      example: "https://abc.supabase.co/functions/v1/kith/api/v1/inbound/0f1e…",
    }),
  }).meta({
    id: "CreatedInbox",
    example: {
      ...state,
      url: "https://abc.supabase.co/functions/v1/kith/api/v1/inbound/0f1e…",
    },
  })
);

const person = lazily(() =>
  z.object({
    Email: z.string().meta({ description: "The address.", example: "zoe@example.com" }),
    Name: z.string().optional().meta({ description: "The name.", example: "Zoë Müller" }),
  })
);

/** What Postmark posts, as far as it is read. */
export const inboundMessage = lazily(() =>
  z.object({
    FromFull: person().optional().describe("Who sent it."),
    ToFull: z.array(person()).optional().describe("To whom."),
    CcFull: z.array(person()).optional().describe("To whom a copy."),
    Subject: z.string().optional().meta({ description: "The subject.", example: "Climbing" }),
    TextBody: z.string().optional().meta({ description: "The text.", example: "See you there." }),
    HtmlBody: z.string().optional().meta({
      description: "The text as HTML, which is read where `TextBody` is empty.",
      example: "<p>See you there.</p>",
    }),
    Date: z.string().optional().meta({
      description: "When it was sent, as in RFC 5322.",
      example: "Sat, 14 Mar 2026 09:26:53 +0100",
    }),
    MessageID: z.string().optional().meta({
      description: "Identifies it: it becomes one note in a day, however often it is posted.",
      example: "73e6d360-66eb-11e1-8e72-a8904824019b",
    }),
  }).meta({
    id: "InboundMessage",
    example: {
      FromFull: { Email: "ada@example.com", Name: "Ada" },
      ToFull: [{ Email: "zoe@example.com", Name: "Zoë Müller" }],
      Subject: "Climbing",
      TextBody: "See you there.",
      Date: "Sat, 14 Mar 2026 09:26:53 +0100",
      MessageID: "73e6d360-66eb-11e1-8e72-a8904824019b",
    },
  })
);
