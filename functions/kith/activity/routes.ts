// The routes of the log of changes and of undoing.
import { eraseWithPhotos } from "../contacts/photos/run.ts";
import type { ProblemCode } from "../core/problems.ts";
import { defineRoute, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";
import { logDays } from "../core/limits.ts";

const tag = "Activity";
const undoProblems: ProblemCode[] = ["access_token_required", "conflict", "name_taken"];

export const activityRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/activity",
    operation: "list_activity",
    summary: "List the log of changes",
    description:
      `One page of the change sets that match every filter, newest first. What is older than ${logDays} days is removed.`,
    tag,
    scopes: ["activity:read"],
    query: schemas.activityQuery,
    success: { status: 200, description: "One page of change sets.", schema: schemas.activityPage },
  }),
  defineRoute({
    method: "get",
    path: "/activity/{id}",
    operation: "get_activity",
    summary: "Get a change set",
    description: "One change set, by the `X-Activity-Id` of an answer or by its id in the list.",
    tag,
    scopes: ["activity:read"],
    params: schemas.activityParams,
    success: { status: 200, description: "The change set.", schema: schemas.activity },
  }),
  defineRoute({
    method: "post",
    path: "/activity/{id}/undo",
    operation: "undo_activity",
    summary: "Undo a change set",
    description:
      "Every member goes back to what it was, what was deleted comes back with its memberships, links and photo, and what was " +
      "created is deleted. All or nothing unless `partial`: where something was changed since, 409 `conflict` names it. The " +
      "undoing is a change set too; undoing that one does it again. A limited API key may undo only what it may change now.",
    tag,
    scopes: ["activity:write"],
    logged: true,
    params: schemas.activityParams,
    body: schemas.undoCreate,
    bodyOptional: true,
    problems: undoProblems,
    success: { status: 200, description: "What was undone.", schema: schemas.undoResult },
  }),
  defineRoute({
    method: "post",
    path: "/activity/undo",
    operation: "undo_actor",
    summary: "Undo everything that one actor did",
    description:
      "Undoes at once what an API key, or the account with its access tokens, did since then. An API key may name only itself.",
    tag,
    scopes: ["activity:write"],
    logged: true,
    body: schemas.actorUndoCreate,
    problems: [...undoProblems, "invalid_reference"],
    success: { status: 200, description: "What was undone.", schema: schemas.undoResult },
  }),
  defineRoute({
    method: "delete",
    path: "/activity",
    operation: "erase_activity",
    summary: "Erase the log of changes",
    description:
      "Erases the whole log for good, and with it the trash and what could be undone. Every cursor of `GET /changes` expires.",
    tag,
    access: "accessToken",
    success: { status: 204, description: "Erased." },
    handler: eraseWithPhotos,
  }),
];
