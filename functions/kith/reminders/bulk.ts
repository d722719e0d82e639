// Changing many reminders in one request.
import { bulkSchemas } from "../core/bulk.ts";
import { reminder, reminderCreate, reminderUpdate } from "./schema.ts";

export const reminderBulk = bulkSchemas({
  name: "reminder",
  create: reminderCreate,
  update: reminderUpdate,
  created: reminder,
  shown: reminder,
  valid: { title: "Valid" },
  example: {
    create: [{ title: "Send the photos" }],
    update: [{ id: "0190a5c2-af64-7c3b-92d5-803f4e5d6c7b", dueAt: "2026-03-21" }],
    delete: ["0190a5c2-7b11-7d20-8c6e-2f5d1c9a4e77"],
  },
  hasMore:
    "Whether there was no time for some: those with the error `unavailable`. Send these again.",
});
