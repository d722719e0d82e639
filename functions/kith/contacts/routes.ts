import { problems } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { contactBulkItems, contactBulkResult, contactBulkUpdate, runBulk } from "./bulk.ts";
import { attachPhoto, runWithPhotos } from "./photos/run.ts";
import {
  contact,
  contactCreate,
  contactDetails,
  contactDetailsQuery,
  contactPage,
  contactParams,
  contactQuery,
  contactUpdate,
} from "./schema.ts";

const tag = "Contacts";

export const contactRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/contacts",
    operation: "list_contacts",
    summary: "List contacts",
    description:
      "One page of the contacts that match every filter, by name unless `sort` says otherwise. Archived ones are left out unless `isArchived` asks for them.",
    tag,
    scopes: ["contacts:read"],
    query: contactQuery,
    success: { status: 200, description: "One page of contacts.", schema: contactPage },
    handler: (call) => runWithPhotos(call),
  }),
  defineRoute({
    method: "post",
    path: "/contacts",
    operation: "create_contact",
    summary: "Create a contact",
    description:
      "A contact needs a first name, last name, nickname or company; everything else is optional.",
    tag,
    scopes: ["contacts:write"],
    logged: true,
    tagged: true,
    body: contactCreate,
    resource: contact,
    problems: ["invalid_reference", "invalid_photo_path", "quota_exceeded"],
    success: { status: 201, description: "The new contact.", schema: contact },
    handler(call) {
      // A contact that does not exist yet cannot have an upload.
      if (typeof call.arguments.body?.["photoUrl"] === "string") throw problems.invalidPhotoPath();
      return runWithPhotos(call);
    },
  }),
  defineRoute({
    method: "post",
    path: "/contacts/bulk",
    operation: "bulk_contacts",
    summary: "Create, update and delete contacts",
    description:
      "At most 200 at once, in one change set. If one cannot be done, nothing is done; with `partial` the others are done.",
    tag,
    scopes: ["contacts:write"],
    logged: true,
    body: contactBulkUpdate,
    items: contactBulkItems,
    problems: ["invalid_reference", "not_found", "quota_exceeded"],
    success: { status: 200, description: "What was done.", schema: contactBulkResult },
    handler: runBulk,
  }),
  defineRoute({
    method: "get",
    path: "/contacts/{id}",
    operation: "get_contact",
    summary: "Get a contact",
    description:
      "One contact with all its members; with `include` also its newest notes, open reminders or networks. The `ETag` then covers " +
      "these too: for `If-Match` read the contact without `include`. The 404 of a contact that was merged has `mergedInto`.",
    tag,
    scopes: ["contacts:read"],
    tagged: true,
    params: contactParams,
    query: contactDetailsQuery,
    success: { status: 200, description: "The contact.", schema: contactDetails },
    handler: (call) => runWithPhotos(call),
  }),
  defineRoute({
    method: "patch",
    path: "/contacts/{id}",
    operation: "update_contact",
    summary: "Update a contact",
    description:
      "Absent members stay, null clears, arrays are replaced; `addEmails`, `removeEmails` and so on change single items. `photoUrl` takes the path of a new upload, or null.",
    tag,
    scopes: ["contacts:write"],
    logged: true,
    tagged: true,
    params: contactParams,
    body: contactUpdate,
    resource: contactDetails,
    problems: ["invalid_reference", "invalid_photo_path", "invalid_photo"],
    success: { status: 200, description: "The contact as it is now.", schema: contact },
    handler: (call) =>
      typeof call.arguments.body?.["photoUrl"] === "string"
        ? attachPhoto(call)
        : runWithPhotos(call),
  }),
  defineRoute({
    method: "delete",
    path: "/contacts/{id}",
    operation: "delete_contact",
    summary: "Delete a contact",
    description: "Its notes and reminders stay, but are no longer about it.",
    tag,
    scopes: ["contacts:write"],
    logged: true,
    tagged: true,
    params: contactParams,
    success: { status: 204, description: "Deleted." },
    handler: (call) => runWithPhotos(call),
  }),
];
