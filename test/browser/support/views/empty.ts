import { after, at, type Open } from "./open.ts";

const contacts = at("contacts", ".way");

/** What an account without anything shows, and what it becomes by the examples; in this order. */
export const emptyViews: Record<string, Open> = {
  "today, empty": at("today", ".way"),
  "contacts, empty": contacts,
  "contacts, with examples": after(contacts, async (page) => {
    await page.getByRole("button", { name: "Show me with examples" }).click();
    await page.getByRole("button", { name: "Remove the examples" }).waitFor();
  }),
};
