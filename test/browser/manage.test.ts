import { expect, test } from "vitest";
import { people } from "./support/account.ts";
import { open } from "./support/visit.ts";

test("networks are made, changed and deleted, and come back; contacts are limited to them at once", async () => {
  const it = await open("contacts", async (person) => {
    const { ids } = await people("Ana", "Bela")(person);
    const body = { name: "Family", color: "#C8553D", description: "All of us" };
    const family = await person.kith.networks.create(body);
    await person.kith.networks.addContact(family.id, ids.Ana);
    return { family };
  });
  const chip = (name: string) =>
    it.page.locator("#content").getByRole("button", { name, exact: true, includeHidden: true });
  // From the form for a contact, which stays as it is.
  await it.press("New contact");
  await it.fill("First name", "Clara");
  const form = it.dialog("New contact");
  await it.press("Edit networks", form);
  const list = it.dialog("Networks");
  await it.see("1 contact · All of us", list);
  await it.press("New network");
  await it.field("Name", it.dialog("New network")).fill("Climbing");
  await it.field("Description", it.dialog("New network")).fill("Thursdays");
  await it.press("Add network", it.dialog("New network"));
  await it.see("0 contacts · Thursdays", list);
  await it.expectFocus("New network");
  await it.press("Edit Family");
  await it.field("Name", it.dialog("Edit Family")).fill("Relatives");
  await it.press("Save");
  await it.see("Relatives", list);
  await it.expectFocus("Edit Relatives");
  expect(await it.person.networks()).toMatchObject([
    { name: "Climbing", description: "Thursdays", color: null },
    // As the API gave it.
    { name: "Relatives", description: "All of us", color: "#C8553D", contactCount: 1 },
  ]);
  await it.press("Done");
  await form.getByRole("checkbox", { name: "Relatives" }).check();
  expect(await it.field("First name").inputValue()).toBe("Clara");
  await it.press("Add contact");
  await it.title("Clara");
  await it.follow("All contacts");

  await it.press("Edit networks");
  await it.see("2 contacts · All of us", list);
  // Only the form is closed by the first Escape.
  await it.press("Edit Relatives");
  await it.dialog("Edit Relatives").waitFor();
  await it.keys("Escape");
  await it.gone(it.dialog("Edit Relatives"));
  expect(await list.count(), "the list stays").toBe(1);
  for (const isOpen of [true, false]) {
    await it.press("Delete Relatives");
    await it.gone(it.button("Edit Relatives"));
    await it.gone(chip("Relatives"));
    if (isOpen) await it.expectFocus("New network");
    else {
      await it.keys("Escape");
      await it.gone(list);
      await it.expectFocus("Edit networks");
    }
    await it.undo("Relatives is deleted. Its contacts stay.");
    await chip("Relatives").waitFor({ state: "attached" });
    expect((await it.person.networks())[1], "as it was").toMatchObject({ id: it.family.id });
    if (isOpen) await it.see("2 contacts · All of us", list);
  }
  await chip("Climbing").click();
  await it.see("No matching contacts");
});

test("note types are made while a note is written, which stays as it was, changed and deleted, and come back with their notes", async () => {
  const it = await open("contacts/<Ana>", people("Ana"));
  const types = async () => (await it.person.kith.noteTypes.list()).data;
  const card = it.page.locator("li.note");
  await it.fill("New note", "By letter.");
  await it.press("Edit types");
  await it.see("There are no note types yet.");
  await it.press("New note type");
  await it.fill("Name", "Letter");
  await it.fill("Icon", "✉️");
  await it.field("Counts as contact").uncheck();
  await it.press("Add note type");
  await it.see("Does not count as contact");
  const [letter] = await types();
  expect(letter).toMatchObject({ name: "Letter", icon: "✉️", countsAsContact: false });
  await it.press("Done");
  await it.field("Type").selectOption({ label: "✉️ Letter" });
  await it.press("Save note");
  await it.see("✉️ Letter", card);
  expect(await it.person.notes())
    .toMatchObject([{ content: "By letter.", noteTypeId: letter!.id }]);

  await it.follow("Notes");
  await it.press("Note types");
  const list = it.dialog("Note types");
  await it.press("Edit Letter");
  await it.fill("Name", "Phone call");
  await it.field("Counts as contact").check();
  await it.press("Save");
  await it.see("Phone call", list);
  await it.see("Counts as contact", list);
  expect(await types())
    .toMatchObject([{ name: "Phone call", countsAsContact: true }]);
  await it.see("Phone call", card);
  await it.press("Delete Phone call");
  await it.gone(card.getByText("Phone call"));
  await it.undo("Phone call is deleted. Its notes stay, without a type.");
  await it.see("Phone call", card);
});

test("contacts that are selected are put into a network, given a frequency, archived and deleted at once, each with one undo", async () => {
  const it = await open("contacts", async (person) => {
    await people(...[1, 2, 3, 4, 5].map((number) => `Person ${number}`))(person);
    return { id: (await person.kith.networks.create({ name: "Climbing" })).id };
  });
  const box = (number: number) => it.box(`Person ${number}`);
  const undone = async (text: string) => {
    await it.undo(text);
    await it.see(`Undone: ${text}`);
  };
  await it.link("Person 1").waitFor();
  await it.press("Select");
  await box(2).click();
  // The keyboard too.
  await it.keys("ArrowDown", "Space");
  await it.see("2 selected");
  expect(await box(3).getAttribute("aria-checked")).toBe("true");
  await it.press("Add to network");
  await it.offered.getByText("Climbing").click();
  await it.toast("2 contacts: added to Climbing.").waitFor();
  const members = async () =>
    (await it.person.contacts()).filter(({ networkIds }) => networkIds.includes(it.id)).length;
  expect(await members()).toBe(2);
  await undone("2 contacts: added to Climbing.");
  expect(await members(), "undone").toBe(0);

  await it.press("Select all");
  await it.see("5 selected");
  await box(5).click();
  await it.choose("Be in touch", "Every month");
  await it.toast("4 contacts: be in touch, every month.").waitFor();
  const frequencies = (await it.person.contacts()).map((each) => each.contactFrequencyDays);
  expect(frequencies.filter((days) => days === 30)).toHaveLength(4);

  await box(1).click();
  await it.press("Archive");
  await it.toast("1 contact: archived.").waitFor();
  await expect.poll(() => box(1).count()).toBe(0);
  await box(5).click();
  await it.press("Delete");
  await it.toast("1 contact: deleted.").waitFor();
  expect(await it.person.names()).toHaveLength(3);
  await undone("1 contact: deleted.");
  // What is selected stays so while one searches for others.
  await box(5).click();
  await it.page.getByRole("searchbox").fill("Person 3");
  await it.see("1 selected, 1 not shown");
  await box(3).click();
  await it.page.getByRole("searchbox").fill("");
  await it.see(/^2 selected$/);
  await it.press("Add to network");
  await it.keys(..."Chess");
  await it.offered.getByText("New network “Chess”").waitFor();
  await it.keys("Enter");
  await it.toast("2 contacts: added to Chess.").waitFor();
  const networks = async () => (await it.person.kith.networks.list()).data.map(({ name }) => name);
  expect(await networks()).toEqual(["Chess", "Climbing"]);
  await undone("2 contacts: added to Chess.");
  expect(await networks(), "undone with its members").toEqual(["Climbing"]);

  // Then rows are opened again, except with Shift, which selects a range of them.
  await it.press("Done");
  await it.expectFocus("Select");
  await it.link(/^Person 3/).click({ modifiers: ["Shift"] });
  await box(5).click({ modifiers: ["Shift"] });
  await it.see(/^3 selected$/);
  await it.press("Add to network");
  await it.offered.getByText("Climbing").click();
  await it.toast("3 contacts: added to Climbing.").waitFor();
  await it.page.locator("h1").focus();
  await it.keys("ControlOrMeta+a");
  await it.see(/^4 selected$/);
  await it.press("Remove from network");
  await it.keys("Enter");
  await it.toast("4 contacts: removed from Climbing.").waitFor();
  expect(await members()).toBe(0);
  await it.press("Done");
  await it.follow("Person 5");
  await it.title("Person 5");
});
