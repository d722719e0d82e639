// The list of all tools.
import type { Tool } from "./tool.ts";
import { activityTools } from "./activity.ts";
import { contactTools, manyTools } from "./contacts.ts";
import { duplicateTools, networkTools } from "./networks.ts";
import { exportTools } from "./exports.ts";
import { importTools } from "./imports.ts";
import { lookupTools } from "./lookup.ts";
import { noteTools } from "./notes.ts";
import { relationshipTools } from "./relationships.ts";
import { manyReminderTools, reminderTools } from "./reminders.ts";

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...contactTools,
  ...manyTools,
  ...relationshipTools,
  ...noteTools,
  ...reminderTools,
  ...manyReminderTools,
  ...networkTools,
  ...duplicateTools,
  ...importTools,
  ...exportTools,
  ...activityTools,
  ...lookupTools,
];
