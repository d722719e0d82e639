// The schemas of notes.
import { z } from "zod";
import {
  aboutContacts,
  checkFirstContact,
  id,
  lazily,
  onObjects,
  verbatimText,
  violation,
} from "../core/fields.ts";
import { lengths } from "../core/limits.ts";
import { day, instant, instantOrDay, isDay } from "../core/dates.ts";
import {
  fieldsOf,
  pageOf,
  paging,
  pickable,
  searchIn,
  sortedBy,
  timestamps,
} from "../core/lists.ts";

const fields = lazily(() => ({
  content: verbatimText(1, lengths.note).meta({
    description: "Stored as it was sent, without trimming.",
    example: "Talked about the climbing trip in May.",
  }),
  ...aboutContacts(),
  noteTypeId: id("The note's type.").nullable(),
  occurredAt: instantOrDay(
    "When it happened, at most a day in the future; a date means the start of that day.",
  ),
}));

export const noteCreate = lazily(() =>
  z.strictObject(fields())
    .partial({ contactId: true, contactIds: true, noteTypeId: true, occurredAt: true })
    .superRefine(checkFirstContact, onObjects)
    .meta({ id: "NoteCreate", example: { content: "Talked about the climbing trip in May." } })
);

export const noteUpdate = lazily(() =>
  z.strictObject(fields()).partial().superRefine(checkFirstContact, onObjects)
    .meta({ id: "NoteUpdate", example: { occurredAt: "2026-03-14" } })
);

export const note = lazily(() =>
  z.object({
    id: id("Identifies the note."),
    ...fields(),
    occurredAt: instant("When it happened."),
    ...timestamps(instant),
  }).meta({
    id: "Note",
    example: {
      id: "0190a5c2-8d42-7a19-b0f3-6e1d2c3b4a59",
      content: "Talked about the climbing trip in May.",
      contactId: "0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f",
      contactIds: ["0190a5c2-6f7e-7cc3-98c4-dc0c0c07398f"],
      noteTypeId: "0190a5c2-9e53-7b2a-a1c4-7f2e3d4c5b6a",
      occurredAt: "2026-03-14T09:00:00.000Z",
      createdAt: "2026-03-14T09:26:53.000Z",
      updatedAt: "2026-03-14T09:26:53.000Z",
    },
  })
);

export const notePage = lazily(() => pageOf(pickable(note()), "NotePage"));

export const noteQuery = lazily(() =>
  z.object({
    ...paging(),
    sort: sortedBy("-occurredAt", "createdAt"),
    contactId: id("Only notes about this contact, alone or with others.").optional(),
    noteTypeId: id("Only notes of this type.").optional(),
    from: day("Only notes of this day or later, in the profile's time zone. Not after `to`.")
      .optional(),
    to: day("Only notes of this day or earlier, in the profile's time zone. Not before `from`.")
      .optional(),
    search: searchIn("the note", "`boat OR ship` finds either."),
    fields: fieldsOf(note),
  }).superRefine(({ from, to }, context) => {
    // Valid dates in this format can be compared as text; invalid ones are reported already.
    if (from && to && isDay(from) && isDay(to) && from > to) {
      context.addIssue(violation("too_big", "Must not be after `to`.", ["from"]));
    }
  }, onObjects)
);
