import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillAccount, newPerson, type Person } from "./support/account.ts";
import { hold } from "./support/requests.ts";
import { signIn, useBrowser, type VisitOptions } from "./support/visit.ts";

/** The field of the palette when it is opened. */
const field = (page: Page) => page.getByRole("combobox", { name: "Find people" });

const option = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("option", { name });

/** The option that Enter takes. */
const chosen = (page: Page) => page.locator("dialog [role=option][aria-selected=true]");

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
}

/** The kinds of files that are loaded of those with the palette in them. */
const loadedParts = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource")
      .map(({ name }) => /\/people-[^/]*\.(js|css)$/.exec(name)?.[1])
      .filter(Boolean).sort()
  );

/** Visits by somebody whose account has contacts. */
const useFilled =
  (visit: ReturnType<typeof useBrowser>["visit"]) => async (options: VisitOptions = {}) => {
    const person = await newPerson();
    const id = await fillAccount(person);
    return { person, id, ...await visit({ ...options, person }) };
  };

const { visit } = useBrowser();
const filled = useFilled(visit);

const titles = (page: Page) => page.getByRole("dialog").getByRole("option").allInnerTexts();

describe("the palette", () => {
  test("opens by a key and by a button, and gives the focus back when it is closed", async () => {
    const { page } = await filled();
    const button = page.getByRole("button", { name: "Search everything" });
    expect(await button.getAttribute("aria-keyshortcuts")).toBe("Control+K");
    const search = page.getByRole("searchbox", { name: "Search contacts" });
    await search.focus();
    await openPalette(page);
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(
      true,
    );
    await button.click();
    await field(page).waitFor();
    // The same key closes it, and so does a press beside it.
    await page.keyboard.press("Control+k");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
    await openPalette(page);
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("is not loaded with the form to sign in", async () => {
    const { page } = await visit();
    await page.waitForLoadState("networkidle");
    expect(await loadedParts(page)).toEqual([]);
    await signIn(page, await newPerson());
    await openPalette(page);
    expect(await loadedParts(page)).not.toEqual([]);
  });

  test("finds people while one types, by what the search knows, and opens their page", async () => {
    const { page, id } = await filled();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/\/contacts$/.test(pathname)) asked.push(searchParams.get("search") ?? "");
    });
    await openPalette(page);
    await page.keyboard.type("kranich");
    await option(page, /^Zoë Müller/).waitFor();
    // Not one request for each key.
    expect(asked.length).toBeLessThan("kranich".length);
    expect(asked.at(-1)).toBe("kranich");
    expect(await chosen(page).innerText()).toContain("Editor, Kranich Verlag");
    await page.getByRole("status").filter({ hasText: "1 found" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
    expect(page.url()).toContain(`#/contacts/${id}`);
    expect(await page.getByRole("dialog").count()).toBe(0);
    // The view that opened has the focus, not what had it before.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  test("does not open another one when Enter comes before the answer", async () => {
    const { page } = await filled();
    const release = await hold(page, /\/contacts\?.*search=bela/);
    await openPalette(page);
    await page.keyboard.type("an");
    await option(page, "Ana").waitFor();
    await field(page).fill("bela");
    await page.keyboard.press("Enter");
    await page.getByText("Searching…").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    release();
    await page.getByRole("heading", { name: "Bela", level: 1 }).waitFor();
  });

  test("opens views by the keyboard alone", async () => {
    const { page } = await filled();
    await openPalette(page);
    await page.keyboard.type("act");
    await expect.poll(() => chosen(page).innerText()).toBe("Activity");
    const active = await field(page).getAttribute("aria-activedescendant");
    expect(await chosen(page).getAttribute("id")).toBe(active);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await openPalette(page);
    await page.keyboard.type("restore");
    await expect.poll(() => titles(page)).toEqual(["Trash", "restore"]);
    await page.keyboard.press("Backspace");
    await field(page).fill("");
    const all = await titles(page);
    await page.keyboard.press("ArrowDown");
    expect(await chosen(page).innerText()).toBe(all[1]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await chosen(page).innerText()).toBe(all.at(-1));
  });

  test("has what was opened last first, until another account signs in", async () => {
    const { page } = await filled();
    await page.getByRole("link", { name: /Zoë/ }).click();
    await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
    await openPalette(page);
    await page.keyboard.type("data");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Data", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await openPalette(page);
    await page.getByRole("group", { name: "Opened last" }).waitFor();
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual([
      "Data",
      expect.stringContaining("Zoë Müller"),
    ]);
    await field(page).fill("sign out");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, await newPerson());
    await openPalette(page);
    await option(page, "New contact").waitFor();
    expect(await page.getByRole("group", { name: "Opened last" }).count()).toBe(0);
    expect(await page.getByText("Zoë").count()).toBe(0);
  });

  test("offers names that are like what nobody has", async () => {
    const { page } = await filled();
    await openPalette(page);
    await page.keyboard.type("Muler");
    // Too early to have seen whom it would open.
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Did you mean" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
  });

  test("has a button in the header at any width, beside all that is there", async () => {
    const { page } = await filled();
    for (const width of [320, 390, 600, 760, 780, 900, 1040, 1060, 1200, 1290, 1600]) {
      await page.setViewportSize({ width, height: 700 });
      await page.getByRole("button", { name: "Search everything" }).click({ trial: true });
      const ends = await page.locator(".top :is(a, button)").evaluateAll((all) =>
        Math.max(...all.map((each) => each.getBoundingClientRect().right))
      );
      expect([width, ends <= width]).toEqual([width, true]);
    }
  });

  test("stays shut while a form is open in a dialog", async () => {
    const { page } = await filled();
    await page.getByRole("button", { name: "New contact" }).click();
    await page.getByLabel("First name").fill("Carla");
    await page.keyboard.press("Control+k");
    await page.waitForTimeout(300);
    expect(await field(page).count()).toBe(0);
    expect(await page.getByLabel("First name").inputValue()).toBe("Carla");
  });
});

describe("when people cannot be found", () => {
  test("the palette says why, and tries again on demand", async () => {
    const { page, expectOnConsole } = await filled();
    expectOnConsole(/ERR_FAILED|net::/);
    await openPalette(page);
    // Also the word of an action, which must not be taken for the person.
    await page.route(/search=an/, (route) => route.abort());
    await page.keyboard.type("an");
    await page.keyboard.press("Enter");
    await page.getByText("The server cannot be reached").waitFor();
    await page.unroute(/search=an/);
    await page.getByRole("button", { name: "Try again" }).click();
    await option(page, "Ana").waitFor();
    expect(await field(page).inputValue()).toBe("an");
    expect(page.url()).toContain("#/contacts");
  });

  test("while offline it has the views, and says so", async () => {
    const { page, expectOnConsole } = await filled();
    expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    // Loaded by itself once the page is at rest.
    await expect.poll(() => loadedParts(page), { timeout: 10_000 }).toEqual(["css", "js"]);
    await page.context().setOffline(true);
    await openPalette(page);
    await page.getByText("You are offline: only views can be opened.").waitFor();
    expect(await option(page, "New contact").count()).toBe(0);
    await page.keyboard.type("prof");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await page.context().setOffline(false);
  });
});

/** The contact as the API has it, with its notes and reminders. */
const whole = async ({ kith }: Person, id: string) =>
  await kith.contacts.get(id, { include: "notes,reminders" });

describe("an action of the palette", () => {
  async function choose(page: Page, action: string): Promise<void> {
    await openPalette(page);
    await page.keyboard.type(action);
    await page.keyboard.press("Enter");
  }

  test("notes that one talked with somebody, by the keyboard, with undo", async () => {
    const { page, person, id } = await filled();
    const before = (await whole(person, id)).lastContactedAt;
    await choose(page, "we talked");
    await page.keyboard.type("zo");
    await option(page, /^Zoë Müller/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove Zoë Müller" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("The note is saved.").waitFor();
    const now = await whole(person, id);
    expect(now.notes?.map(({ content }) => content)).toContain("Talked with Zoë Müller");
    expect(now.lastContactedAt).not.toBe(before);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone:").waitFor();
    expect((await whole(person, id)).lastContactedAt).toBe(before);
  });

  test("sets a reminder about the person whose page is open", async () => {
    const { page, person, id } = await filled();
    await page.getByRole("link", { name: /Zoë/ }).click();
    await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
    await choose(page, "set a rem");
    await page.getByLabel("What").fill("Ask about the lenses");
    await page.getByRole("button", { name: "Remove Zoë Müller" }).waitFor();
    await page.getByRole("button", { name: "Set reminder" }).click();
    // The page that is open shows it.
    await page.getByRole("checkbox", { name: "Ask about the lenses" }).waitFor();
    expect((await whole(person, id)).reminders?.map(({ title }) => title)).toContain(
      "Ask about the lenses",
    );
  });

  test("leads to where a file is imported or an assistant connected, and begins a new contact", async () => {
    const { page } = await filled();
    for (const [words, heading] of [["import", "Data"], ["claude", "API keys"]] as const) {
      await openPalette(page);
      await page.keyboard.type(words);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    }
    await openPalette(page);
    await page.keyboard.type("new con");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New contact" }).waitFor();
  });
});

test("the palette finds networks, reminders and notes, and leads to them", async () => {
  const { page } = await filled();
  const find = async (words: string, name: string | RegExp) => {
    await openPalette(page);
    await page.keyboard.type(words);
    await option(page, name).click();
  };
  await find("fam", "Family");
  await page.getByRole("button", { name: "Family", pressed: true }).waitFor();
  await find("photos", "Send the photos");
  await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
  await find("lenses", /^Talked about lenses/);
  await page.getByRole("heading", { name: "Notes", level: 1 }).waitFor();
  await page.locator("li.note").waitFor();
  expect(page.url()).toContain("search=lenses");
});
