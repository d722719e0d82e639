import { defineRoute, type Route } from "../core/route.ts";
import {
  newNoteType,
  noteType,
  noteTypePage,
  noteTypeParams,
  noteTypePatch,
  noteTypeQuery,
} from "./schema.ts";

const tag = "Note types";

export const noteTypeRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/note-types",
    operation: "list_note_types",
    summary: "List note types",
    description: "One page of the note types, by name unless `sort` says otherwise.",
    tag,
    query: noteTypeQuery,
    success: { status: 200, description: "One page of note types.", schema: noteTypePage },
  }),
  defineRoute({
    method: "post",
    path: "/note-types",
    operation: "create_note_type",
    summary: "Create a note type",
    description: "Its name must be new, whatever the case of its letters.",
    tag,
    body: newNoteType,
    resource: noteType,
    problems: ["name_taken"],
    success: { status: 201, description: "The new note type.", schema: noteType },
  }),
  defineRoute({
    method: "get",
    path: "/note-types/{id}",
    operation: "get_note_type",
    summary: "Get a note type",
    description: "One note type.",
    tag,
    params: noteTypeParams,
    success: { status: 200, description: "The note type.", schema: noteType },
  }),
  defineRoute({
    method: "patch",
    path: "/note-types/{id}",
    operation: "update_note_type",
    summary: "Update a note type",
    description: "Absent members stay, null clears.",
    tag,
    params: noteTypeParams,
    body: noteTypePatch,
    resource: noteType,
    problems: ["name_taken"],
    success: { status: 200, description: "The note type as it is now.", schema: noteType },
  }),
  defineRoute({
    method: "delete",
    path: "/note-types/{id}",
    operation: "delete_note_type",
    summary: "Delete a note type",
    description: "Its notes stay, without a type.",
    tag,
    params: noteTypeParams,
    success: { status: 204, description: "Deleted." },
  }),
];
