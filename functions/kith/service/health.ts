// The route that says whether the service answers.
import { z } from "zod";
import { lazily } from "../core/fields.ts";
import { defineRoute, type Route } from "../core/route.ts";

const health = lazily(() =>
  z.object({ status: z.literal("ok") }).meta({
    id: "Health",
    example: { status: "ok" },
  })
);

export const healthRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/health",
    operation: "get_health",
    summary: "Check the service",
    description: "503 when the database does not answer. Needs no credential.",
    tag: "Service",
    access: "public",
    problems: ["unavailable"],
    success: { status: 200, description: "The service and its database answer.", schema: health },
    handler: async ({ dependencies }) => {
      await dependencies.database.ping();
      // Where there is no clock, a schedule that calls this has photos removed although no other request comes.
      dependencies.waitUntil(dependencies.photos.sweep(dependencies));
      return { status: 200, body: '{"status":"ok"}' };
    },
  }),
];
