import type { Arguments } from "../db/handle.ts";
import { problems } from "../http/problems.ts";
import { defineRoute, type Route } from "../http/route.ts";
import {
  contact,
  contactPage,
  contactParams,
  contactPatch,
  contactQuery,
  newContact,
} from "./schema.ts";

const tag = "Contacts";

export const contactRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/contacts",
    operation: "list_contacts",
    summary: "List contacts",
    tag,
    query: contactQuery,
    success: { status: 200, description: "One page of contacts.", schema: contactPage },
  }),
  defineRoute({
    method: "post",
    path: "/contacts",
    operation: "create_contact",
    summary: "Create a contact",
    tag,
    body: newContact,
    resource: contact,
    problems: ["invalid_reference", "invalid_photo_path"],
    success: { status: 201, description: "The new contact.", schema: contact },
    handler: (call) => call.run(withoutPhoto(call.arguments)),
  }),
  defineRoute({
    method: "get",
    path: "/contacts/{id}",
    operation: "get_contact",
    summary: "Get a contact",
    tag,
    params: contactParams,
    success: { status: 200, description: "The contact.", schema: contact },
  }),
  defineRoute({
    method: "patch",
    path: "/contacts/{id}",
    operation: "update_contact",
    summary: "Update a contact",
    description: "Absent members stay, null clears, arrays are replaced.",
    tag,
    params: contactParams,
    body: contactPatch,
    resource: contact,
    problems: ["invalid_reference", "invalid_photo_path"],
    success: { status: 200, description: "The contact as it is now.", schema: contact },
    handler: (call) => call.run(withoutPhoto(call.arguments)),
  }),
  defineRoute({
    method: "delete",
    path: "/contacts/{id}",
    operation: "delete_contact",
    summary: "Delete a contact",
    description: "Its notes and reminders stay, without a contact.",
    tag,
    params: contactParams,
    success: { status: 204, description: "Deleted." },
  }),
];

/** As long as no photo can be uploaded, no path is that of a photo, and null is the only `photoUrl` there is. */
function withoutPhoto(args: Arguments): Arguments {
  if (typeof args.body?.["photoUrl"] === "string") throw problems.invalidPhotoPath();
  return args;
}
