import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { type components } from "../../client/src/index.ts";
import { newPerson, type Person } from "./support/account.ts";
import { hold, unavailable } from "./support/requests.ts";
import { fromMenu, useBrowser, type VisitOptions } from "./support/visit.ts";

type ContactCreate = components["schemas"]["ContactCreate"];

/** “Person 0001” and so on: in the order of names as well as of numbers. */
const nameOf = (number: number) => `Person ${String(number).padStart(4, "0")}`;

/** Adds so many contacts, from Person 0001 on. */
async function addCrowd(
  { kith }: Pick<Person, "kith">,
  count: number,
  more: (number: number) => Partial<ContactCreate> = () => ({}),
): Promise<void> {
  for (let done = 0; done < count; done += 200) {
    const create = Array.from({ length: Math.min(200, count - done) }, (_, index) => {
      const number = done + index + 1;
      return { firstName: nameOf(number), ...more(number) };
    });
    await kith.contacts.bulk({ create });
  }
}

/** The names that are drawn, in their order. */
const drawnNames = (page: Page) => page.locator(".contact-words").allTextContents();

/** Scrolls at once to where somebody is, far down in the last list. */
const jumpTo = (page: Page, number: number, total: number) =>
  page.locator(".long-rows").last().evaluate(
    (list, part) =>
      globalThis.scrollTo(
        0,
        scrollY + list.getBoundingClientRect().top + list.clientHeight * part - 300,
      ),
    (number - 1) / total,
  );

async function scrollTo(page: Page, number: number, total: number): Promise<void> {
  await jumpTo(page, number, total);
  await row(page, number).waitFor();
}

/** The names of the rows that are whole on the screen. */
const namesOnScreen = (page: Page) =>
  page.locator("a.contact-row").evaluateAll((rows) =>
    rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }).map((row) => row.querySelector(".contact-words")!.textContent)
  );

/** The name in the row that has the focus. */
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector(".contact-words")?.textContent ?? null);

/** How many contacts the account of `useCrowd` has. */
const many = 2000;

/** The row of a contact. */
const row = (page: Page, number: number) => page.getByRole("link", { name: nameOf(number) });

/** A browser, and an account with many contacts, for the tests of a file that change none; each tenth is a favourite. */
function useCrowd() {
  const { visit } = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await newPerson();
    await addCrowd(person, many, (number) => ({ isFavorite: number % 10 === 0 }));
  });
  return {
    visit,
    crowd: () => person,
    async openCrowd(options: VisitOptions = {}) {
      const visited = await visit({ person, ...options });
      await row(visited.page, 1).waitFor();
      return visited;
    },
  };
}

const { visit, openCrowd, crowd } = useCrowd();

describe("2,000 contacts", () => {
  test("can be scrolled through from the first to the last, with few of them drawn", async () => {
    const { page } = await openCrowd();
    await page.getByText(`Contacts ${many}`).waitFor();
    await scrollTo(page, 1500, many);
    const item = page.getByRole("listitem").filter({ hasText: nameOf(1500) });
    expect(await item.getAttribute("aria-posinset")).toBe("1500");
    expect(await item.getAttribute("aria-setsize")).toBe(String(many));
    await expect.poll(() => namesOnScreen(page)).toContain(nameOf(1505));
    const drawn = await drawnNames(page);
    expect(drawn.length).toBeLessThan(80);
    expect(drawn.filter((name) => name !== nameOf(1))).toEqual(drawn.slice(-drawn.length).sort());
    await page.keyboard.press("End");
    await row(page, many).waitFor();
  });

  test("are at least fourteen on a screen of 800 pixels, and can be tapped on a phone", async () => {
    const { page } = await openCrowd({ viewport: { width: 1280, height: 800 } });
    expect((await namesOnScreen(page)).length).toBeGreaterThanOrEqual(14);
    const phone = await openCrowd({ viewport: { width: 390, height: 844 } });
    const { height } = (await row(phone.page, 1).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
  });

  test("are nowhere twice, and none is missing, when some are added and deleted meanwhile", async () => {
    const person = await newPerson();
    await addCrowd(person, 450);
    const { page } = await visit({ person });
    await scrollTo(page, 140, 450);
    const { id } = await person.kith.contacts.create({ firstName: "A first" });
    await scrollTo(page, 260, 450);
    await expect.poll(async () => new Set(await namesOnScreen(page)).size).toBeGreaterThan(14);
    const twice = (names: (string | null)[]) =>
      names.filter((name, at) => names.indexOf(name) < at);
    expect(twice(await drawnNames(page))).toEqual([]);
    await page.getByText("Contacts 451").waitFor();
    await person.kith.contacts.delete(id);
    const seen = new Set<string | null>();
    for (let number = 1; number <= 450; number += 10) {
      await scrollTo(page, number, 450);
      const names = await drawnNames(page);
      expect(twice(names)).toEqual([]);
      for (const name of names) seen.add(name);
    }
    seen.delete("A first");
    expect([...seen].sort()).toEqual(Array.from({ length: 450 }, (_, index) => nameOf(index + 1)));
  });

  test("stay usable where a page of them cannot be loaded, which can be tried again there", async () => {
    const { page, expectOnConsole } = await openCrowd();
    expectOnConsole(/status of 503/);
    const failing = /\/contacts\?.*[?&]page=13\b/;
    await page.route(failing, unavailable);
    await scrollTo(page, 1190, many);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1500);
    await page.getByRole("alert").filter({ hasText: "The database is away." }).waitFor();
    // The wheel may still be turning.
    await expect.poll(async () => {
      await jumpTo(page, 1150, many);
      return await row(page, 1150).isVisible();
    }).toBe(true);
    await scrollTo(page, 1350, many);
    await page.mouse.wheel(0, -3000);
    await page.unroute(failing);
    await page.getByRole("button", { name: "Try again" }).click();
    await row(page, 1260).waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  });

  test("do not jump down when the networks come", async () => {
    const person = await newPerson();
    await addCrowd(person, 30);
    for (let number = 0; number < 30; number++) {
      await person.kith.networks.create({ name: `A network ${number}` });
    }
    const { page } = await visit({ person });
    const release = await hold(page, /\/networks\?/);
    await page.reload();
    await row(page, 1).waitFor();
    const before = await row(page, 1).boundingBox();
    release();
    await page.getByRole("button", { name: "A network 29" }).waitFor();
    expect(await row(page, 1).boundingBox()).toEqual(before);
  });

  test("are reached by their first letter", async () => {
    const person = await newPerson();
    const letterOf = (number: number) => String.fromCharCode(65 + Math.floor((number - 1) / 20));
    await addCrowd(person, 520, (number) => ({ firstName: `${letterOf(number)} ${number}` }));
    const { page } = await visit({ person, viewport: { width: 1280, height: 800 } });
    await page.getByRole("link", { name: "A 1", exact: true }).waitFor();
    await page.getByRole("button", { name: "S", exact: true }).click();
    await expect.poll(async () => (await namesOnScreen(page))[0]).toBe("S 361");
    await expect.poll(() => focusedName(page)).toBe("S 361");
    const headed = page.locator("[data-letter=S]");
    expect(await headed.locator(".contact-words").allTextContents()).toEqual(["S 361"]);
    await page.getByLabel("Sort by").selectOption("Recently added");
    await page.getByRole("button", { name: "S", exact: true }).waitFor({ state: "detached" });
    await expect.poll(() => page.locator("[data-letter]").count()).toBe(0);
  });
});

describe("going back from a contact", () => {
  for (const way of ["the browser's button", "the link"]) {
    test(`by ${way} leads to the same row at the same place`, async () => {
      const { page } = await openCrowd();
      await page.getByRole("button", { name: "Favourites" }).click();
      await row(page, 11).waitFor({ state: "detached" });
      await scrollTo(page, 1200, many);
      const top = await page.evaluate(() => scrollY);
      expect(top).toBeGreaterThan(1000);
      await row(page, 1200).click();
      await page.getByRole("heading", { name: nameOf(1200) }).waitFor();
      if (way === "the link") await page.getByRole("link", { name: "All contacts" }).click();
      else await page.goBack();
      await row(page, 1200).waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
      await expect.poll(() => focusedName(page)).toBe(nameOf(1200));
      await page.getByRole("button", { name: "Favourites", pressed: true }).waitFor();
      expect(await row(page, 1201).count()).toBe(0);
    });
  }

  test("asks for no rows but those of the place, whose row keeps the focus", async () => {
    const { page } = await openCrowd();
    await scrollTo(page, 1200, many);
    await row(page, 1200).click();
    await page.getByRole("heading", { name: nameOf(1200) }).waitFor();
    const asked: string[] = [];
    await page.route(/\/contacts\?.*needsContact=false/, async (route) => {
      const number = new URL(route.request().url()).searchParams.get("page")!;
      asked.push(number);
      // What is near is answered late: what is kept of it has to stay until then.
      if (number !== "1") await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goBack();
    await expect.poll(() => focusedName(page)).toBe(nameOf(1200));
    await expect.poll(() => asked).toEqual(["12", "13"]);
    await page.locator(".contact-lists[aria-busy=false]").waitFor();
    expect(await focusedName(page)).toBe(nameOf(1200));
  });

  test("shows what has changed meanwhile", async () => {
    const person = await newPerson();
    await addCrowd(person, 60);
    const { page } = await visit({ person });
    await scrollTo(page, 30, 60);
    await row(page, 30).click();
    await page.getByRole("heading", { name: nameOf(30) }).waitFor();
    const { data } = await person.kith.contacts.list({ search: "0029" });
    await person.kith.contacts.delete(data[0]!.id);
    await page.goBack();
    await row(page, 29).waitFor({ state: "detached" });
    await page.getByText("Contacts 59").waitFor();
    await expect.poll(() => focusedName(page)).toBe(nameOf(30));
  });
});

describe("the address", () => {
  test("has search, filter, order and place, so that a reload and a bookmark lead there", async () => {
    const { page } = await openCrowd();
    await page.getByRole("button", { name: "Favourites" }).click();
    await page.getByLabel("Sort by").selectOption("Recently added");
    await page.getByRole("searchbox").fill("person");
    await page.waitForURL(/search=person/);
    await scrollTo(page, 1000, many);
    await page.waitForURL(/at=\d+/);
    const top = await page.evaluate(() => scrollY);
    const [first] = await namesOnScreen(page);
    const { hash } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(hash.split("?")[1]))).toMatchObject({
      search: "person",
      isFavorite: "true",
      sort: "-createdAt",
    });
    await page.reload();
    await expect.poll(async () => (await namesOnScreen(page))[0]).toBe(first);
    expect(await page.evaluate(() => scrollY)).toBe(top);
    expect(await page.getByRole("searchbox").inputValue()).toBe("person");
    const bookmark = await visit({ person: crowd() });
    await bookmark.page.goto(`${inject("page").url}/${hash}`);
    await bookmark.page.getByRole("button", { name: "Favourites", pressed: true }).waitFor();
    await expect.poll(() => namesOnScreen(bookmark.page)).toContain(first);
  });

  test("leads to the whole list from its top where it has no query", async () => {
    const { page } = await openCrowd();
    await page.getByRole("searchbox").fill("person");
    await page.waitForURL(/search=person/);
    await scrollTo(page, 900, many);
    await page.waitForURL(/at=\d+/);
    await page.getByRole("link", { name: "People", exact: true }).click();
    await row(page, 1).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await row(page, 900).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("person");
  });

  test("keeps nothing for another account, also where a session ends elsewhere", async () => {
    const { page } = await openCrowd();
    await page.getByRole("searchbox").fill("0007");
    await page.waitForURL(/search=0007/);
    const other = await page.context().newPage();
    await other.goto(inject("page").url);
    await fromMenu(other, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    const next = await newPerson();
    await next.kith.contacts.create({ firstName: "Ana" });
    await page.getByLabel("E-mail address").fill(next.email);
    await page.getByLabel("Password", { exact: true }).fill(next.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Ana" }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(new URL(page.url()).hash).toBe("#/contacts");
  });
});

describe("the keyboard", () => {
  test("goes from the search through all rows, opens one and comes back to it", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("/");
    await page.keyboard.type("person");
    await page.waitForURL(/search=person/);
    await page.locator(".contact-lists:not(.stale)").waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(4));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focusedName(page)).toBe(nameOf(3));
    await page.keyboard.press("End");
    await expect.poll(() => focusedName(page)).toBe(nameOf(many));
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => focusedName(page)).toBe(nameOf(many - 1));
    expect(await namesOnScreen(page)).toContain(nameOf(many - 1));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: nameOf(many - 1) }).waitFor();
    await page.goBack();
    await expect.poll(() => focusedName(page)).toBe(nameOf(many - 1));
    await page.keyboard.press("Home");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
  });

  test("goes on past what is loaded, a row at a time", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    for (let press = 0; press < 160; press++) await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(161));
    expect(await namesOnScreen(page)).toContain(nameOf(161));
  });

  test("keeps the row that has the focus while one scrolls away with the mouse", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    await scrollTo(page, 1000, many);
    await expect.poll(() => focusedName(page)).toBe(nameOf(1));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(2));
    expect(await namesOnScreen(page)).toContain(nameOf(2));
  });

  test("clears the search and leaves it by Escape, and opens the form by n", async () => {
    const { page } = await openCrowd();
    await page.keyboard.press("/");
    await page.keyboard.type("0042");
    await row(page, 1).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedName(page)).toBe(nameOf(42));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await row(page, 1).waitFor();
    expect(new URL(page.url()).hash).toBe("#/contacts");
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New contact" }).waitFor();
  });
});

describe("contacts that are selected", () => {
  test("are put into a network, are given a frequency, archived and deleted at once, each with one undo", async () => {
    const person = await newPerson();
    await addCrowd(person, 5);
    const { id } = await person.kith.networks.create({ name: "Climbing" });
    const { page } = await visit({ person });
    const box = (number: number) => page.getByRole("checkbox", { name: nameOf(number) });
    const inAll = async () => (await person.kith.contacts.list()).data;
    const changed = (text: string) => page.locator(".toast").filter({ hasText: text });
    const undoOf = async (text: string) => {
      await changed(text).getByRole("button", { name: "Undo" }).click();
      await page.getByText(`Undone: ${text}`).waitFor();
    };
    const choose = async (menu: string, action: string) => {
      await page.getByRole("button", { name: menu, exact: true }).click();
      await page.locator("[popover]:popover-open").getByRole("button", { name: action }).click();
    };
    await row(page, 1).waitFor();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await box(2).click();
    // The keyboard too.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByText("2 selected").waitFor();
    expect(await box(3).getAttribute("aria-checked")).toBe("true");
    await choose("Add to network", "Climbing");
    await changed("2 contacts: added to Climbing.").waitFor();
    const members = async () =>
      (await inAll()).filter(({ networkIds }) => networkIds.includes(id)).length;
    expect(await members()).toBe(2);
    await undoOf("2 contacts: added to Climbing.");
    expect(await members()).toBe(0);

    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByText("5 selected").waitFor();
    await box(5).click();
    await choose("Be in touch", "Every month");
    await changed("4 contacts: be in touch, every month.").waitFor();
    expect((await inAll()).filter((each) => each.contactFrequencyDays === 30)).toHaveLength(4);

    await box(1).click();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await changed("1 contact: archived.").waitFor();
    await expect.poll(() => box(1).count()).toBe(0);
    await box(5).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await changed("1 contact: deleted.").waitFor();
    expect(await inAll()).toHaveLength(3);
    await undoOf("1 contact: deleted.");
    await box(5).click();
    await page.getByRole("searchbox").fill(nameOf(3));
    await page.getByText("0 selected").waitFor();
    await page.getByRole("searchbox").fill("");
    await box(5).waitFor();
    // Then rows are opened again.
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await row(page, 5).click();
    await page.getByRole("heading", { name: nameOf(5), level: 1 }).waitFor();
  });
});
