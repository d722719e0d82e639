import { describe, expect, test } from "vitest";
import { expectFocus, openWith, undo } from "./support/people.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** The view of all notes, with three of them: about Ana, about nobody, and a call long ago. */
async function openNotes() {
  const opened = await openWith(visit, "notes", "Ana");
  const { page, person, ids } = opened;
  const type = await person.kith.noteTypes.create({ name: "Call" });
  const note = (content: string, occurredAt: string, more: object = {}) =>
    person.kith.notes.create({ content, occurredAt, ...more });
  const about = await note("Talked about lenses.", "2024-05-17", { contactIds: [ids["Ana"]] });
  await note("A thought about nobody.", "2025-01-02T10:30:00Z");
  await note("An old call.", "2020-02-29", { noteTypeId: type.id });
  await page.reload();
  const shown = () => page.locator("li.note .prose").allTextContents();
  await expect.poll(shown).toHaveLength(3);
  return { ...opened, about, type, shown };
}

describe("all notes", () => {
  test("are there, the newest first, those about nobody too, with the people of the others", async () => {
    const { page, shown } = await openNotes();
    expect(await shown())
      .toEqual(["A thought about nobody.", "Talked about lenses.", "An old call."]);
    await page.getByRole("list", { name: "About" }).getByRole("link", { name: "Ana" }).click();
    await page.getByRole("heading", { name: "Ana", level: 1 }).waitFor();
  });

  test("are searched, and limited to a type and to days; the address says so", async () => {
    const { page, shown } = await openNotes();
    await page.keyboard.press("/");
    await page.keyboard.type("lenses");
    await expect.poll(shown).toEqual(["Talked about lenses."]);
    expect(page.url()).toContain("#/notes?search=lenses");
    await page.reload();
    await expect.poll(shown).toEqual(["Talked about lenses."]);
    await page.getByRole("searchbox").fill("");
    await expect.poll(shown).toHaveLength(3);
    await page.getByText("Only one type, or some days").click();
    await page.getByLabel("Notes of type").selectOption({ label: " Call" });
    await expect.poll(shown).toEqual(["An old call."]);
    await page.getByLabel("From", { exact: true }).fill("2024-01-01");
    await page.getByText("No matching notes").waitFor();
    await page.getByRole("button", { name: "Show all notes" }).click();
    await expect.poll(shown).toHaveLength(3);
    await page.getByLabel("From", { exact: true }).fill("17 may 2024");
    await page.getByLabel("To", { exact: true }).fill("17/5/2024");
    await expect.poll(shown).toEqual(["Talked about lenses."]);
    // While the last day is before the first one, it does not count.
    await page.getByLabel("To", { exact: true }).fill("2024-05-16");
    await page.getByText("This is before the first day.").waitFor();
    await expect.poll(shown).toEqual(["A thought about nobody.", "Talked about lenses."]);
  });

  test("are written there about nobody, and taken back by the toast", async () => {
    const { page, notes, shown } = await openNotes();
    await page.keyboard.press("n");
    await expectFocus(page, "New note");
    await page.keyboard.type("Water the plants.");
    await page.getByText("Type @ and a name to say who it is about.").waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(shown).toContain("Water the plants.");
    expect((await notes())[0]).toMatchObject({ content: "Water the plants.", contactIds: [] });
    await undo(page, "The note is saved.");
    await expect.poll(shown).toHaveLength(3);
  });
});

describe("a note that is edited", () => {
  async function edit() {
    const opened = await openNotes();
    const { page } = opened;
    await page.getByRole("button", { name: "More for the note of 17 May 2024" }).click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the note" });
    const text = dialog.getByLabel("Note", { exact: true });
    const save = () => dialog.getByRole("button", { name: "Save", exact: true }).click();
    await text.waitFor();
    return { ...opened, dialog, text, save };
  }

  test("that others change while it is saved says so, and keeps what was typed on top of that", async () => {
    const { text, save, dialog, page, person, about, type, notes, expectOnConsole } = await edit();
    expectOnConsole(/status of 412/);
    let first = true;
    await page.route(/\/notes\/[\w-]+$/, async (route) => {
      if (first && route.request().method() === "PATCH") {
        first = false;
        await person.kith.notes.update(about.id, { content: "Theirs.", noteTypeId: type.id });
      }
      await route.continue();
    });
    await text.fill("Mine.");
    await save();
    await dialog.getByText("This was changed elsewhere meanwhile").waitFor();
    expect(await text.inputValue()).toBe("Mine.");
    expect(await dialog.getByLabel("Type").inputValue()).toBe(type.id);
    await save();
    await dialog.waitFor({ state: "detached" });
    const now = (await notes()).find(({ id }) => id === about.id);
    expect(now).toMatchObject({ content: "Mine.", noteTypeId: type.id });
    await undo(page, "The note is saved.");
    await page.getByText("Theirs.").waitFor();
  });

  test("that was deleted elsewhere says so, and what was typed can be copied", async () => {
    const { text, save, dialog, person, about, expectOnConsole } = await edit();
    expectOnConsole(/status of 404/);
    await person.kith.notes.delete(about.id);
    await text.fill("Mine.");
    await save();
    await dialog.getByRole("alert").waitFor();
    expect(await text.inputValue()).toBe("Mine.");
  });
});
