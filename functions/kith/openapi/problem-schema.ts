import { z } from "zod";
import { problemCatalogue, violationCodes } from "../core/problem.ts";

/** Problem details (RFC 9457), for the API document. */
export const problemSchema = z.object({
  type: z.string().meta({ description: "Page that explains the code.", format: "uri-reference" }),
  title: z.string().meta({ description: "The code in words." }),
  status: z.int().meta({ description: "HTTP status." }),
  detail: z.string().meta({ description: "What happened, for people." }),
  code: z.enum(Object.keys(problemCatalogue)).meta({ description: "What happened, for programs." }),
  requestId: z.string().meta({ description: "The X-Request-Id of the answer." }),
  errors: z.array(
    z.object({
      in: z.enum(["body", "query", "path", "header"]),
      pointer: z.string().meta({ description: "JSON pointer (RFC 6901) to what is wrong." }),
      code: z.enum(violationCodes),
      message: z.string(),
    }).meta({ id: "Violation" }),
  ).optional().meta({ description: "Every violation of an invalid request." }),
}).meta({ id: "Problem" });
