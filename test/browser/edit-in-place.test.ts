import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { failing } from "./support/requests.ts";
import { expectFocus } from "./support/people.ts";
import { fromMenu, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openContact() {
  const person = await newPerson();
  const id = await fillAccount(person);
  const visited = await visit({ person, view: `contacts/${id}` });
  await visited.page.getByRole("heading", { name: /Zoë/, level: 1 }).waitFor();
  const now = () => person.kith.contacts.get(id);
  const change = (body: { company?: string; isFavorite?: boolean }) =>
    person.kith.contacts.update(id, body);
  return { now, change, ...visited };
}

const form = (page: Page) => page.getByRole("form", { name: "Edit Zoë Müller" });
const nickname = (page: Page) => form(page).getByLabel("Nickname");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

describe("the details of a contact become fields in their place", () => {
  test("from their button, to which the focus returns", async () => {
    const { page } = await openContact();
    await page.getByRole("button", { name: "Edit", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expectFocus(page, "First name");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
    // Nothing is typed, so nothing is asked.
    await page.keyboard.press("Escape");
    await form(page).waitFor({ state: "detached" });
    await expectFocus(page, "Edit");
  });

  test("which on a phone stand below the name, with what can be done with a number", async () => {
    const { page } = await openContact();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.setViewportSize({ width: 390, height: 844 });
    const number = "+49 30 5550123";
    for (const [name, href] of [["Call", "tel:+49305550123"], ["Message", "sms:+49305550123"]]) {
      const link = page.getByRole("link", { name: `${name} ${number}` });
      expect(await link.getAttribute("href")).toBe(href);
      expect((await link.boundingBox())!.y).toBeLessThan(844);
    }
    expect(await page.getByRole("link", { name: "Mail zoe@example.com" }).getAttribute("href"))
      .toBe("mailto:zoe%40example.com");
    await page.getByRole("button", { name: `Copy ${number}` }).click();
    await page.getByText(`${number} copied.`).waitFor({ state: "attached" });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    const before = await page.evaluate(() => scrollY);
    await press(page, "Edit");
    await expectFocus(page, "First name");
    expect(Math.abs(await page.evaluate(() => scrollY) - before)).toBeLessThan(844);
  });

  test("and are saved, with the focus back at the button", async () => {
    const { page, now } = await openContact();
    await press(page, "Edit");
    await nickname(page).fill("Zo");
    await page.keyboard.press("Enter");
    await form(page).waitFor({ state: "detached" });
    await expectFocus(page, "Edit");
    await page.locator(".details").getByText("Zo", { exact: true }).waitFor();
    expect(await now()).toMatchObject({ nickname: "Zo", company: "Kranich Verlag" });
  });

  test("and are given up after a question only", async () => {
    const { page, now } = await openContact();
    await press(page, "Edit");
    await nickname(page).fill("Zo");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Close without saving?" }).waitFor();
    await press(page, "Back to the form");
    await expectFocus(page, "Nickname");
    expect(await nickname(page).inputValue()).toBe("Zo");
    await press(page, "Cancel");
    await press(page, "Close without saving");
    await form(page).waitFor({ state: "detached" });
    await expectFocus(page, "Edit");
    await press(page, "Edit");
    expect(await nickname(page).inputValue()).toBe("");
    expect((await now()).nickname).toBeNull();
  });
});

describe("what is typed about a contact", () => {
  test("stays when the server is away, and after one has been elsewhere", async () => {
    const visited = await openContact();
    const { page, now, change } = visited;
    const repair = await failing(visited, /\/contacts\/[^/]+$/, "PATCH");
    await press(page, "Edit");
    await nickname(page).fill("Zo");
    await press(page, "Save");
    await form(page).getByText("The database is away.").waitFor();
    await fromMenu(page, "Activity");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await change({ company: "Elsewhere" });
    await page.goBack();
    await expect.poll(() => nickname(page).inputValue()).toBe("Zo");
    // It stands on top of what was changed meanwhile, which is said.
    expect(await form(page).getByLabel("Company").inputValue()).toBe("Elsewhere");
    await form(page).getByText("This was changed elsewhere meanwhile").waitFor();
    await repair();
    await press(page, "Save");
    await form(page).waitFor({ state: "detached" });
    expect(await now()).toMatchObject({ nickname: "Zo", company: "Elsewhere" });
  });

  test("is saved at once where only something else of the contact was changed", async () => {
    const { page, now, change, expectOnConsole } = await openContact();
    expectOnConsole(/status of 412/);
    await press(page, "Edit");
    await nickname(page).fill("Zo");
    // On this page, and by somebody else.
    await press(page, "We talked");
    await page.getByText("You were in touch").waitFor();
    await change({ isFavorite: false });
    await press(page, "Save");
    await form(page).waitFor({ state: "detached" });
    expect(await now()).toMatchObject({ nickname: "Zo", isFavorite: false, needsContact: false });
  });

  test("stays while a network is added", async () => {
    const { page, now } = await openContact();
    await press(page, "Edit");
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    await page.route(/\/networks$/, async (route) => {
      await held;
      await route.continue();
    });
    await form(page).getByLabel("New network").fill("Friends");
    await press(page, "Add network");
    await nickname(page).fill("Zo");
    release();
    await expect.poll(() => form(page).getByRole("checkbox", { name: "Friends" }).isChecked())
      .toBe(true);
    expect(await nickname(page).inputValue()).toBe("Zo");
    await press(page, "Save");
    await form(page).waitFor({ state: "detached" });
    expect((await now()).nickname).toBe("Zo");
    expect((await now()).networkIds).toHaveLength(2);
  });
});
