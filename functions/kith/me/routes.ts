// The routes of the profile and of deleting the account.
import { deleteWithPhotos } from "../contacts/photos/run.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { profile, profileUpdate } from "./schema.ts";

const tag = "Profile";

export const profileRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/me",
    operation: "get_me",
    summary: "Get the profile",
    description:
      "The account of the credential: name, e-mail address, time zone and country; and the limits of the credential. Every key " +
      "may ask for it: without `profile:read` name, country and e-mail address are null.",
    tag,
    scopes: [],
    tagged: true,
    success: { status: 200, description: "The profile.", schema: profile },
  }),
  defineRoute({
    method: "patch",
    path: "/me",
    operation: "update_me",
    table: "kith.profiles",
    summary: "Update the profile",
    description: "Absent members stay, null clears.",
    tag,
    scopes: ["profile:write"],
    logged: true,
    tagged: true,
    body: profileUpdate,
    resource: profile,
    problems: ["invalid_reference"],
    success: { status: 200, description: "The profile as it is now.", schema: profile },
  }),
  defineRoute({
    method: "delete",
    path: "/me",
    operation: "delete_me",
    table: "kith.profiles",
    summary: "Delete the account",
    description:
      "Deletes the account and everything that belongs to it. Access tokens only. After a 503 send the request again.",
    tag,
    tagged: true,
    access: "accessToken",
    success: { status: 204, description: "Deleted." },
    handler: deleteWithPhotos,
  }),
];
