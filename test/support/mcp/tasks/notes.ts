import type { Json } from "../../client.ts";
import { idOf, inDays, type Task } from "./task.ts";

/** What people ask about what they have written down. */
export const noteTasks: Task[] = [
  {
    asked: "Log that I had lunch with Zoë and Max Weber yesterday and remind me in three weeks",
    async mcp(call) {
      const people = ["Zoë", "Max Weber"];
      await call("log_note", { content: "Lunch.", people, occurredAt: inDays(-1) });
      await call("set_reminder", { title: "Lunch again", people, due: "P3W" });
    },
    async rest(send) {
      const contactIds = [await idOf(send, "Zoë"), await idOf(send, "Max Weber")];
      await send("POST", "/notes", { content: "Lunch.", contactIds, occurredAt: inDays(-1) });
      await send("POST", "/reminders", { title: "Lunch again", contactIds, dueAt: inDays(21) });
    },
    effect: {
      async read(send) {
        const notes = await send("GET", "/notes?search=lunch");
        const { data } = await send("GET", "/reminders?sort=-createdAt");
        const about = [notes.data[0], data[0]].map(({ contactIds }) => contactIds.length);
        return [notes.total, data[0].title, ...about];
      },
      is: [1, "Lunch again", 2, 2],
    },
  },
  {
    asked: "What did I talk about with Zoë last time?",
    mcp: (call) => call("search_notes", { contact: "Zoë", limit: 1 }),
    rest: async (send) => send("GET", `/notes?contactId=${await idOf(send, "Zoë")}&pageSize=1`),
    tells: ["Lunch."],
    withholds: ["boat trip"],
  },
  {
    asked: "Where did I write about the boat trip?",
    mcp: (call) => call("search_notes", { search: "boat trip" }),
    rest: (send) => send("GET", "/notes?search=boat%20trip"),
    tells: ["the boat trip to Corsica", '"total":1'],
  },
  {
    asked: "In my note about Max Weber's move it has to be Tuesday, not Monday",
    async mcp(call) {
      const { notes } = await call("search_notes", { contact: "Max Weber", search: "Monday" });
      const [{ id, content }] = notes;
      await call("edit_note", { noteId: id, content: content.replace("Monday", "Tuesday") });
    },
    async rest(send) {
      const contactId = await idOf(send, "Max Weber");
      const { data } = await send("GET", `/notes?contactId=${contactId}&search=Monday`);
      const content = data[0].content.replace("Monday", "Tuesday");
      await send("PATCH", `/notes/${data[0].id}`, { content });
    },
    effect: {
      read: async (send) =>
        (await send("GET", "/notes?search=move")).data.map(({ content }: Json) => content),
      is: ["He will move to another flat on Tuesday and needs help with the piano."],
    },
  },
];
