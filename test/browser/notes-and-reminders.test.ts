import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openContact(timezone?: string) {
  const person = await newPerson();
  const id = await fillAccount(person);
  if (timezone) await person.kith.me.update({ timezone });
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: /Zoë/ }).click();
  await visited.page.getByText("Return the book").waitFor();
  const query = { contactId: id };
  const notes = async () => (await person.kith.notes.list(query)).data;
  const reminders = async () => (await person.kith.reminders.list(query)).data;
  const undo = (text: string) =>
    visited.page.locator(".toast").filter({ hasText: text })
      .getByRole("button", { name: "Undo" }).click();
  return { person, id, notes, reminders, undo, ...visited };
}

describe("a note", () => {
  test("is written where one looks, with a type and a day", async () => {
    const { page, notes, undo } = await openContact();
    await page.getByLabel("New note").fill("Talked about the trip.");
    await page.getByLabel("Type").selectOption({ index: 1 });
    await page.getByLabel("Day", { exact: true }).fill("2024-05-17");
    await page.getByRole("button", { name: "Save note" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "Talked about the trip." });
    await card.waitFor();
    // A day alone has no time.
    expect(await card.locator("time").textContent()).toBe("17 May 2024");
    await card.getByText("Phone call").waitFor();
    expect(await page.getByLabel("New note").inputValue()).toBe("");
    expect((await notes()).map(({ content }) => content)).toContain("Talked about the trip.");
    await undo("The note is saved.");
    await card.waitFor({ state: "detached" });
    expect(await notes()).toHaveLength(1);
  });

  test("is edited and deleted, and comes back", async () => {
    const { page, notes, undo } = await openContact();
    const card = page.locator("li.note");
    const menu = card.getByRole("button", { name: /^More for the note/ });
    await menu.click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Note", { exact: true }).fill("Shorter.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await card.filter({ hasText: "Shorter." }).waitFor();
    const [note] = await notes();
    expect(note).toMatchObject({
      content: "Shorter.",
      contactIds: [note!.contactId, expect.any(String)],
    });
    await menu.click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Delete" }).click();
    await card.waitFor({ state: "detached" });
    await page.getByRole("group", { name: "Show only" }).getByRole("button", { name: "Notes" })
      .click();
    await page.getByText("No notes about this contact yet.").waitFor();
    await undo("The note is deleted.");
    await card.filter({ hasText: "Shorter." }).waitFor();
  });
});

describe("a reminder on a contact’s page", () => {
  test("is set in the profile’s time zone, recurs in words, and is put off", async () => {
    const { page, reminders } = await openContact("America/New_York");
    await page.getByRole("button", { name: "Set a reminder" }).click();
    await page.getByLabel("What").fill("Call her");
    await page.getByLabel("Day", { exact: true }).fill("2099-07-01");
    await page.getByLabel("Time").fill("18:30");
    await page.getByLabel("Repeats").selectOption("Every 3 weeks");
    await page.getByLabel("After I did it").check();
    await page.getByRole("button", { name: "Set reminder" }).click();
    await page.getByText("Repeats every 3 weeks, after I did it").waitFor();
    const made = async () => (await reminders()).find(({ title }) => title === "Call her");
    expect(await made()).toMatchObject({
      dueAt: "2099-07-01T22:30:00.000Z",
      recurrence: "FREQ=WEEKLY;INTERVAL=3",
      recurrenceFrom: "completion",
    });
    await page.getByRole("button", { name: "More for Call her" }).click();
    await page.getByRole("button", { name: "Put off: in a week" }).click();
    await page.locator(".toast").filter({ hasText: "Call her: now due" }).waitFor();
    expect(Date.parse((await made())!.dueAt!)).toBeLessThan(Date.now() + 8 * 86_400_000);
  });
});
