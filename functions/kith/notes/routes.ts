// The routes of notes.
import { resourceRoutes, type Route } from "../core/route.ts";
import * as schemas from "./schema.ts";

export const noteRoutes: Route[] = Object.values(resourceRoutes({
  name: "note",
  tag: "Notes",
  scopes: ["notes:read", "notes:write"],
  schemas,
}, {
  list: {
    description:
      "One page of the notes that match every filter, the newest first unless `sort` says otherwise.",
  },
  create: {
    description:
      "A note about contacts changes their `lastContactedAt`, unless the note's type has `countsAsContact: false`.",
    problems: ["invalid_reference"],
  },
  get: { description: "One note, with its content as it was sent." },
  update: {
    description:
      "Absent members stay, null clears. `contactIds` replaces the list; `contactId` alone leaves that contact only.",
    problems: ["invalid_reference"],
  },
  delete: {
    description:
      "The `lastContactedAt` of its contacts is computed again from the remaining notes.",
  },
}));
