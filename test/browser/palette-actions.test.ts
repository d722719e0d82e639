import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow } from "../../client/src/index.ts";
import type { Person } from "./support/account.ts";
import { unavailable } from "./support/failing.ts";
import { chosen, field, openPalette, useFilled } from "./support/palette.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const filled = useFilled(visit);

/** The contact as the API has it, with its notes and reminders. */
const whole = async ({ kith }: Person, id: string) =>
  await orThrow(
    kith.GET("/contacts/{id}", {
      params: { path: { id }, query: { include: "notes,reminders" } },
    }),
  );

describe("an action of the palette", () => {
  async function choose(page: Page, action: string, person: string): Promise<void> {
    await openPalette(page);
    await page.keyboard.type(action);
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: /^(Whom|With whom)/ }).fill(person);
    await page.keyboard.press("Enter");
  }

  test("logs a note about the person that is chosen next", async () => {
    const { page, person, id } = await filled();
    await choose(page, "log a note", "zoe");
    const dialog = page.getByRole("dialog", { name: "Note about Zoë Müller" });
    await dialog.getByRole("textbox", { name: "Note" }).fill("Met at the fair.");
    await dialog.getByLabel("Type").selectOption("Phone call");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await page.getByText("The note about Zoë Müller is saved.").waitFor();
    expect((await whole(person, id)).notes?.map(({ content }) => content)).toContain(
      "Met at the fair.",
    );
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone:").waitFor();
    expect((await whole(person, id)).notes?.map(({ content }) => content)).not.toContain(
      "Met at the fair.",
    );
  });

  test("keeps a note that cannot be saved, and asks before it is given up", async () => {
    const { page, person, id, expectOnConsole } = await filled();
    expectOnConsole(/status of 503/);
    await choose(page, "log a note", "zoe");
    const note = page.getByRole("dialog").getByRole("textbox", { name: "Note" });
    await note.fill("Met at the fair.");
    await page.route(/\/notes$/, unavailable);
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("The database is away.").waitFor();
    expect(await note.inputValue()).toBe("Met at the fair.");
    await page.keyboard.press("Escape");
    await page.getByText("Close without saving?").waitFor();
    await page.getByRole("button", { name: "Back to the form" }).click();
    expect(await note.inputValue()).toBe("Met at the fair.");
    await page.unroute(/\/notes$/);
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("The note about Zoë Müller is saved.").waitFor();
    expect((await whole(person, id)).notes?.[0]?.content).toBe("Met at the fair.");
  });

  test("sets a reminder about the person whose page is open, who stands first", async () => {
    const { page, person, id } = await filled();
    await page.getByRole("link", { name: /Zoë/ }).click();
    await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
    await openPalette(page);
    await page.keyboard.type("set a rem");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Whom is the reminder about?" }).waitFor();
    await expect.poll(() => chosen(page).innerText()).toContain("Zoë Müller");
    await page.keyboard.press("Enter");
    await page.getByLabel("What").fill("Ask about the lenses");
    await page.getByRole("button", { name: "Set reminder" }).click();
    await page.getByText("The reminder about Zoë Müller is set.").waitFor();
    // The page that is open shows it.
    await page.getByRole("checkbox", { name: "Ask about the lenses" }).waitFor();
    expect((await whole(person, id)).reminders?.map(({ title }) => title)).toContain(
      "Ask about the lenses",
    );
  });

  test("notes that one talked, with undo", async () => {
    const { page, person, id } = await filled();
    const before = (await whole(person, id)).lastContactedAt;
    await choose(page, "we talked", "zoe");
    await page.getByText("You were in touch with Zoë Müller today.").waitFor();
    expect((await whole(person, id)).lastContactedAt).not.toBe(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone:").waitFor();
    expect((await whole(person, id)).lastContactedAt).toBe(before);
  });

  test("begins a new contact, and leads to it", async () => {
    const { page } = await filled();
    await openPalette(page);
    await page.keyboard.type("new con");
    await page.keyboard.press("Enter");
    await page.getByLabel("First name").fill("Carla");
    await page.getByRole("button", { name: "Add contact" }).click();
    await page.getByRole("heading", { name: "Carla", level: 1 }).waitFor();
  });

  test("leads to where a file is imported, and to where an assistant is connected", async () => {
    const { page } = await filled();
    for (const [words, heading] of [["import", "Data"], ["claude", "API keys"]] as const) {
      await openPalette(page);
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    }
  });

  test("is left by Backspace in the empty field, for another one", async () => {
    const { page } = await filled();
    await openPalette(page);
    await page.keyboard.type("log a note");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Whom is the note about?" }).waitFor();
    await page.keyboard.press("Backspace");
    await field(page).waitFor();
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
