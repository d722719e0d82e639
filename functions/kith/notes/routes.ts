import { defineRoute, type Route } from "../core/route.ts";
import { note, noteCreate, notePage, noteParams, noteQuery, noteUpdate } from "./schema.ts";

const tag = "Notes";

export const noteRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/notes",
    operation: "list_notes",
    summary: "List notes",
    description:
      "One page of the notes that match every filter, the newest first unless `sort` says otherwise.",
    tag,
    scopes: ["notes:read"],
    query: noteQuery,
    success: { status: 200, description: "One page of notes.", schema: notePage },
  }),
  defineRoute({
    method: "post",
    path: "/notes",
    operation: "create_note",
    summary: "Create a note",
    description:
      "A note about contacts changes their `lastContactedAt`, unless the note's type has `countsAsContact: false`.",
    tag,
    scopes: ["notes:write"],
    logged: true,
    tagged: true,
    body: noteCreate,
    resource: note,
    problems: ["invalid_reference", "quota_exceeded"],
    success: { status: 201, description: "The new note.", schema: note },
  }),
  defineRoute({
    method: "get",
    path: "/notes/{id}",
    operation: "get_note",
    summary: "Get a note",
    description: "One note, with its content as it was sent.",
    tag,
    scopes: ["notes:read"],
    tagged: true,
    params: noteParams,
    success: { status: 200, description: "The note.", schema: note },
  }),
  defineRoute({
    method: "patch",
    path: "/notes/{id}",
    operation: "update_note",
    summary: "Update a note",
    description:
      "Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only.",
    tag,
    scopes: ["notes:write"],
    logged: true,
    tagged: true,
    params: noteParams,
    body: noteUpdate,
    resource: note,
    problems: ["invalid_reference"],
    success: { status: 200, description: "The note as it is now.", schema: note },
  }),
  defineRoute({
    method: "delete",
    path: "/notes/{id}",
    operation: "delete_note",
    summary: "Delete a note",
    description:
      "The `lastContactedAt` of its contacts is computed again from the remaining notes.",
    tag,
    scopes: ["notes:write"],
    logged: true,
    tagged: true,
    params: noteParams,
    success: { status: 204, description: "Deleted." },
  }),
];
