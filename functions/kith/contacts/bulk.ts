// Changing many contacts in one request.
import type { z } from "zod";
import { bulkSchemas } from "../core/bulk.ts";
import { violation } from "../core/fields.ts";
import { contact, contactCreate, contactDetails, contactUpdate } from "./schema.ts";

const isUpload = (item: unknown) =>
  typeof (item as { photoUrl?: unknown } | null)?.photoUrl === "string";

/** Refuses to set photos. */
function checkPhotos(body: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const list of ["create", "update"]) {
    const items = body[list];
    if (!Array.isArray(items)) continue;
    items.forEach((item, index) => {
      if (!isUpload(item)) return;
      const message = "Set a photo with PATCH /contacts/{id}; here it can only be removed.";
      context.addIssue(violation("invalid_format", message, [list, index, "photoUrl"]));
    });
  }
}

export const contactBulk = bulkSchemas({
  name: "contact",
  create: contactCreate,
  update: contactUpdate,
  created: contact,
  shown: contactDetails,
  valid: { nickname: "Valid" },
  example: {
    create: [{ firstName: "Zoë" }],
    update: [{ id: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f", nickname: "Zo" }],
    delete: ["0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"],
  },
  hasMore:
    "Whether there was no time for some, because contacts have many notes: those with the error `unavailable`. Send these again.",
  check: checkPhotos,
});
