import { after, at, type Open } from "./open.ts";

export const contacts = at("contacts", ".contact-row");

export const contact = after(at("contacts/<id>", ".person:has-text('Bela')"), async (page) => {
  await page.getByText("Return the book").waitFor();
});

const editingContact = after(contact, async (page) => {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First name").waitFor();
});

const duplicates = at("duplicates", ".pair");

const merging = after(duplicates, async (page) => {
  await page.getByRole("button", { name: /^Merge/ }).click();
  await page.getByText("Choose what stays").waitFor();
  await page.getByText("Only one of them has").click();
});

/** The list of contacts, the page of one, and duplicates. */
export const contactViews: Record<string, Open> = {
  "contacts": contacts,
  "nobody found": after(contacts, async (page) => {
    await page.getByRole("searchbox").fill("nobody like that");
    await page.getByText("No matching contacts").waitFor();
  }),
  "a contact": contact,
  "the form for a new contact": after(contacts, async (page) => {
    await page.getByRole("button", { name: "New contact" }).click();
    await page.getByLabel("First name").fill("a".repeat(100));
    await page.getByRole("button", { name: "Add address" }).click();
  }),
  "editing a contact": editingContact,
  "closing an edited contact": after(editingContact, async (page) => {
    await page.getByLabel("Nickname").fill("Zo");
    await page.keyboard.press("Escape");
    await page.getByText("Close without saving?").waitFor();
  }),
  "more for a contact": after(contact, async (page) => {
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    await page.getByRole("button", { name: "Archive" }).waitFor();
  }),
  "a note that is typed, and a toast": after(contact, async (page) => {
    await page.getByRole("button", { name: "We talked" }).click();
    await page.getByText(/^You were in touch/).waitFor();
    await page.getByLabel("New note").fill("Called about the trip.");
  }),
  "editing a note": after(contact, async (page) => {
    await page.getByRole("button", { name: /^More for the note/ }).first().click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit the note" }).waitFor();
  }),
  "the changes of a contact": after(contact, async (page) => {
    await page.getByRole("button", { name: "Changes", exact: true }).click();
    await page.getByText("Show the change").first().click();
    await page.getByText("Return the book").waitFor({ state: "detached" });
  }),
  "the form for a reminder": after(contact, async (page) => {
    await page.getByRole("button", { name: "Set a reminder" }).click();
    await page.getByLabel("Repeats").selectOption("Every 3 weeks");
  }),
  "choosing people": after(contact, async (page) => {
    await page.getByLabel("New note").fill("Hiked together.");
    await page.getByRole("combobox", { name: "People" }).pressSequentially("a");
    await page.getByRole("listbox").getByText("Ana").waitFor();
    await page.getByRole("button", { name: "Remove Zoë Müller" }).waitFor();
  }),
  "no such contact": at("contacts/00000000-0000-4000-8000-000000000000", ".state-title"),
  "duplicates": duplicates,
  "merging": merging,
  "what merging leads to": after(merging, async (page) => {
    await page.getByRole("button", { name: "Show the result" }).click();
    await page.getByText(/^The result/).waitFor();
  }),
};
