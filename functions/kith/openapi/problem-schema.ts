import { z } from "zod";
import { problemCatalogue, violationCodes } from "../core/problem.ts";

/** Not an enum, because generated clients fail to read a value that was added to one later. */
const extensible = (values: readonly string[], description: string) =>
  z.string().meta({
    description: `${description} Codes may be added, so treat an unknown one like the status.`,
    "x-extensible-enum": values,
  });

/** Problem details (RFC 9457), for the API document. */
export const problemSchema = z.object({
  type: z.string().meta({ description: "Page that explains the code.", format: "uri-reference" }),
  title: z.string().meta({ description: "The code in words." }),
  status: z.int().min(400).max(599).meta({ description: "HTTP status." }),
  detail: z.string().meta({ description: "What happened, for people." }),
  code: extensible(Object.keys(problemCatalogue), "What happened, for programs."),
  requestId: z.string().meta({ description: "The X-Request-Id of the answer." }),
  errors: z.array(
    z.object({
      in: z.enum(["body", "query", "path", "header"]).meta({
        description: "Where in the request it is.",
      }),
      pointer: z.string().meta({ description: "JSON pointer (RFC 6901) to what is wrong." }),
      code: extensible(violationCodes, "What is wrong with it, for programs."),
      message: z.string(),
    }).meta({ id: "Violation" }),
  ).optional().meta({ description: "Every violation of an invalid request." }),
}).meta({ id: "Problem" });
