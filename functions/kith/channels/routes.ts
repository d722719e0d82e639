// The routes of channels: where Kith tells of what is due.
import type { Answer, Call } from "../core/call.ts";
import { paramsOf } from "../core/fields.ts";
import { Problem } from "../core/problems.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import type { ChannelKind } from "./kinds.ts";
import * as schemas from "./schema.ts";

const tag = "Notices";
const access = "accessToken";
const params = paramsOf("channel");

async function create(call: Call): Promise<Answer> {
  const { kind } = call.arguments.body as { kind: ChannelKind };
  if (kind === "email" && !call.dependencies.mail) {
    throw new Problem("conflict", "This deployment sends no mail: its operator has to set it up.");
  }
  if (kind === "ntfy") await (await import("../outside/body-url.ts")).checkBodyUrl(call, "target");
  return await call.run(call.arguments);
}

async function verify(call: Call): Promise<Answer> {
  const answer = await call.run(call.arguments);
  if (JSON.parse(answer.body!).isWrong === true) {
    throw new Problem("conflict", "It is not the code, or not any more. Ask for another one.");
  }
  return answer;
}

const routes = resourceRoutes({
  name: "channel",
  table: "kith_private.channels",
  tag,
  schemas,
}, {
  list: { description: "One page of the channels, oldest first." },
  create: {
    description:
      "A code is sent to an address or a topic, and nothing else before `POST /channels/{id}/verify` has it; a browser needs none, and has one channel. " +
      "Then the channel gets a digest at `digestAt` of the profile on each day on which something is due, and reminders at their time, as `events` says. " +
      "An account has at most 10; 409 for a mail where the deployment sends none.",
    problems: ["quota_exceeded", "conflict"],
    success: { status: 201, description: "The channel.", schema: schemas.channel },
    handler: create,
  },
  get: { description: "One channel." },
  update: {
    description:
      "Absent members stay. A channel that failed for ten days is switched off; `isEnabled` switches it on again.",
  },
  delete: { description: "What waits to be sent to it is not sent." },
});

export const channelRoutes: Route[] = [
  ...Object.values(routes),
  defineRoute({
    method: "post",
    path: "/channels/{id}/verify",
    operation: "verify_channel",
    summary: "Verify a channel",
    description:
      "With the code that was sent, which is good for an hour and five tries. Without one another code is sent, at most three a day to an address.",
    tag,
    access,
    params,
    body: schemas.channelVerification,
    bodyOptional: true,
    problems: ["not_found", "quota_exceeded", "conflict"],
    success: { status: 200, description: "The channel.", schema: schemas.channel },
    handler: verify,
  }),
  defineRoute({
    method: "post",
    path: "/channels/{id}/test",
    operation: "test_channel",
    summary: "Try a channel out",
    description:
      "Sends a message that says that it works, at most five an hour. `GET /channels/{id}/deliveries` says whether it arrived.",
    tag,
    access,
    params,
    problems: ["not_found", "quota_exceeded", "conflict"],
    success: { status: 200, description: "The channel.", schema: schemas.channel },
  }),
  defineRoute({
    method: "get",
    path: "/channels/{id}/deliveries",
    operation: "list_deliveries",
    summary: "List what was sent to a channel",
    description: "One page of the deliveries of the last 30 days, the latest first.",
    tag,
    access,
    params,
    query: schemas.channelQuery,
    problems: ["not_found"],
    success: { status: 200, description: "One page of deliveries.", schema: schemas.deliveryPage },
  }),
];

export const pushKeyRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/push-key",
    operation: "get_push_key",
    summary: "Get the key to subscribe a browser with",
    description:
      "For `pushManager.subscribe`, whose answer is a channel's `target` and `keys`. The same for everybody.",
    tag,
    access: "public",
    success: { status: 200, description: "The key.", schema: schemas.pushKey },
    problems: ["unavailable"],
    handler: async ({ dependencies: { database } }) => {
      const { publicKeyOf } = await import("../notices/push.ts");
      const publicKey = publicKeyOf(await database.pushKey());
      return { status: 200, body: JSON.stringify({ publicKey }) };
    },
  }),
];
