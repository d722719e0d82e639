import { publicPath } from "../core/paths.ts";
import type { Route } from "../core/route.ts";
import { headers } from "./headers.ts";
import { type Json, NamedSchemas } from "./json-schema.ts";
import { describeOperation } from "./operation.ts";
import { problemSchema } from "./problem-schema.ts";
import { Refusals } from "./refusals.ts";
import { about, tags } from "./words.ts";

/** The version of the service; package.json says the same. */
export const version = "1.0.0";

/**
 * The OpenAPI 3.1 document of these routes.
 * @param publicUrl where clients reach the project, if that is known
 */
export function describeApi(routes: Route[], publicUrl?: string): Json {
  const schemas = new NamedSchemas();
  const refusals = new Refusals();
  schemas.add(problemSchema(), "output");
  const paths: Json = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method] = describeOperation(route, schemas, refusals);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kith",
      version,
      summary: "A personal contact manager over HTTP.",
      description: about,
      contact: { name: "The administrator of the Supabase project that serves this document" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      ...(publicUrl ? [{ url: publicUrl + publicPath, description: "This project." }] : []),
      // Relative, so that it is correct for every host that the document is served from.
      { url: publicPath, description: "Where this document was read." },
    ],
    tags: tags.filter(({ name }) => routes.some((route) => route.tags.includes(name))),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "kith_ and 40 hexadecimal characters",
          description:
            "An API key, for agents and scripts: 120 requests in any 60 seconds. The access token of an app that was approved as a " +
            "connection counts as one.",
        },
        accessToken: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "An access token of the project's Supabase Auth, for apps that people sign in to.",
        },
      },
      schemas: sorted(schemas.found),
      responses: sorted(refusals.found),
      headers,
    },
  };
}

/** The document as text, as it is served and committed. */
export function documentText(routes: Route[], publicUrl?: string): string {
  return `${JSON.stringify(describeApi(routes, publicUrl), null, 2)}\n`;
}

function sorted(record: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a < b ? -1 : 1));
}
