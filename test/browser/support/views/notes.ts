import { contacts } from "./contacts.ts";
import { after, at, type Open } from "./open.ts";

const notes = at("notes", ".note .person:has-text('Bela')");

const reminders = at("reminders?done=true", ".coming-done");

const networks = after(contacts, async (page) => {
  await page.getByRole("button", { name: "Edit networks" }).click();
  await page.getByRole("button", { name: "Edit Family" }).waitFor();
});

const noteTypes = after(notes, async (page) => {
  await page.getByRole("button", { name: "Note types" }).click();
  await page.getByRole("button", { name: "Edit Phone call" }).waitFor();
});

/** Notes and reminders, and what is managed where they are used. */
export const noteViews: Record<string, Open> = {
  "notes": notes,
  "no matching notes": at(`notes?search=${"a".repeat(100)}`, "text=No matching notes"),
  "reminders": reminders,
  "the form for a reminder about several": after(reminders, async (page) => {
    await page.getByRole("button", { name: "New reminder" }).click();
    await page.getByLabel("What").fill("a".repeat(100));
    await page.getByRole("combobox", { name: "People" }).pressSequentially("z");
    await page.getByRole("listbox").getByText("Zoë").waitFor();
  }),
  "networks": networks,
  "the form for a network": after(networks, async (page) => {
    await page.getByRole("button", { name: "Edit Family" }).click();
    await page.getByLabel("Description").fill("a".repeat(100));
  }),
  "note types": noteTypes,
  "the form for a note type": after(noteTypes, async (page) => {
    await page.getByRole("button", { name: "Edit Phone call" }).click();
    await page.getByLabel("Icon").fill("☎️");
  }),
};
