/** The routes that serve the documents which `npm run build` makes from all routes. */
import { z } from "zod";
import type { Dependencies } from "../core/call.ts";
import { lazily } from "../core/fields.ts";
import { publicPath } from "../core/paths.ts";
import { defineRoute, type Route } from "../core/route.ts";
import { sha256 } from "../core/sha256.ts";

/** The members of an OpenAPI document that clients need. */
const apiDocument = lazily(() =>
  z.looseObject({
    openapi: z.literal("3.1.0"),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.looseObject({}),
  }).meta({
    description: "An OpenAPI 3.1 document.",
    example: { openapi: "3.1.0", info: { title: "Kith", version: "1.0.0" }, paths: {} },
  })
);

/** A text in Markdown. */
function markdown(example: string) {
  return lazily(() => z.string().meta({ description: "Markdown.", example }));
}

const tag = "Service";
const access = "public";

/** The routes that describe the API. Their texts are imported by the first request for one of them. */
export const documentRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/openapi.json",
    operation: "get_openapi",
    summary: "Describe the API",
    description:
      "This document: OpenAPI 3.1, generated from the same schemas that validate requests.",
    tag,
    access,
    tagged: true,
    success: { status: 200, description: "The document.", schema: apiDocument },
    handler: answer(({ openapi }, { publicUrl }) => withAddress(openapi, publicUrl)),
  }),
  defineRoute({
    method: "get",
    path: "/errors",
    operation: "get_errors",
    summary: "Explain the error codes",
    description:
      "What each `code` means and what to do about it. The `type` of every problem is a link to this page.",
    tag,
    access,
    success: {
      status: 200,
      description: "The catalogue, with a heading for each code.",
      contentType: "text/markdown",
      schema: markdown(
        "# Errors\n\n## not_found\n\n**404 Not found.** There is no such path, or …",
      ),
    },
    handler: answer(({ errors }) => errors),
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
    handler: answer(({ guide }) => guide),
  }),
];

/**
 * The API document with the project's own address before the relative one.
 * @param publicUrl where clients reach the project, if that is known
 */
export function withAddress(openapi: string, publicUrl?: string): string {
  const document = JSON.parse(openapi);
  if (publicUrl) {
    document.servers.unshift({ url: publicUrl + publicPath, description: "This project." });
  }
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** A handler that answers with a text and its tag, which are made once; the tag is sent where the route has one. */
function answer(
  choose: (texts: typeof import("./texts.ts"), dependencies: Dependencies) => string,
): NonNullable<Route["handler"]> {
  let made: Promise<{ body: string; tag: string }> | undefined;
  const tagged = (body: string) => ({ body, tag: sha256(body).slice(0, 32) });
  return async ({ dependencies }) => ({
    status: 200,
    ...await (made ??= import("./texts.ts").then((texts) => tagged(choose(texts, dependencies)))),
  });
}
