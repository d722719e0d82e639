import { z } from "zod";
import { instantOrDay } from "../../core/dates.ts";
import { text } from "../../core/fields.ts";
import { oneOf, spokenNetwork } from "./fields.ts";

/** The filters of contacts, for looking at them and for changing all of them. */
export const filters = {
  search: z.string().max(200, "Must have at most 200 characters.").optional().meta({
    description:
      "Words of names, company, title, e-mail, phone, description or networks; all must match.",
  }),
  network: spokenNetwork.optional(),
  company: text(1, 200).optional(),
  hasEmail: z.boolean().optional(),
  hasPhone: z.boolean().optional(),
  lastContactedBefore: instantOrDay("Or never contacted.").optional(),
  birthdayMonth: z.int().min(1).max(12).optional(),
  needsContact: z.boolean().optional().meta({ description: "Who is due." }),
  isFavorite: z.boolean().optional(),
  isArchived: oneOf("true", "false", "any").optional(),
};
