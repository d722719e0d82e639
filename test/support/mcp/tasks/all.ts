import { activityTasks } from "./activity.ts";
import { noteTasks } from "./notes.ts";
import { peopleTasks } from "./people.ts";
import { reminderTasks } from "./reminders.ts";
import type { Task } from "./task.ts";

/** All tasks, in an order in which each finds what an earlier one has made. */
export const tasks: readonly Task[] = [
  ...peopleTasks,
  ...noteTasks,
  ...reminderTasks,
  ...activityTasks,
];
