import { defineRoute, type Route } from "../http/route.ts";
import { apiDocument, markdown } from "./schema.ts";

// What the service says about itself. It is made when it is first asked for, and what makes it is loaded then, so that
// no other request waits for it.

const tag = "Service";
const access = "public";

export const documentRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/openapi.json",
    operation: "get_openapi",
    summary: "Describe the API",
    description: "This document: OpenAPI 3.1, made from what validates requests and forms answers.",
    tag,
    access,
    success: { status: 200, description: "The document.", schema: apiDocument },
    handler: answer(async () => {
      const [{ documentText }, { routes }] = await Promise.all([
        import("./document.ts"),
        import("../routes.ts"),
      ]);
      return documentText(routes);
    }),
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
    handler: answer(async () => {
      const [{ agentGuide }, { routes }] = await Promise.all([
        import("./agent-guide.ts"),
        import("../routes.ts"),
      ]);
      return agentGuide(routes);
    }),
  }),
];

/** A handler that answers with a text that never changes while the function runs. */
function answer(make: () => Promise<string>): NonNullable<Route["handler"]> {
  let text: Promise<string> | undefined;
  return async () => ({ status: 200, body: await (text ??= make()) });
}
