import { z } from "zod";
import { instant } from "../http/dates.ts";
import { color, id, nullableText, text } from "../http/fields.ts";
import { pageOf, stamps } from "../http/page.ts";
import { paging, sortedBy } from "../http/parameters.ts";

const fields = {
  name: text(1, 100).meta({ description: "Unique, whatever its case.", example: "Phone call" }),
  icon: nullableText(16).meta({ description: "An emoji or a short name.", example: "☎️" }),
  color: color(),
  countsAsContact: z.boolean().meta({
    description: "Whether a note of this type is a contact with the person.",
  }),
};

export const newNoteType = z.strictObject(fields)
  .partial({ icon: true, color: true, countsAsContact: true })
  .meta({ id: "NewNoteType", example: { name: "Phone call", icon: "☎️" } });

export const noteTypePatch = z.strictObject(fields).partial()
  .meta({ id: "NoteTypePatch", example: { countsAsContact: false } });

export const noteType = z.object({
  id: id("Identifies the note type."),
  ...fields,
  ...stamps(instant),
}).meta({ id: "NoteType" });

export const noteTypePage = pageOf(noteType, "NoteTypePage");

export const noteTypeQuery = z.object({ ...paging, sort: sortedBy("name", "createdAt") });

export const noteTypeParams = z.object({ id: id("Id of the note type.") });
