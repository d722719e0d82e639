// The schemas and routes of the trash.
import { z } from "zod";
import { id, lazily } from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { oneOf, pageOf, paging, searchIn } from "../core/lists.ts";
import { eraseWithPhotos } from "../contacts/photos/run.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { listedKinds } from "../kinds/kinds.ts";
import { actor, resource, resourceId, resourceName } from "./schema.ts";

const trashItem = lazily(() =>
  z.object({
    id: id("The change set that deleted it. Undoing that brings it back."),
    resource: resource(),
    resourceId: resourceId(),
    name: resourceName(),
    deletedAt: instant("When it was deleted."),
    actor: actor(),
  }).meta({
    id: "TrashItem",
    example: {
      id: "0190a5c2-d186-7e5d-b4f7-a25b607f8e9d",
      resource: "contact",
      resourceId: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
      name: "Zoë Müller",
      deletedAt: "2026-03-14T09:26:53.000Z",
      actor: {
        kind: "api_key",
        id: "0190a5c2-c075-7d4c-a3e6-914a5f6e7d8c",
        name: "Mail assistant",
      },
    },
  })
);

const trashPage = lazily(() => pageOf(trashItem(), "TrashPage"));

const trashQuery = lazily(() =>
  z.object({
    ...paging(),
    resource: oneOf(listedKinds, "Only resources of this kind."),
    search: searchIn("the name"),
  })
);

const trashParams = lazily(() => z.object({ id: id("Id of the change set that deleted it.") }));

const tag = "Activity";
const access = "accessToken";

export const trashRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/trash",
    operation: "list_trash",
    summary: "List the trash",
    description:
      "One page of what was deleted and can come back, newest first. `POST /activity/{id}/undo` with its `id` brings it back.",
    tag,
    scopes: ["activity:read"],
    query: trashQuery,
    success: { status: 200, description: "One page of the trash.", schema: trashPage },
  }),
  defineRoute({
    method: "delete",
    path: "/trash",
    operation: "erase_trash",
    summary: "Empty the trash",
    description: "Erases for good what was deleted, the pictures included.",
    tag,
    access,
    success: { status: 204, description: "Erased." },
    handler: eraseWithPhotos,
  }),
  defineRoute({
    method: "delete",
    path: "/trash/{id}",
    operation: "erase_trash_item",
    summary: "Erase something in the trash",
    description: "Erases for good what this change set deleted.",
    tag,
    access,
    params: trashParams,
    success: { status: 204, description: "Erased." },
    handler: eraseWithPhotos,
  }),
];
