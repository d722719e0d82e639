// The export of an account as one document, whole or in parts.
import { z } from "zod";
import { instant } from "../core/dates.ts";
import { lazily, one, resourceNamed, uuidPattern } from "../core/fields.ts";
import { number } from "../core/lists.ts";
import { defineRoute, type Route } from "../core/route.ts";
import {
  documentKinds,
  type Kind,
  listOf,
  partedKinds,
  schemaOf,
  tableOf,
  wordsOf,
} from "../kinds/kinds.ts";

/** Where a part of an export begins: in one of these tables, after the row with this id. */
export const placeIn = (tables: string[]) =>
  new RegExp(`^(${tables.join("|")})\\.${uuidPattern.source.slice(1)}`);

const listed = (kind: Kind) => z.array(resourceNamed(schemaOf(kind)));

/** What is said of a list of everything. */
const words: Partial<Record<Kind, string>> = {
  contact: "Archived ones too.",
  reminder: "Completed ones too.",
};

const head = lazily(() => ({
  kith: one("Version of the format."),
  exportedAt: instant("The instant of the export."),
}));

const at = { kith: 1, exportedAt: "2026-03-14T09:26:53.000Z" };

export const contactExport = lazily(() =>
  z.object({
    ...head(),
    fields: listed("field"),
    networks: listed("network"),
    contacts: listed("contact").describe(
      "`photoUrl` is a signed URL, valid for half an hour to an hour.",
    ),
  })
    .meta({ id: "ContactExport", example: { ...at, fields: [], networks: [], contacts: [] } })
);

const accountExport = lazily(() =>
  z.object({
    ...head(),
    profile: resourceNamed("Profile"),
    ...Object.fromEntries(documentKinds.map((kind) => {
      const description = words[kind];
      return [listOf(kind), description ? listed(kind).meta({ description }) : listed(kind)];
    })),
  }).meta({
    id: "AccountExport",
    description: "Everything of an account, but for photos, which are links.",
    example: {
      ...at,
      profile: {
        id: "0190a5c2-5e6d-7bb2-87b3-cbfbfbf6287e",
        email: "ada@example.com",
        name: "Ada",
        timezone: "Pacific/Auckland",
        country: "NZ",
        nameOrder: "firstName",
        eastAsianNames: "lastName",
        digestAt: "08:00",
        digestDays: [1, 2, 3, 4, 5, 6, 7],
        leadDays: 7,
        savedFilters: [],
        contactId: null,
        createdAt: "2026-03-02T08:15:00.000Z",
        updatedAt: "2026-03-14T09:26:53.000Z",
        scopes: null,
        networkIds: null,
        expiresAt: null,
      },
      ...Object.fromEntries(documentKinds.map((kind) => [listOf(kind), []])),
    },
  })
);

/**
 * `rows` and `after`, for exports in parts.
 * @param parts the tables that may be in another part than the one before
 */
export function inParts(parts: string[]) {
  return {
    rows: number(
      1,
      1_000_000,
      `The most rows of a part (${
        parts.join(", ")
      }). Each part is as of its own instant, and is a file that can be imported by itself. ` +
        "The header `Link` has the address of the next part, if there is one. By default everything is in one file.",
    ),
    after: z.string().regex(placeIn(parts), "Must be from `Link`.").optional()
      .describe("Where the part begins, from the `Link` of the part before."),
  };
}

/** A file that is no JSON. */
export function file(description: string, example: string) {
  return lazily(() => z.string().meta({ description, example }));
}

const parts = ["profile", ...documentKinds.map(tableOf)];
const lists = ["Profile", ...documentKinds.map(wordsOf)];

export const accountExportRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/export",
    operation: "export_account",
    summary: "Export everything",
    description:
      `${lists.slice(0, -1).join(", ")} and ${
        lists.at(-1)
      }, as of one instant, as a file that can be imported again; photos are links, which expire within ` +
      "an hour. An answer that breaks off is not complete.",
    tag: "Profile",
    scopes: ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"],
    query: lazily(() => z.object(inParts(partedKinds.map(tableOf)))),
    success: { status: 200, description: "The file.", schema: accountExport, isFile: true },
    async handler(call) {
      const { runExport } = await import("./run.ts");
      const { jsonFormat } = await import("./json.ts");
      return await runExport(call, jsonFormat(call, parts), "kith");
    },
  }),
];
