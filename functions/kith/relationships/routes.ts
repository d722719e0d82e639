// The routes of relationships.
import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

export const relationshipRoutes: Route[] = Object.values(resourceRoutes({
  name: "relationship",
  tag: "Relationships",
  scopes: ["contacts:read", "contacts:write"],
  schemas,
}, {
  list: {
    description:
      "One page of the relationships; with `contactId` those of this contact, each as seen from it, whichever side it was written from.",
  },
  create: {
    description:
      "Says what somebody is to a contact. It is written once and read from both sides. At most 200 a contact; of two people, a kind and its labels once.",
    problems: ["invalid_reference"],
  },
  get: { description: "One relationship, as it was written." },
  update: { description: "Absent members stay, null clears.", problems: ["invalid_reference"] },
  delete: { description: "Both people stay." },
}));
