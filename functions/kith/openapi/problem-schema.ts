import { z } from "zod";
import { lazily } from "../core/lazily.ts";
import { extensible, id } from "../core/fields.ts";
import { problemCatalogue, violationCodes } from "../core/problem.ts";

const codeOf = (codes: readonly string[], description: string) =>
  extensible(codes, `${description} Codes may be added, so treat an unknown one like the status.`);

/** Problem details (RFC 9457), for the API document. */
export const problemSchema = lazily(() =>
  z.object({
    type: z.string().meta({ description: "Page that explains the code.", format: "uri-reference" }),
    title: z.string().meta({ description: "The code in words." }),
    status: z.int().min(400).max(599).meta({ description: "HTTP status." }),
    detail: z.string().meta({ description: "What happened, for people." }),
    code: codeOf(Object.keys(problemCatalogue), "What happened, for programs."),
    requestId: z.string().meta({ description: "The X-Request-Id of the answer." }),
    errors: z.array(
      z.object({
        in: z.enum(["body", "query", "path", "header", "resource"]).meta({
          description: "Where in the request it is, or in which resource.",
        }),
        pointer: z.string().meta({ description: "JSON pointer (RFC 6901) to what is wrong." }),
        code: codeOf(violationCodes, "What is wrong with it, for programs."),
        message: z.string(),
      }).meta({ id: "Violation" }),
    ).optional().meta({ description: "Every violation of an invalid request." }),
    mergedInto: id("With 404 of `GET /contacts/{id}`: the contact that this one was merged into.")
      .optional(),
  }).meta({ id: "Problem" })
);
