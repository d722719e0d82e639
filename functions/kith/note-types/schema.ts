// The schemas of note types.
import { z } from "zod";
import { color, id, lazily, line, nullableText } from "../core/fields.ts";
import { instant } from "../core/dates.ts";
import { pageOf, paging, sortedBy, timestamps } from "../core/lists.ts";

const fields = lazily(() => ({
  name: line(1, 100).meta({ description: "Unique, ignoring case.", example: "Phone call" }),
  icon: nullableText(16).meta({ description: "An emoji or a short name.", example: "☎️" }),
  color: color(),
  countsAsContact: z.boolean().describe(
    "Whether a note of this type counts as contact with the person.",
  ),
}));

export const noteTypeCreate = lazily(() =>
  z.strictObject(fields())
    .partial({ icon: true, color: true, countsAsContact: true })
    .meta({ id: "NoteTypeCreate", example: { name: "Phone call", icon: "☎️" } })
);

export const noteTypeUpdate = lazily(() =>
  z.strictObject(fields()).partial()
    .meta({ id: "NoteTypeUpdate", example: { countsAsContact: false } })
);

export const noteType = lazily(() =>
  z.object({
    id: id("Identifies the note type."),
    ...fields(),
    ...timestamps(instant),
  }).meta({
    id: "NoteType",
    example: {
      id: "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
      name: "Phone call",
      icon: "☎️",
      color: null,
      countsAsContact: true,
      createdAt: "2026-03-02T08:15:00.000Z",
      updatedAt: "2026-03-02T08:15:00.000Z",
    },
  })
);

export const noteTypePage = lazily(() => pageOf(noteType(), "NoteTypePage"));

export const noteTypeQuery = lazily(() =>
  z.object({ ...paging(), sort: sortedBy("name", "createdAt") })
);
