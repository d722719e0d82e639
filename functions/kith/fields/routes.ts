// The routes of fields of one's own.
import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

export const fieldRoutes: Route[] = Object.values(resourceRoutes({
  name: "field",
  needsAllNetworks: true,
  tag: "Fields",
  scopes: ["contacts:read", "contacts:write"],
  schemas,
}, {
  list: {
    description: "One page of the fields, by `position` and name unless `sort` says otherwise.",
  },
  create: {
    description:
      "A field of one's own: contacts have its values in `custom`, by its key. At most 50.",
    problems: ["name_taken"],
  },
  get: { description: "One field." },
  update: { description: "Absent members stay.", problems: ["name_taken"] },
  delete: { description: "Its values stay with the contacts until they are cleared." },
}));
