import { z } from "zod";
import { problemCatalogue, violationCodes } from "./problem.ts";

/** Problem details (RFC 9457), for the API document. */
export const problemSchema = z.object({
  type: z.string().meta({ description: "Page that explains the code.", format: "uri" }),
  title: z.string().meta({ description: "The code in words." }),
  status: z.int().meta({ description: "HTTP status." }),
  detail: z.string().meta({ description: "What happened, for people." }),
  code: z.enum(Object.keys(problemCatalogue)).meta({ description: "What happened, for programs." }),
  requestId: z.string().meta({ description: "The X-Request-Id of the answer." }),
  errors: z.array(
    z.object({
      in: z.enum(["body", "query", "path"]),
      pointer: z.string().meta({ description: "JSON pointer (RFC 6901) to what is wrong." }),
      code: z.enum(violationCodes),
      message: z.string(),
    }).meta({ id: "Violation" }),
  ).optional().meta({ description: "Every violation of an invalid request." }),
}).meta({
  id: "Problem",
  example: {
    type: "https://github.com/kith-crm/kith/blob/main/docs/errors.md#validation_failed",
    title: "Validation failed",
    status: 400,
    detail: "The request is not valid.",
    code: "validation_failed",
    requestId: "5f0c4a0e-8f54-4a3b-9d0e-1c0b1a5a7e11",
    errors: [{
      in: "body",
      pointer: "/emails/0/value",
      code: "invalid_format",
      message: "Must be an e-mail address.",
    }],
  },
});
