import { z } from "zod";
import { instant } from "../http/dates.ts";
import { id, nullableText, text } from "../http/fields.ts";
import { stamps } from "../http/page.ts";

const fields = {
  name: nullableText(255),
  timezone: text(1, 255).meta({
    description: "IANA time zone, in which days begin and end.",
    example: "Pacific/Auckland",
  }),
};

export const profilePatch = z.strictObject(fields).partial()
  .meta({ id: "ProfilePatch", example: { timezone: "Pacific/Auckland" } });

export const profile = z.object({
  id: id("Identifies the account."),
  email: z.string().nullable().meta({ description: "The address that the account signs in with." }),
  ...fields,
  ...stamps(instant),
}).meta({ id: "Profile" });
