import { defineRoute, type Route } from "../core/route.ts";
import {
  connection,
  connectionCreate,
  connectionPage,
  connectionParams,
  connectionQuery,
  connectionUpdate,
} from "./schema.ts";

const tag = "Connections";
const access = "accessToken";

export const connectionRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/connections",
    operation: "list_connections",
    summary: "List connections",
    description: "One page of the apps that were approved by OAuth, oldest first.",
    tag,
    access,
    query: connectionQuery,
    success: { status: 200, description: "One page of connections.", schema: connectionPage },
  }),
  defineRoute({
    method: "post",
    path: "/connections",
    operation: "create_connection",
    summary: "Approve an OAuth client",
    description:
      "From then on its access tokens work, within these limits, as an API key does. Absent or null `scopes`, `networkIds` " +
      "and `expiresAt` set no limit. A client that has a connection keeps its id and gets the name and limits of this " +
      "request. An account has at most 50.",
    tag,
    access,
    tagged: true,
    body: connectionCreate,
    resource: connection,
    problems: ["quota_exceeded", "invalid_reference"],
    success: { status: 201, description: "The connection.", schema: connection },
  }),
  defineRoute({
    method: "get",
    path: "/connections/{id}",
    operation: "get_connection",
    summary: "Get a connection",
    description: "One connection.",
    tag,
    access,
    tagged: true,
    params: connectionParams,
    success: { status: 200, description: "The connection.", schema: connection },
  }),
  defineRoute({
    method: "patch",
    path: "/connections/{id}",
    operation: "update_connection",
    summary: "Rename a connection or change its limits",
    description:
      "Absent members stay; null removes a limit. From the next request on the client may do what it is allowed then. A " +
      "connection that has expired works again with a later expiry.",
    tag,
    access,
    tagged: true,
    params: connectionParams,
    body: connectionUpdate,
    resource: connection,
    problems: ["invalid_reference"],
    success: { status: 200, description: "The connection as it is now.", schema: connection },
  }),
  defineRoute({
    method: "delete",
    path: "/connections/{id}",
    operation: "delete_connection",
    summary: "Disconnect an OAuth client",
    description:
      "Its requests are refused from then on, and its sessions in Supabase Auth end. That Auth remembers the consent stays " +
      "until it is revoked there.",
    tag,
    access,
    tagged: true,
    params: connectionParams,
    success: { status: 204, description: "Deleted." },
  }),
];
