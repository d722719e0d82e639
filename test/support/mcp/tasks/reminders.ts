import type { Json } from "../../client.ts";
import { idOf, inDays, type Send, type Task } from "./task.ts";

/** The only reminder of this title. */
async function reminderOf(send: Send, title: string): Promise<Json> {
  const { data } = await send("GET", "/reminders");
  return data.find((each: Json) => each.title === title);
}

/** The reminder of this title among what is due. */
function dueOf(days: Json[], title: string): Json {
  return days.flatMap(({ items }) => items).find((item: Json) => item.title === title);
}

/** What people ask about what is to be done. */
export const reminderTasks: Task[] = [
  {
    asked: "Who should I call this week?",
    mcp: (call) => call("list_due", { days: 7 }),
    rest: (send) => send("GET", "/upcoming?days=7"),
    tells: ["Tom Baker", "Dentist", "Grace Lee", "Call the landlord"],
    withholds: ["Return the book"],
  },
  {
    asked: "What is overdue?",
    mcp: (call) => call("list_due", { days: 1 }),
    rest: (send) => send("GET", "/upcoming?days=1"),
    tells: ["Call the landlord", "Tom Baker"],
    withholds: ["Dentist"],
  },
  {
    asked: "Remind me to send Ana the photos in four days",
    mcp: (call) => call("set_reminder", { title: "Send photos", people: ["Ana"], due: "P4D" }),
    async rest(send) {
      const contactId = await idOf(send, "Ana");
      await send("POST", "/reminders", { title: "Send photos", contactId, dueAt: inDays(4) });
    },
    effect: {
      async read(send) {
        const { dueAt, contactIds } = await reminderOf(send, "Send photos");
        return [dueAt.slice(0, 10) === inDays(4), contactIds[0] === await idOf(send, "Ana")];
      },
      is: [true, true],
    },
  },
  {
    asked: "I have sent the photos",
    async mcp(call) {
      const { days } = await call("list_due", { days: 7 });
      await call("complete_reminder", { reminderId: dueOf(days, "Send photos").id });
    },
    async rest(send) {
      const { id } = await reminderOf(send, "Send photos");
      await send("PATCH", `/reminders/${id}`, { completed: true });
    },
    effect: { read: async (send) => (await reminderOf(send, "Send photos")).completed, is: true },
  },
  {
    asked: "Move the dentist to next week",
    async mcp(call) {
      const { days } = await call("list_due", { days: 7 });
      await call("set_reminder", { reminderId: dueOf(days, "Dentist").id, due: "P1W" });
    },
    async rest(send) {
      const { id } = await reminderOf(send, "Dentist");
      await send("PATCH", `/reminders/${id}`, { dueAt: inDays(7) });
    },
    effect: {
      read: async (send) => (await reminderOf(send, "Dentist")).dueAt.slice(0, 10) === inDays(7),
      is: true,
    },
  },
  {
    asked: "Remind me on the first of each month to call my mother",
    mcp: (call) => call("set_reminder", { ...mother, due: "2030-01-01" }),
    rest: (send) => send("POST", "/reminders", { ...mother, dueAt: "2030-01-01" }),
    effect: {
      read: async (send) => (await reminderOf(send, "Call mother")).recurrence,
      is: "FREQ=MONTHLY",
    },
  },
];

const mother = { title: "Call mother", recurrence: "FREQ=MONTHLY" };
