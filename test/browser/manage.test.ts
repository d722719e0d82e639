import { describe, expect, test } from "vitest";
import { failing } from "./support/requests.ts";
import { expectFocus, openWith, undo } from "./support/people.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** The contacts, with a network of one of them, and the dialog for networks open. */
async function openNetworks() {
  const opened = await openWith(visit, "contacts", "Ana", "Bela");
  const { page, person, ids } = opened;
  const body = { name: "Family", color: "#C8553D", description: "All of us" };
  const family = await person.kith.networks.create(body);
  await person.kith.networks.addContact(family.id, ids["Ana"]!);
  await page.reload();
  await page.getByRole("button", { name: "Edit networks" }).click();
  const dialog = page.getByRole("dialog", { name: "Networks" });
  await dialog.getByText("Family").waitFor();
  const networks = async () => (await person.kith.networks.list()).data;
  const chip = (name: string) =>
    page.locator(".chips").getByRole("button", { name, exact: true, includeHidden: true });
  return { ...opened, family, dialog, networks, chip };
}

describe("networks", () => {
  test("are made with a colour, and the contacts can be limited to them at once", async () => {
    const { page, dialog, networks, chip } = await openNetworks();
    await dialog.getByRole("button", { name: "New network" }).click();
    await page.getByLabel("Name").fill("Climbing");
    await page.getByLabel("Description").fill("Thursdays");
    await page.getByRole("radio", { name: "Teal" }).check();
    await page.getByRole("button", { name: "Add network" }).click();
    await dialog.getByText("0 contacts · Thursdays").waitFor();
    expect(await networks()).toMatchObject([
      { name: "Climbing", description: "Thursdays", color: "#2A9D8F" },
      { name: "Family" },
    ]);
    await expectFocus(page, "New network");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expectFocus(page, "Edit networks");
    await chip("Climbing").click();
    await page.getByText("No matching contacts").waitFor();
  });

  test("are renamed and get another colour, with the keyboard alone", async () => {
    const { page, dialog, networks, chip } = await openNetworks();
    await dialog.getByRole("button", { name: "Edit Family" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Edit Family" }).waitFor();
    await page.getByLabel("Name").press("Control+A");
    await page.keyboard.type("Relatives");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expectFocus(page, "Red");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await dialog.getByText("Relatives", { exact: true }).waitFor();
    expect(await networks()).toMatchObject([
      { name: "Relatives", color: "#E0914B", description: "All of us", contactCount: 1 },
    ]);
    await expectFocus(page, "Edit Relatives");
    await chip("Relatives").waitFor({ state: "attached" });
    // Only the form is closed by the first Escape.
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Edit Relatives" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Edit Relatives" }).waitFor({ state: "detached" });
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("are deleted, how many contacts they have being said before, and come back in the dialog", async () => {
    const { page, dialog, networks, family, chip } = await openNetworks();
    await dialog.getByText("1 contact · All of us").waitFor();
    await dialog.getByRole("button", { name: "Delete Family" }).click();
    await dialog.getByText("There are no networks yet.").waitFor();
    await expectFocus(page, "New network");
    await chip("Family").waitFor({ state: "detached" });
    await undo(page, "Family is deleted. Its contact stays.");
    await dialog.getByText("1 contact · All of us").waitFor();
    expect((await networks())[0]!.id).toBe(family.id);
  });

  test("come back after the dialog is closed, too", async () => {
    const { page, dialog, networks, chip } = await openNetworks();
    await dialog.getByRole("button", { name: "Delete Family" }).click();
    await dialog.locator(".toast").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
    await undo(page, "Family is deleted.");
    await chip("Family").waitFor();
    expect(await networks()).toHaveLength(1);
  });

  test("are not made twice: the name is kept, and what is wrong is said", async () => {
    const { page, dialog, expectOnConsole } = await openNetworks();
    expectOnConsole(/status of 409/);
    await dialog.getByRole("button", { name: "New network" }).click();
    await page.getByLabel("Name").fill("family");
    await page.getByRole("button", { name: "Add network" }).click();
    await page.getByRole("dialog", { name: "New network" }).getByRole("alert").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("family");
  });

  test("keep what was typed when they cannot be saved, or were changed elsewhere", async () => {
    const opened = await openNetworks();
    const { page, dialog, person, family, networks } = opened;
    await dialog.getByRole("button", { name: "Edit Family" }).click();
    const form = page.getByRole("dialog", { name: "Edit Family" });
    const save = () => form.getByRole("button", { name: "Save" }).click();
    const repair = await failing(opened, /\/networks\/[\w-]+$/, "PATCH");
    await form.getByLabel("Name").fill("Mine");
    await save();
    await form.getByText("The database is away.").waitFor();
    expect(await form.getByLabel("Name").inputValue()).toBe("Mine");
    await repair();
    await person.kith.networks.update(family.id, { description: "Theirs" });
    await save();
    await form.getByText("This was changed elsewhere meanwhile.").waitFor();
    expect(await form.getByLabel("Name").inputValue()).toBe("Mine");
    expect(await form.getByLabel("Description").inputValue()).toBe("Theirs");
    await save();
    await form.waitFor({ state: "detached" });
    expect(await networks()).toMatchObject([{ name: "Mine", description: "Theirs" }]);
  });

  test("are changed from the form for a contact, which stays as it was", async () => {
    const { page, dialog } = await openNetworks();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "New contact" }).click();
    await page.getByLabel("First name").fill("Clara");
    const form = page.getByRole("dialog", { name: "New contact" });
    await form.getByRole("button", { name: "Edit networks" }).click();
    await dialog.getByRole("button", { name: "Edit Family" }).click();
    await page.getByRole("dialog", { name: "Edit Family" }).getByLabel("Name").fill("Relatives");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("Relatives", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await form.getByRole("checkbox", { name: "Relatives" }).check();
    expect(await page.getByLabel("First name").inputValue()).toBe("Clara");
  });
});

describe("note types", () => {
  test("are made while a note is written, which stays as it was", async () => {
    const { page, person, notes } = await openWith(visit, "contacts/Ana", "Ana");
    await page.getByLabel("New note").fill("By letter.");
    await page.getByRole("button", { name: "Edit types" }).click();
    await page.getByText("There are no note types yet.").waitFor();
    await page.getByRole("button", { name: "New note type" }).click();
    await page.getByLabel("Name").fill("Letter");
    await page.getByLabel("Icon").fill("✉️");
    await page.getByLabel("Counts as contact").uncheck();
    await page.getByRole("button", { name: "Add note type" }).click();
    await page.getByText("Does not count as contact").waitFor();
    const types = (await person.kith.noteTypes.list()).data;
    expect(types).toMatchObject([{ name: "Letter", icon: "✉️", countsAsContact: false }]);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByLabel("Type").selectOption({ label: "✉️ Letter" });
    await page.getByRole("button", { name: "Save note" }).click();
    await page.locator("li.note").filter({ hasText: "✉️ Letter" }).waitFor();
    expect(await notes()).toMatchObject([{ content: "By letter.", noteTypeId: types[0]!.id }]);
  });

  test("are changed and deleted from the view of all notes, and come back with their notes", async () => {
    const { page, person } = await openWith(visit, "notes");
    const type = await person.kith.noteTypes.create({ name: "Call" });
    await person.kith.notes.create({ content: "Hello.", noteTypeId: type.id });
    await page.reload();
    await page.getByRole("button", { name: "Note types" }).click();
    const dialog = page.getByRole("dialog", { name: "Note types" });
    await dialog.getByText("Counts as contact", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Edit Call" }).click();
    await page.getByLabel("Name").fill("Phone call");
    await page.getByLabel("Counts as contact").uncheck();
    await page.getByRole("radio", { name: "Blue" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByText("Does not count as contact").waitFor();
    const now = async () => (await person.kith.noteTypes.list()).data;
    expect(await now())
      .toMatchObject([{ name: "Phone call", countsAsContact: false, color: "#4A7FB5" }]);
    const card = page.locator("li.note").filter({ hasText: "Phone call" });
    await card.waitFor();
    await dialog.getByRole("button", { name: "Delete Phone call" }).click();
    await card.waitFor({ state: "detached" });
    await undo(page, "Phone call is deleted. Its notes stay, without a type.");
    await card.waitFor();
  });
});
