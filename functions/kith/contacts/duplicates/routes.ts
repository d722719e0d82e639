import { defineRoute, type Route } from "../../core/route.ts";
import { mergeRoute } from "./merge.ts";
import { duplicateDismissal, duplicatePage, duplicateQuery } from "./schema.ts";

const tag = "Contacts";

export const duplicateRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/contacts/duplicates",
    operation: "list_duplicates",
    summary: "List possible duplicates",
    description:
      "Pairs of contacts that may be the same person, the most likely first: they share an e-mail address, a phone number or a " +
      "name, or have similar names. Archived contacts and dismissed pairs are left out, and what more than 50 contacts share. " +
      "`country` of the profile lets numbers with and without a calling code be compared.",
    tag,
    scopes: ["contacts:read"],
    query: duplicateQuery,
    success: { status: 200, description: "One page of pairs.", schema: duplicatePage },
  }),
  defineRoute({
    method: "post",
    path: "/contacts/duplicates/dismiss",
    operation: "dismiss_duplicate",
    summary: "Dismiss possible duplicates",
    description:
      "Pairs of these contacts are not listed any more. This is not in the log of changes: `dismissed: false` takes it back. The last 10,000 are kept.",
    tag,
    scopes: ["contacts:write"],
    body: duplicateDismissal,
    problems: ["invalid_reference"],
    success: { status: 204, description: "Dismissed." },
  }),
  mergeRoute,
];
