// The routes of the inbox, and its address, to which a mail provider posts messages.
import type { Answer, Call } from "../core/call.ts";
import { createUrl, type PathSecret, secretParams } from "../core/path-secret.ts";
import { Problem } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { sha256 } from "../core/sha256.ts";
import { lazily } from "../core/fields.ts";
import { z } from "zod";
import { createdInbox, inboundMessage, inbox } from "./schema.ts";

const tag = "Profile";
const access = "accessToken";
const secret: PathSecret = { kind: "inbox", extension: "" };

export const inboxRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/me/inbox",
    operation: "get_inbox",
    summary: "Get the state of the inbox",
    description: "Whether it is switched on, and when it last got a message.",
    tag,
    access,
    success: { status: 200, description: "The state.", schema: inbox },
  }),
  defineRoute({
    method: "post",
    path: "/me/inbox",
    operation: "create_inbox",
    summary: "Switch the inbox on, or reset it",
    description:
      "Gives it a new address, which only this answer contains; one that it had works no longer. Whoever has the address can write notes.",
    tag,
    access,
    success: { status: 200, description: "The inbox with its address.", schema: createdInbox },
    handler: (call) => createUrl(call, "/inbound", secret),
  }),
  defineRoute({
    method: "delete",
    path: "/me/inbox",
    operation: "delete_inbox",
    summary: "Switch the inbox off",
    description: "Its address works no longer. Also 204 where it is off already.",
    tag,
    access,
    success: { status: 204, description: "It is off." },
  }),
];

export const inboundRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/inbound/{secret}",
    operation: "receive_message",
    summary: "Post a message to the inbox",
    description:
      "For a mail provider: a message becomes a note about the contacts that have one of the addresses of From, To and Cc, with its subject, " +
      "its day and the first 2,000 characters of its text. All contacts that share an address are meant; an address that no contact has is " +
      "named in the text; addresses of the owner are left out. Takes JSON as Postmark, forms as Mailgun and SendGrid, and `message/rfc822`, of which " +
      "the first 128 KiB are read. A message is one note in a day, however often it is posted; at most 200 a day.",
    tag,
    access: "public",
    logged: true,
    params: secretParams,
    body: inboundMessage,
    files: {
      "message/rfc822":
        "From: ada@example.com\r\nTo: zoe@example.com\r\nSubject: Climbing\r\n\r\nSee you there.\r\n",
      "multipart/form-data":
        '--a\r\nContent-Disposition: form-data; name="subject"\r\n\r\nClimbing\r\n--a--\r\n',
      "application/x-www-form-urlencoded":
        "from=ada%40example.com&to=zoe%40example.com&subject=Climbing&body-plain=See+you+there.",
    },
    problems: ["validation_failed"],
    success: {
      status: 200,
      description: "It is a note.",
      contentType: "text/plain",
      schema: lazily(() =>
        z.string().meta({ description: "What was done, in words.", example: "Kept as a note.\n" })
      ),
    },
    secret,
    handler: receive,
  }),
];

async function receive({ file, run }: Call): Promise<Answer> {
  const { readMessage } = await import("./message.ts");
  const { id, ...message } = await readMessage(file!);
  const words = { status: 200, body: "Kept as a note.\n" };
  // A provider posts again what it got no answer to.
  const once = id === undefined ? {} : { idempotencyKey: `message ${sha256(id)}` };
  try {
    const { activityId } = await run({ ...once, body: { ...message } });
    return { ...words, activityId: activityId ?? null };
  } catch (error) {
    if (error instanceof Problem && error.code === "idempotency_key_reused") return words;
    throw error;
  }
}
