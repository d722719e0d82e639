// The schemas and route of the feed of changes.
import { z } from "zod";
import { extensible, formatted, id, lazily } from "../core/fields.ts";
import { runWithPhotos } from "../contacts/photos/run.ts";
import { paging } from "../core/lists.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { kinds } from "../kinds/kinds.ts";

// A changed membership shows the contact and the network.
const changedKinds = kinds.filter((kind) => kind !== "membership");

const cursorPattern = /^[A-Za-z0-9_-]{1,100}$/;
const cursorExample = "MTc2Mzc0MDgwMA";

const changedResource = lazily(() =>
  z.object({
    resource: extensible(changedKinds, "What kind of resource it is."),
    id: id("Identifies the resource."),
    // Not a constant, because generators make an enum of it that some languages cannot have.
    deleted: z.boolean().optional().describe(
      "True where it does not exist any more, and then there is no `value`; else absent.",
    ),
    value: z.record(z.string(), z.unknown()).optional().describe(
      "The resource as it is now, as its own path answers it.",
    ),
  }).meta({ id: "ChangedResource" })
);

const changePage = lazily(() =>
  z.object({
    data: z.array(changedResource()).describe("Each resource that changed, once."),
    cursor: formatted(cursorPattern, "Must be a cursor.").meta({
      description: "Where to go on: the next `since`.",
      example: cursorExample,
    }),
    hasMore: z.boolean().describe("Whether there is more to read from `cursor` on now."),
  }).meta({
    id: "ChangePage",
    example: {
      data: [
        { resource: "note", id: "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59", deleted: true },
        {
          resource: "network",
          id: "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
          value: {
            id: "0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77",
            name: "Climbing",
            description: "Thursdays at the wall",
            color: "#3ECF8E",
            contactCount: 12,
            createdAt: "2026-03-02T08:15:00.000Z",
            updatedAt: "2026-03-14T09:26:53.000Z",
          },
        },
      ],
      cursor: cursorExample,
      hasMore: false,
    },
  })
);

const changesQuery = lazily(() =>
  z.object({
    since: formatted(cursorPattern, "Must be a cursor, as an answer of this operation has it.")
      .optional()
      .describe("The `cursor` of the answer before. Absent to get the cursor of now."),
    pageSize: paging().pageSize.describe(
      "Items on a page at most, except where one change has more: a contact that comes into the networks of a key brings its " +
        "notes and reminders. A page has about 4 MiB at most, and then fewer items and `hasMore`.",
    ),
  })
);

export const changeRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/changes",
    operation: "list_changes",
    summary: "Read what changed since a cursor",
    description:
      "For copies elsewhere: each resource that changed since, once, as it is now, or that it was deleted. Without `since` the " +
      "cursor of now and no data. A changed membership shows the contact and the network. With a key that is limited to " +
      "networks a contact that leaves them is reported as deleted, with its notes and reminders, and one that comes brings " +
      "them; a cursor is valid while the key keeps its scopes and networks.",
    tag: "Activity",
    scopes: ["activity:read"],
    query: changesQuery,
    problems: ["cursor_expired"],
    success: { status: 200, description: "One page of changes.", schema: changePage },
    handler: runWithPhotos,
  }),
];
