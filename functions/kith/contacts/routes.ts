// The routes of contacts.
import { runBulk } from "../core/bulk.ts";
import { problems } from "../core/problems.ts";
import { defineRoute, resourceRoutes, type Route } from "../core/route.ts";
import { contactBulk } from "./bulk.ts";
import { attachPhoto, runWithPhotos } from "./photos/run.ts";
import * as schemas from "./schema.ts";
import { bulkLimit } from "../core/limits.ts";

const { list, create, ...ofOne } = resourceRoutes({
  name: "contact",
  tag: "Contacts",
  scopes: ["contacts:read", "contacts:write"],
  schemas,
}, {
  list: {
    description:
      "One page of the contacts that match every filter, by name unless `sort` says otherwise. Archived ones are left out unless `isArchived` asks for them.",
    handler: runWithPhotos,
  },
  create: {
    description:
      "A contact needs a first name, last name, nickname or company; everything else is optional.",
    problems: ["invalid_reference", "invalid_photo_path"],
    handler(call) {
      // A contact that does not exist yet cannot have an upload.
      if (typeof call.arguments.body?.["photoUrl"] === "string") throw problems.invalidPhotoPath();
      return call.run(call.arguments);
    },
  },
  get: {
    description:
      "One contact with all its members; with `include` also its newest notes, open reminders, networks or relationships. The `ETag` then covers " +
      "these too: for `If-Match` read the contact without `include`. The 404 of a contact that was merged has `mergedInto`.",
    query: schemas.contactDetailsQuery,
    success: { status: 200, description: "The contact.", schema: schemas.contactDetails },
    handler: runWithPhotos,
  },
  update: {
    description:
      "Absent members stay, null clears, arrays are replaced; `addEmails`, `removeEmails` and so on change single items. `photoUrl` takes the path of a new upload, or null.",
    resource: schemas.contactDetails,
    problems: ["invalid_reference", "invalid_photo_path", "invalid_photo"],
    steps: ["prepare_photo", "attach_photo"],
    handler: (call) =>
      typeof call.arguments.body?.["photoUrl"] === "string"
        ? attachPhoto(call)
        : runWithPhotos(call),
  },
  delete: {
    description:
      "Its notes and reminders stay, but are no longer about it; with `withNotes` the notes about nobody else go too. Its relationships go with it.",
    query: schemas.contactDeletion,
  },
});

export const contactRoutes: Route[] = [
  list,
  create,
  defineRoute({
    method: "post",
    path: "/contacts/bulk",
    operation: "bulk_contacts",
    steps: ["change_contacts"],
    summary: "Create, update and delete contacts",
    description: `At most ${bulkLimit} at once, in one change set. ` +
      "If one cannot be done, nothing is done; with `partial` the others are done.",
    tag: "Contacts",
    scopes: ["contacts:write"],
    logged: true,
    body: contactBulk.body,
    items: contactBulk.items,
    problems: ["invalid_reference", "not_found"],
    success: { status: 200, description: "What was done.", schema: contactBulk.result },
    handler: runBulk,
  }),
  ...Object.values(ofOne),
];
