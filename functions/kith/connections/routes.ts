// The routes of connections of apps.
import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";
import { connectionLimit } from "../core/limits.ts";

export const connectionRoutes: Route[] = Object.values(resourceRoutes({
  name: "connection",
  table: "kith_private.api_keys",
  tag: "Connections",
  schemas,
}, {
  list: { description: "One page of the apps that were approved by OAuth, oldest first." },
  create: {
    summary: "Approve an OAuth client",
    description:
      "From then on its access tokens work, within these limits, as an API key does. Absent or null `scopes`, `networkIds` " +
      "and `expiresAt` set no limit. A client that has a connection keeps its id and gets the name and limits of this " +
      `request. An account has at most ${connectionLimit}.`,
    problems: ["quota_exceeded", "invalid_reference"],
    success: { status: 201, description: "The connection.", schema: schemas.connection },
  },
  get: { description: "One connection." },
  update: {
    summary: "Rename a connection or change its limits",
    description:
      "Absent members stay; null removes a limit. The new limits apply from the next request on. A " +
      "connection that has expired works again with a later expiry.",
    problems: ["invalid_reference"],
  },
  delete: {
    summary: "Disconnect an OAuth client",
    description:
      "From then on its requests are refused. Its sessions in Supabase Auth end; the consent stays there until it is revoked.",
  },
}));
