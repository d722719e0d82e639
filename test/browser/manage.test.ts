import { describe, expect, test } from "vitest";
import { people } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The contacts, with a network of one of them, and the dialog for networks open. */
async function openNetworks() {
  const opened = await open("contacts", async (person) => {
    const { ids } = await people("Ana", "Bela")(person);
    const body = { name: "Family", color: "#C8553D", description: "All of us" };
    const family = await person.kith.networks.create(body);
    await person.kith.networks.addContact(family.id, ids.Ana);
    return { family };
  });
  await opened.press("Edit networks");
  const list = opened.dialog("Networks");
  await opened.see("Family", list);
  const chip = (name: string) =>
    opened.page.locator(".chips").getByRole("button", { name, exact: true, includeHidden: true });
  return { ...opened, list, chip };
}

describe("networks", () => {
  test("are made with a colour and changed, and the contacts can be limited to them at once", async () => {
    const it = await openNetworks();
    await it.press("New network");
    await it.fill("Name", "Climbing");
    await it.fill("Description", "Thursdays");
    await it.radio("Teal").check();
    await it.press("Add network");
    await it.see("0 contacts · Thursdays", it.list);
    await it.expectFocus("New network");
    await it.press("Edit Family");
    await it.fill("Name", "Relatives");
    await it.radio("Orange").check();
    await it.press("Save");
    await it.see("Relatives", it.list);
    await it.expectFocus("Edit Relatives");
    expect(await it.person.networks()).toMatchObject([
      { name: "Climbing", description: "Thursdays", color: "#2A9D8F" },
      { name: "Relatives", description: "All of us", color: "#E0914B", contactCount: 1 },
    ]);
    // Only the form is closed by the first Escape.
    await it.keys("Enter");
    await it.dialog("Edit Relatives").waitFor();
    await it.keys("Escape");
    await it.gone(it.dialog("Edit Relatives"));
    expect(await it.list.count()).toBe(1);
    await it.keys("Escape");
    await it.gone(it.list);
    await it.expectFocus("Edit networks");
    await it.chip("Relatives").waitFor();
    await it.chip("Climbing").click();
    await it.see("No matching contacts");
  });

  test("are deleted, how many contacts they have being said before, and come back, also after the dialog is closed", async () => {
    const it = await openNetworks();
    await it.see("1 contact · All of us", it.list);
    for (const isOpen of [true, false]) {
      await it.press("Delete Family");
      await it.see("There are no networks yet.", it.list);
      await it.expectFocus("New network");
      await it.gone(it.chip("Family"));
      if (!isOpen) await it.press("Done");
      await it.undo("Family is deleted. Its contact stays.");
      await it.chip("Family").waitFor({ state: "attached" });
      expect((await it.person.networks())[0]!.id).toBe(it.family.id);
      if (isOpen) await it.see("1 contact · All of us", it.list);
    }
  });

  test("are changed from the form for a contact, which stays as it was", async () => {
    const { list, press, dialog, field, fill, see } = await openNetworks();
    await press("Done");
    await press("New contact");
    await fill("First name", "Clara");
    const form = dialog("New contact");
    await press("Edit networks", form);
    await press("Edit Family");
    await field("Name", dialog("Edit Family")).fill("Relatives");
    await press("Save");
    await see("Relatives", list);
    await press("Done");
    await form.getByRole("checkbox", { name: "Relatives" }).check();
    expect(await field("First name").inputValue()).toBe("Clara");
  });
});

describe("note types", () => {
  test("are made while a note is written, which stays as it was", async () => {
    const { page, person, fill, field, press, see } = await open("contacts/<Ana>", people("Ana"));
    await fill("New note", "By letter.");
    await press("Edit types");
    await see("There are no note types yet.");
    await press("New note type");
    await fill("Name", "Letter");
    await fill("Icon", "✉️");
    await field("Counts as contact").uncheck();
    await press("Add note type");
    await see("Does not count as contact");
    const types = (await person.kith.noteTypes.list()).data;
    expect(types).toMatchObject([{ name: "Letter", icon: "✉️", countsAsContact: false }]);
    await press("Done");
    await field("Type").selectOption({ label: "✉️ Letter" });
    await press("Save note");
    await see("✉️ Letter", page.locator("li.note"));
    expect(await person.notes())
      .toMatchObject([{ content: "By letter.", noteTypeId: types[0]!.id }]);
  });

  test("are changed and deleted from the view of all notes, and come back with their notes", async () => {
    const it = await open("notes", async ({ kith }) => {
      const { id } = await kith.noteTypes.create({ name: "Call" });
      await kith.notes.create({ content: "Hello.", noteTypeId: id });
    });
    await it.press("Note types");
    const list = it.dialog("Note types");
    await it.see("Counts as contact", list);
    await it.press("Edit Call");
    await it.fill("Name", "Phone call");
    await it.field("Counts as contact").uncheck();
    await it.radio("Blue").check();
    await it.press("Save");
    await it.see("Does not count as contact", list);
    expect((await it.person.kith.noteTypes.list()).data)
      .toMatchObject([{ name: "Phone call", countsAsContact: false, color: "#4A7FB5" }]);
    const card = it.page.locator("li.note").filter({ hasText: "Phone call" });
    await card.waitFor();
    await it.press("Delete Phone call");
    await it.gone(card);
    await it.undo("Phone call is deleted. Its notes stay, without a type.");
    await card.waitFor();
  });
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
  await it.choose("Add to network", "Climbing");
  await it.toast("2 contacts: added to Climbing.").waitFor();
  const members = async () =>
    (await it.person.contacts()).filter(({ networkIds }) => networkIds.includes(it.id)).length;
  expect(await members()).toBe(2);
  await undone("2 contacts: added to Climbing.");
  expect(await members()).toBe(0);

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
  await box(5).click();
  await it.page.getByRole("searchbox").fill("Person 3");
  await it.see("0 selected");
  await it.page.getByRole("searchbox").fill("");
  await box(5).waitFor();
  // Then rows are opened again.
  await it.press("Select");
  await it.follow("Person 5");
  await it.title("Person 5");
});
