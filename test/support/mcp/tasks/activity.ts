import type { Json } from "../../client.ts";
import { contactOf, idOf, type Task, yesterday } from "./task.ts";

/** What people ask about what was changed; the last of them takes everything back. */
export const activityTasks: Task[] = [
  {
    asked: "Delete Test Person",
    async mcp(call) {
      const { contacts } = await call("search_contacts", { search: "Test Person" });
      await call("delete_contact", { contactId: contacts[0].id });
    },
    rest: async (send) => send("DELETE", `/contacts/${await idOf(send, "Test Person")}`),
    effect: {
      read: async (send) => (await send("GET", "/contacts?search=test%20person")).total,
      is: 0,
    },
  },
  {
    asked: "Bring Test Person back",
    async mcp(call) {
      const { activity } = await call("recent_activity", { limit: 3 });
      const [deleted] = activity.filter(({ summary }: Json) => summary.startsWith("Deleted"));
      await call("undo", { activityId: deleted.id });
    },
    async rest(send) {
      const { data } = await send("GET", "/trash?search=test%20person");
      await send("POST", `/activity/${data[0].id}/undo`);
    },
    effect: {
      read: async (send) => (await contactOf(send, "Test Person")).displayName,
      is: "Test Person",
    },
  },
  {
    asked: "What was changed today?",
    mcp: (call) => call("recent_activity", { since: yesterday() }),
    rest: (send) => send("GET", `/activity?from=${yesterday()}`),
    tells: ["Test Person", "mother"],
  },
  {
    asked: "Undo what you did today",
    mcp: (call) => call("undo", { since: yesterday() }),
    async rest(send) {
      const { data } = await send("GET", `/activity?from=${yesterday()}&pageSize=1`);
      await send("POST", "/activity/undo", { actorId: data[0].actor.id, since: yesterday() });
    },
    effect: {
      async read(send) {
        const totals = ["/notes?search=lunch", "/contacts?search=lena", "/contacts?search=john"];
        return await Promise.all(totals.map(async (path) => (await send("GET", path)).total));
      },
      is: [0, 0, 2],
    },
  },
];
