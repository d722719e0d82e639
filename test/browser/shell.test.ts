import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const notesOf = async ({ kith }: Person) =>
  (await kith.notes.list()).data.map(({ content }) => content);

/** Makes something new from the menu for it. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.locator(".menu:popover-open").getByText(name, { exact: true }).click();
}

describe("a phone", () => {
  test("has the places at its foot, and a form begins with what saves it", async () => {
    const person = await newPerson();
    const { page } = await visit({ person, ...phone });
    const tabs = page.locator(".nav a, .tab-button");
    const boxes = await tabs.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect()).sort((one, other) => one.x - other.x)
    );
    expect(boxes).toHaveLength(5);
    // Tab leads through them as they are seen.
    expect(boxes).toEqual(
      await tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect())),
    );
    for (const { bottom, width, height } of boxes) {
      expect(bottom).toBeGreaterThan(840);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await choose(page, "Note");
    const dialog = page.getByRole("dialog");
    const [save, text] = [dialog.locator("[type=submit]"), dialog.locator("textarea")];
    expect((await save.boundingBox())!.y).toBeLessThan((await text.boundingBox())!.y);
    await text.fill("Bread at the market.");
    await save.click();
    await page.getByText("The note is saved.").first().waitFor();
    expect(await notesOf(person)).toEqual(["Bread at the market."]);
  });
});

describe("what is new", () => {
  test("is made from wherever one is, or from an address", async () => {
    const { page } = await visit({ person: await newPerson(), view: "keys" });
    for (const [name, title] of [["Person", "New contact"], ["Reminder", "New reminder"]]) {
      await choose(page, name!);
      await page.getByRole("dialog", { name: title! }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.goto(`${inject("page").url}/#/reminders?new=1`);
    await page.getByRole("dialog", { name: "New reminder" }).waitFor();
    expect(page.url()).not.toContain("new");
  });

  test("is a note of what another app has shared, beside what was typed before", async () => {
    const person = await newPerson();
    const { page } = await visit({ person });
    await choose(page, "Note");
    await page.getByRole("dialog").locator("textarea").fill("For Ana:");
    const query = "share-title=A+talk&share-text=A+talk&share-url=https%3A%2F%2Fexample.com%2F1";
    await page.goto(`${inject("page").url}/?${query}`);
    const text = page.getByRole("dialog").locator("textarea");
    await expect.poll(() => text.inputValue())
      .toBe("For Ana:\n\nA talk\nhttps://example.com/1");
    expect(page.url()).not.toContain("share");
    await page.getByRole("dialog").locator("[type=submit]").click();
    await page.getByText("The note is saved.").first().waitFor();
    expect(await notesOf(person)).toHaveLength(1);
  });
});

describe("the keyboard", () => {
  test("undoes what was done last, then what was done before, and nothing while one types", async () => {
    const person = await newPerson();
    for (const firstName of ["Ana", "Bela"]) {
      await person.kith.contacts.create({ firstName });
    }
    const { page } = await visit({ person });
    const favourites = async () =>
      (await person.kith.contacts.list({ isFavorite: true }))
        .total;
    for (const name of ["Ana", "Bela"]) {
      await page.getByRole("link", { name }).first().click();
      await page.getByRole("button", { name: "Favourite" }).click();
      await page.getByText(`${name} is a favourite.`).first().waitFor();
      await page.getByRole("link", { name: "All contacts" }).click();
    }
    await page.getByRole("searchbox").press("Control+z");
    expect(await favourites()).toBe(2);
    await page.getByRole("heading", { name: "People", level: 1 }).focus();
    for (const name of ["Bela", "Ana"]) {
      await page.keyboard.press("Control+z");
      await page.getByText(`Undone: ${name} is a favourite.`).first().waitFor();
    }
    expect(await favourites()).toBe(0);
    await page.keyboard.press("Control+z");
    await page.getByText("Nothing to undo here.").first().waitFor();
  });

  test("shows its keys, and edits the person who is open", async () => {
    const person = await newPerson();
    const { id } = await person.kith.contacts.create({ firstName: "Ana" });
    const { page } = await visit({ person, view: `contacts/${id}` });
    await page.getByRole("button", { name: "Edit", exact: true }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).getByText("Undo what was done last")
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("e");
    await page.getByLabel("First name").waitFor();
  });
});
