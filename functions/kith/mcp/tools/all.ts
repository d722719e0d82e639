import type { Tool } from "./tool.ts";
import { activityTools } from "./activity.ts";
import { contactTools } from "./contacts.ts";
import { duplicateTools } from "./duplicates.ts";
import { exportTools } from "./exports.ts";
import { importTools } from "./imports.ts";
import { manyTools } from "./many.ts";
import { networkTools } from "./networks.ts";
import { noteTools } from "./notes.ts";
import { reminderTools } from "./reminders.ts";

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...contactTools,
  ...manyTools,
  ...noteTools,
  ...reminderTools,
  ...networkTools,
  ...duplicateTools,
  ...importTools,
  ...exportTools,
  ...activityTools,
];
