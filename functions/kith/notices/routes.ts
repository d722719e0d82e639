// The link in mails that switches a channel off (RFC 8058): a program posts to it, and a person is told how.
import { z } from "zod";
import { lazily } from "../core/fields.ts";
import { problems } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";

const params = lazily(() =>
  z.object({
    secret: z.string().meta({
      description: "The secret of the channel, as the link has it.",
      pattern: "^[0-9a-f]{64}$",
      example: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
    }),
  })
);

const words = lazily(() =>
  z.string().meta({
    description: "What to do, or what was done, in words.",
    example: "Kith sends no more mails to this address.\n",
  })
);

const success = {
  status: 200,
  description: "Words for people.",
  contentType: "text/plain",
  schema: words,
} as const;

export const unsubscribeRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/unsubscribe/{secret}",
    operation: "ask_to_stop",
    summary: "Ask whether mails are to stop",
    description: "Says how to stop them. Changes nothing: programs open links before people do.",
    tag: "Notices",
    access: "public",
    params,
    success,
    handler: ({ dependencies: { pageUrl } }) =>
      Promise.resolve({
        status: 200,
        body:
          `Nothing has been changed. To stop these mails, switch them off in your profile${
            pageUrl ? `, ${pageUrl}` : ""
          }, by your mail ` +
          'program\'s own "Unsubscribe", or by a POST to this address.\n',
      }),
  }),
  defineRoute({
    method: "post",
    path: "/unsubscribe/{secret}",
    operation: "stop_mails",
    summary: "Stop the mails of a channel",
    description:
      "Switches the channel off whose secret the link has, as RFC 8058 says. Its owner can switch it on again.",
    tag: "Notices",
    access: "public",
    params,
    problems: ["unavailable"],
    success,
    handler: async ({ dependencies, secret = "" }) => {
      const isOne = /^[0-9a-f]{64}$/.test(secret);
      if (!isOne || !await dependencies.database.stopChannel(secret)) throw problems.notFound();
      return { status: 200, body: "Kith sends no more mails to this address.\n" };
    },
  }),
];
