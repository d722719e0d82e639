import { problemCatalogue, type ProblemCode } from "../core/problems.ts";
import type { Route } from "../core/route.ts";
import { problemExample } from "./errors.ts";
import { refusalHeaders } from "./operation.ts";
import type { Json } from "./json-schema.ts";

/** Collects the error responses of the document, by name; routes refer to them. */
export class Refusals {
  readonly found: Record<string, Json> = {};

  /** The error responses of a route by status, as references. */
  of({ access, problems }: Route): Record<string, Json> {
    const byStatus: Record<string, ProblemCode[]> = {};
    const order = Object.keys(problemCatalogue) as ProblemCode[];
    for (const code of order.filter((each) => problems.includes(each))) {
      (byStatus[problemCatalogue[code].status] ??= []).push(code);
    }
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, codes]) => {
        const name = this.#add(codes, refusalHeaders(access, codes));
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  #add(codes: ProblemCode[], headers: Json): string {
    const base = codes.map(pascalCase).join("Or");
    // The same codes have another name where the answer has no headers about the rate limit.
    const name = "X-RateLimit-Limit" in headers || codes.includes("unauthorized")
      ? base
      : `${base}Unmetered`;
    this.found[name] ??= describe(codes, headers);
    return name;
  }
}

function describe(codes: ProblemCode[], headers: Json): Json {
  const examples = codes.map((code) => [code, {
    summary: problemCatalogue[code].title,
    value: problemExample(code),
  }]);
  return {
    description: codes.map((code) => `${problemCatalogue[code].title} (\`${code}\`).`).join(" "),
    headers,
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replace("Json", "JSON").replace("Api", "API");
}
