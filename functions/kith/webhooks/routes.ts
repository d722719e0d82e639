// The routes of webhooks: addresses that are told of changes.
import { randomBytes } from "node:crypto";
import type { Answer, Call } from "../core/call.ts";
import { paramsOf } from "../core/fields.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

const tag = "Webhooks";
const access = "accessToken";
const params = paramsOf("webhook");

/** As Standard Webhooks writes secrets. */
const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** The secret is made here and is only in this answer. An answer that is repeated for an `Idempotency-Key` has none. */
async function runWithNewSecret(call: Call): Promise<Answer> {
  await (await import("../outside/body-url.ts")).checkBodyUrl(call, "url");
  const secret = makeSecret();
  const answer = await call.run({ ...call.arguments, secret });
  const shown = { ...JSON.parse(answer.body!), secret: answer.replayed ? null : secret };
  return { ...answer, body: JSON.stringify(shown) };
}

async function runWithUrl(call: Call): Promise<Answer> {
  await (await import("../outside/body-url.ts")).checkBodyUrl(call, "url");
  return await call.run(call.arguments);
}

const routes = resourceRoutes({ name: "webhook", table: "kith_private.webhooks", tag, schemas }, {
  list: { description: "One page of the webhooks, oldest first, without their secrets." },
  create: {
    description:
      "Each change from now on is posted to the URL within about a minute, in order, one message for what one request changed: what kind of resource, " +
      "which id, and who, but no text of yours. Messages are signed as Standard Webhooks 1.0 says; only this answer has the secret. What is not answered with 2xx within 15 s " +
      "is tried ten times in three days, and what follows waits. An account has at most 10.",
    problems: ["quota_exceeded", "invalid_reference"],
    success: { status: 201, description: "The new webhook.", schema: schemas.createdWebhook },
    handler: runWithNewSecret,
  },
  get: { description: "One webhook, without its secret." },
  update: {
    description:
      "Absent members stay. One that is switched on again goes on where it was, as far as the log reaches back.",
    problems: ["invalid_reference"],
    handler: runWithUrl,
  },
  delete: { description: "Nothing more is posted to it." },
});

export const webhookRoutes: Route[] = [
  ...Object.values(routes),
  defineRoute({
    method: "post",
    path: "/webhooks/{id}/rotate",
    operation: "rotate_webhook",
    summary: "Give a webhook another secret",
    description:
      "Only this answer contains it. For a day messages have two signatures, the second by the secret before.",
    tag,
    access,
    tagged: true,
    params,
    success: {
      status: 200,
      description: "The webhook with its new secret.",
      schema: schemas.createdWebhook,
    },
    handler: runWithNewSecret,
  }),
  defineRoute({
    method: "post",
    path: "/webhooks/{id}/test",
    operation: "test_webhook",
    summary: "Try a webhook out",
    description:
      "Posts a message of the type `webhook.test`, before anything else that waits, at most once a minute.",
    tag,
    access,
    params,
    problems: ["not_found", "quota_exceeded", "conflict"],
    success: { status: 200, description: "The webhook.", schema: schemas.webhook },
  }),
  defineRoute({
    method: "post",
    path: "/webhooks/{id}/replay",
    operation: "replay_webhook",
    summary: "Tell a webhook again",
    description:
      "Posts again what was changed since a change or after a cursor, in order, as far as the log reaches back: 30 days. " +
      "Messages have the ids that they had.",
    tag,
    access,
    params,
    body: schemas.webhookReplay,
    problems: ["not_found", "cursor_expired", "invalid_reference"],
    success: { status: 200, description: "The webhook.", schema: schemas.webhook },
  }),
];
