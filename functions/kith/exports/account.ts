import { z } from "zod";
import { lazily } from "../core/lazily.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { documentKinds, partedKinds, tableOf, wordsOf } from "../kinds/kinds.ts";
import { accountExport, inParts } from "./schema.ts";

const parts = ["profile", ...documentKinds.map(tableOf)];
const lists = ["profile", ...documentKinds.map(wordsOf)];
const listed = `${lists.slice(0, -1).join(", ")} and ${lists.at(-1)}`;

export const accountExportRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/export",
    operation: "export_account",
    summary: "Export everything",
    description:
      `P${
        listed.slice(1)
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
