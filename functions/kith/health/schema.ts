import { z } from "zod";
import { lazily } from "../core/lazily.ts";

export const health = lazily(() =>
  z.object({ status: z.literal("ok") }).meta({
    id: "Health",
    example: { status: "ok" },
  })
);
