import { cleanUpLater } from "../core/clean-up.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { health } from "./schema.ts";

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
      // A schedule that calls this has files removed although no other request comes. Each path is returned once a minute
      // at most, so that many calls have no more of them removed than a few.
      cleanUpLater(dependencies, await dependencies.database.ping());
      return { status: 200, body: '{"status":"ok"}' };
    },
  }),
];
