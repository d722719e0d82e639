import { defineRoute, type Route } from "../core/route.ts";
import { apiDocument, markdown } from "./schema.ts";

// The descriptions are made, and the modules that make them imported, with the first request for them: no other request
// needs either.

const tag = "Service";
const access = "public";

/**
 * The routes that describe the API.
 * @param routes all routes; imported with the first request
 */
export const documentRoutes = (routes: () => Promise<Route[]>): Route[] => [
  defineRoute({
    method: "get",
    path: "/openapi.json",
    operation: "get_openapi",
    summary: "Describe the API",
    description: "This document: OpenAPI 3.1, made from what validates requests and forms answers.",
    tag,
    access,
    success: { status: 200, description: "The document.", schema: apiDocument },
    handler: answer(async () => (await import("./document.ts")).documentText(await routes())),
  }),
  defineRoute({
    method: "get",
    path: "/errors",
    operation: "get_errors",
    summary: "Explain the error codes",
    description:
      "What each `code` means and how to mend it. The `type` of every problem points here.",
    tag,
    access,
    success: {
      status: 200,
      description: "The catalogue, one heading a code.",
      contentType: "text/markdown",
      schema: markdown(
        "# Errors\n\n## not_found\n\n**404 Not found.** There is no such path, or …",
      ),
    },
    handler: answer(async () => (await import("./error-guide.ts")).errorGuide()),
  }),
  defineRoute({
    method: "get",
    path: "/llms.txt",
    operation: "get_llms_txt",
    summary: "Explain the API to an agent",
    description: "What an agent needs to use the API, in less than 150 lines.",
    tag,
    access,
    success: {
      status: 200,
      description: "The guide.",
      contentType: "text/markdown",
      schema: markdown("# Kith\n\n> A personal contact manager over HTTP …"),
    },
    handler: answer(async () => (await import("./agent-guide.ts")).agentGuide(await routes())),
  }),
];

/** A handler that answers with a text, which is made once. */
function answer(make: () => Promise<string>): NonNullable<Route["handler"]> {
  let text: Promise<string> | undefined;
  return async () => ({ status: 200, body: await (text ??= make()) });
}
