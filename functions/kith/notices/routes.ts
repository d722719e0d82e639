// The link in mails that switches a channel off (RFC 8058): a program posts to it, and a person is told how.
import { z } from "zod";
import { lazily } from "../core/fields.ts";
import { secretParams } from "../core/path-secret.ts";
import { problems } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";

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
    params: secretParams,
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
    params: secretParams,
    problems: ["unavailable"],
    success,
    handler: async ({ dependencies, secret = "" }) => {
      const isOne = /^[0-9a-f]{64}$/.test(secret);
      if (!isOne || !await dependencies.database.stopChannel(secret)) throw problems.notFound();
      return { status: 200, body: "Kith sends no more mails to this address.\n" };
    },
  }),
];
