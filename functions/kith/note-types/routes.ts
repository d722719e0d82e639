// The routes of note types.
import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

export const noteTypeRoutes: Route[] = Object.values(resourceRoutes({
  name: "note type",
  needsAllNetworks: true,
  tag: "Note types",
  scopes: ["notes:read", "notes:write"],
  schemas,
}, {
  list: { description: "One page of the note types, by name unless `sort` says otherwise." },
  create: { description: "The name must be unique, ignoring case.", problems: ["name_taken"] },
  get: { description: "One note type." },
  update: { description: "Absent members stay, null clears.", problems: ["name_taken"] },
  delete: { description: "Its notes stay, without a type." },
}));
