import { z } from "zod";
import { lazily } from "../core/lazily.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { accountExport, inParts } from "./schema.ts";

const parts = ["profile", "networks", "note_types", "contacts", "notes", "reminders"];

export const accountExportRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/export",
    operation: "export_account",
    summary: "Export everything",
    description:
      "Profile, networks, note types, contacts, notes and reminders, as of one instant, as a file that can be imported again; photos are links, which expire within " +
      "an hour. An answer that breaks off is not complete.",
    tag: "Profile",
    scopes: ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"],
    query: lazily(() => z.object(inParts(["contacts", "notes", "reminders"]))),
    success: { status: 200, description: "The file.", schema: accountExport, isFile: true },
    async handler(call) {
      const { runExport } = await import("./run.ts");
      const { jsonFormat } = await import("./json.ts");
      return await runExport(call, jsonFormat(call, parts), "kith");
    },
  }),
];
