import { z } from "zod";
import { lazily } from "../core/lazily.ts";

/** The members of an OpenAPI document that clients need. */
export const apiDocument = lazily(() =>
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
export function markdown(example: string) {
  return lazily(() => z.string().meta({ description: "Markdown.", example }));
}
