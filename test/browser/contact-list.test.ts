import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type components } from "../../client/src/index.ts";
import { fillAccount, newPerson, people, type Person } from "./support/account.ts";
import { unavailable } from "./support/acts.ts";
import { open, visit } from "./support/visit.ts";

type ContactCreate = components["schemas"]["ContactCreate"];

/** “Person 0001” and so on: in the order of names as well as of numbers. */
const nameOf = (number: number) => `Person ${String(number).padStart(4, "0")}`;

/** Adds so many contacts, from Person 0001 on. */
const addCrowd =
  (count: number, more: (number: number) => Partial<ContactCreate> = () => ({})) =>
  async ({ kith }: Person) => {
    for (let done = 0; done < count; done += 200) {
      const create = Array.from({ length: Math.min(200, count - done) }, (_, index) => {
        const number = done + index + 1;
        return { firstName: nameOf(number), ...more(number) };
      });
      await kith.contacts.bulk({ create });
    }
  };

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

async function scrollTo(page: Page, number: number, total = many): Promise<void> {
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

/** Waits until a row has the focus. */
const focused = (page: Page, number: number) =>
  expect.poll(
    () => page.evaluate(() => document.activeElement?.querySelector(".contact-words")?.textContent),
    {
      message: `the focus on ${number}`,
    },
  ).toBe(nameOf(number));

const search = (page: Page) => page.getByRole("searchbox");
const row = (page: Page, number: number) => page.getByRole("link", { name: nameOf(number) });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** How many contacts the account has that the tests share and do not change; each tenth is a favourite. */
const many = 2000;
let person: Person;
beforeAll(async () => {
  person = await newPerson();
  await addCrowd(many, (number) => ({ isFavorite: number % 10 === 0 }))(person);
});

async function openCrowd() {
  const visited = await visit({ person });
  await row(visited.page, 1).waitFor();
  return visited;
}

test("a search has the best match first, unless an order is chosen, and says why somebody is found; on a phone its field is at the foot", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const it = await open("contacts", async ({ kith }) => {
    const due = { contactFrequencyDays: 1, lastContactedAt: "2024-01-01" };
    for (
      const contact of [
        { firstName: "Ben", lastName: "Costa", emails: [{ value: "ben@example.com" }], ...due },
        { firstName: "Ben", lastName: "Müller" },
        { firstName: "Inês", jobTitle: "Dentist", addresses: [{ city: "Lisbon" }] },
      ]
    ) await kith.contacts.create(contact);
    const rui = await kith.contacts.create({ firstName: "Rui" });
    await kith.notes.create({
      content: "The dentist in Lisbon is good",
      occurredAt: "2024-05-12T12:00:00Z",
      contactIds: [rui.id],
    });
  }, phone);
  const { page } = it;
  await page.getByText("Ben Costa").waitFor();
  await search(page).fill("ben m");
  await expect.poll(() => drawnNames(page)).toEqual(["Ben Müller", "Ben Costa"]);
  await it.field("Sort by").selectOption("First name, A–Z");
  await expect.poll(() => drawnNames(page)).toEqual(["Ben Costa", "Ben Müller"]);
  await it.field("Sort by").selectOption("Best match");
  await search(page).fill("dentist lisbon");
  await expect.poll(() => drawnNames(page)).toEqual(["Inês", "Rui"]);
  expect(await page.locator(".contact-about").allTextContents()).toEqual([
    "Dentist · lives in Lisbon",
    expect.stringMatching(/^note of .*12.*2024: The dentist in Lisbon is good$/),
  ]);
  const { y, height } = (await search(page).boundingBox())!;
  expect(y).toBeGreaterThan(844 - 150);
  const tabs = (await page.locator(".bar").boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(tabs.y);
  await page.getByText("Rui", { exact: true }).click();
  await it.title("Rui");
  await it.keys("Control+k");
  const field = (await page.getByRole("combobox").boundingBox())!;
  expect(field.y).toBeGreaterThan(844 / 2);
});

test("the list of contacts has those to be in touch with first, is sorted, searched as one types, and offers names that are alike; beside it stands a person", async () => {
  const it = await open("contacts", fillAccount);
  const { page, keys, title, follow } = it;
  await expect.poll(() => page.locator("h2").allTextContents())
    .toEqual(["Time to get in touch 1", "Everybody else 2"]);
  await expect.poll(() => page.locator(".contact-name").allTextContents())
    .toEqual(["Zoë Müller, a favourite", "Ana", "Bela"]);
  // The names of networks come with a request of their own.
  await expect.poll(() => page.locator(".contact-row").allTextContents()).toEqual([
    expect.stringMatching(/Editor, Kranich Verlag.*due 2 weeks ago.*Work/),
    expect.stringMatching(/next in 7 days.*Family.*Work/),
    expect.stringContaining("Bela"),
  ]);
  await it.field("Sort by").selectOption("Recently added");
  await expect.poll(() => drawnNames(page)).toEqual(["Zoë Müller", "Bela", "Ana"]);
  await search(page).fill("muller verlag");
  await it.said("1 found.");
  expect(await drawnNames(page)).toEqual(["Zoë Müller"]);
  await search(page).fill("nobody");
  await it.see("No matching contacts");
  await search(page).fill("lenses");
  await it.see(/^note of .*: Talked about lenses/, page.locator(".contact-about"));
  await search(page).fill("Mueler");
  await it.see("Did you mean");
  await follow("Zoë Müller");
  await title(/Zoë/);
  await follow("All contacts");
  await it.goto("contacts");

  await page.setViewportSize({ width: 1280, height: 800 });
  await follow(/^Ana/);
  await title("Ana");
  await page.locator(".contact-row[aria-current]").getByText("Ana").waitFor();
  for (const [key, name] of [["j", "Bela"], ["k", "Ana"]] as const) {
    await keys(key);
    await title(name);
  }
  await keys("e");
  await it.field("First name").waitFor();
  // One goes on typing while the window gets narrower and wider.
  for (const width of [1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await it.type("+");
  }
  await expect.poll(() => it.field("First name").inputValue()).toBe("Ana++");
  await it.field("First name").fill("Ana");
  await keys("Escape");
  await it.gone(it.field("First name"));
  const heading = page.getByRole("heading", { name: "Ana", level: 1 });
  await heading.click();
  await keys("Escape");
  await it.gone(heading);
  await title("People");
});

test("the list has the last name first where the profile says so, which is what everything calls people", async () => {
  const { page, keys, type, follow, see } = await open("contacts", async (person) => {
    await fillAccount(person);
    const names = [["Łucja", "Zawada"], ["Xaver", "Łoś"], ["Yara", "Lang"]] as const;
    const create = names.map(([firstName, lastName]) => ({ firstName, lastName }));
    await person.kith.contacts.bulk({ create });
    await person.kith.me.update({ nameOrder: "lastName" });
  });
  await expect.poll(() => drawnNames(page))
    .toEqual(["Müller Zoë", "Ana", "Bela", "Lang Yara", "Łoś Xaver", "Zawada Łucja"]);
  await keys("Control+k");
  await page.getByRole("combobox", { name: "Find people" }).waitFor();
  await type("zawada");
  await page.getByRole("option", { name: "Zawada Łucja" }).waitFor();
  await keys("Escape");
  await follow("Today");
  await see("Müller Zoë", page.locator(".coming-title"));
  await see("Müller Zoë", page.locator(".person"));
});

test("2,000 contacts are scrolled through, fourteen on a screen and few drawn, also where a page of them cannot be loaded", async () => {
  const { page, see, item, keys, button, expectOnConsole } = await openCrowd();
  expectOnConsole(/status of 503/);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await namesOnScreen(page)).length).toBeGreaterThanOrEqual(14);
  await see(`Contacts ${many}`);
  const failing = /\/contacts\?.*[?&]page=13\b/;
  await page.route(failing, unavailable);
  await scrollTo(page, 1190);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 1500);
  await page.getByRole("alert").filter({ hasText: "The database is away." }).waitFor();
  // The wheel may still be turning.
  await expect.poll(async () => {
    await jumpTo(page, 1150, many);
    return await row(page, 1150).isVisible();
  }, { message: "the page before it" }).toBe(true);
  await scrollTo(page, 1350);
  await page.mouse.wheel(0, -3000);
  await page.unroute(failing);
  await button("Try again").click();
  await row(page, 1260).waitFor();
  expect(await button("Try again").count()).toBe(0);

  await scrollTo(page, 1500);
  expect(await item(nameOf(1500)).getAttribute("aria-posinset")).toBe("1500");
  expect(await item(nameOf(1500)).getAttribute("aria-setsize")).toBe(String(many));
  await expect.poll(() => namesOnScreen(page)).toContain(nameOf(1505));
  const drawn = await drawnNames(page);
  expect(drawn.length, "rows that are drawn").toBeLessThan(80);
  expect(drawn).toEqual([...drawn].sort());
  await keys("End");
  await row(page, many).waitFor();
});

test("the keyboard goes from the search through all rows, opens one and comes back to it, and keeps the row that has the focus", async () => {
  const { page, keys, type, said, title, gone, dialog } = await openCrowd();
  await keys("ArrowDown");
  await focused(page, 1);
  // One scrolls away with the mouse.
  await scrollTo(page, 1000);
  await focused(page, 1);
  await keys("ArrowDown");
  await focused(page, 2);
  expect(await namesOnScreen(page)).toContain(nameOf(2));
  await keys("/");
  await type("person");
  await said(`${many} found.`);
  await keys("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp");
  await focused(page, 2);
  // Past what is loaded, too.
  await keys(...Array(159).fill("ArrowDown"));
  await focused(page, 161);
  expect(await namesOnScreen(page)).toContain(nameOf(161));
  await keys("End");
  await focused(page, many);
  await keys("ArrowUp");
  await focused(page, many - 1);
  expect(await namesOnScreen(page)).toContain(nameOf(many - 1));
  await keys("Enter");
  await title(nameOf(many - 1));
  await page.goBack();
  await focused(page, many - 1);
  await keys("Home");
  await focused(page, 1);
  // The rows are being loaded again, and that of the focus is not among those that are seen.
  await scrollTo(page, 1000);
  await focused(page, 1);

  await keys("/");
  await search(page).fill("0042");
  await gone(row(page, 1));
  await keys("ArrowDown");
  await focused(page, 42);
  await keys("Escape", "Escape");
  await row(page, 1).waitFor();
  expect(new URL(page.url()).hash, "Escape clears the search").toBe("#/contacts");
  expect(await search(page).inputValue()).toBe("");
  await keys("Escape", "n");
  await dialog("New contact").waitFor();
});

test("rows do not jump down when the networks come", async () => {
  const { page, hold, button } = await open("contacts", async (person) => {
    await addCrowd(30)(person);
    for (let number = 0; number < 30; number++) {
      await person.kith.networks.create({ name: `A network ${number}` });
    }
  });
  const release = await hold(/\/networks\?/);
  await page.reload();
  await row(page, 1).waitFor();
  const before = await row(page, 1).boundingBox();
  release();
  await button("A network 29").waitFor();
  expect(await row(page, 1).boundingBox()).toEqual(before);
});

test("going back from a contact leads to the same row at the same place, and asks for no rows but those", async () => {
  const { page, press, follow, title, gone, hold } = await openCrowd();
  await press("Favourites");
  await gone(row(page, 11));
  await scrollTo(page, 1200);
  const top = await scrolled(page);
  expect(top).toBeGreaterThan(1000);
  for (const way of ["the link", "the browser's button"]) {
    await row(page, 1200).click();
    await title(nameOf(1200));
    if (way === "the link") await follow("All contacts");
    else await page.goBack();
    await row(page, 1200).waitFor();
    await expect.poll(() => scrolled(page), { message: way }).toBe(top);
    await focused(page, 1200);
    await page.getByRole("button", { name: "Favourites", pressed: true }).waitFor();
    expect(await row(page, 1201).count(), way).toBe(0);
  }
  await press("Favourites");
  await row(page, 1).waitFor();
  await scrollTo(page, 1200);
  await row(page, 1200).click();
  await title(nameOf(1200));
  const asked: string[] = [];
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.has("needsContact")) asked.push(searchParams.get("page")!);
  });
  // What is kept of the rows has to stay until the answer.
  const release = await hold(/\/contacts\?.*[?&]page=1[23]\b/);
  await page.goBack();
  await focused(page, 1200);
  await expect.poll(() => asked.filter((number) => number !== "1")).toEqual(["12", "13"]);
  release();
  await page.locator(".contact-lists[aria-busy=false]").waitFor();
  await focused(page, 1200);
});

test("going back from a contact shows what has changed meanwhile", async () => {
  const { page, person, title, gone, see } = await open("contacts", addCrowd(60));
  await scrollTo(page, 30, 60);
  await row(page, 30).click();
  await title(nameOf(30));
  const { data } = await person.kith.contacts.list({ search: "0029" });
  await person.kith.contacts.delete(data[0]!.id);
  await page.goBack();
  await gone(row(page, 29));
  await see("Contacts 59");
  await focused(page, 30);
});

test("the address has search, filter, order and place, so that a reload and a bookmark lead there; without a query it is the whole list", async () => {
  const { page, press, field, said, follow } = await openCrowd();
  await search(page).fill("person");
  await said(`${many} found.`);
  await press("Favourites");
  await said(`${many / 10} found.`);
  await field("Sort by").selectOption("Recently added");
  await row(page, many).waitFor();
  await scrollTo(page, 1000);
  await page.waitForURL(/at=\d+/);
  const top = await scrolled(page);
  const [first] = await namesOnScreen(page);
  const { hash } = new URL(page.url());
  expect(Object.fromEntries(new URLSearchParams(hash.split("?")[1])))
    .toMatchObject({ search: "person", isFavorite: "true", sort: "-createdAt" });
  await page.reload();
  await expect.poll(async () => (await namesOnScreen(page))[0]).toBe(first);
  expect(await scrolled(page), "after a reload").toBe(top);
  expect(await search(page).inputValue()).toBe("person");
  const bookmark = await visit({ person, view: hash.slice(2) });
  await bookmark.page.getByRole("button", { name: "Favourites", pressed: true }).waitFor();
  await expect.poll(() => namesOnScreen(bookmark.page)).toContain(first);

  await follow("People");
  await row(page, 1).waitFor();
  expect(await search(page).inputValue(), "without a query").toBe("");
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await row(page, 1000).waitFor();
  expect(await search(page).inputValue()).toBe("person");
});

test("a filter is kept in the profile, chosen again, and forgotten", async () => {
  const it = await open("contacts", people("Anna", "Ben"));
  await it.fill("Search contacts", "ann");
  await it.gone(it.link(/Ben/));
  await it.press("Keep this filter");
  const kept = async () => (await it.person.kith.me.get()).savedFilters;
  await expect.poll(kept).toEqual([{ name: "ann", query: "search=ann" }]);
  const chip = it.button("ann");
  await chip.click();
  await it.link(/Ben/).waitFor();
  await it.page.reload();
  await it.link(/Ben/).waitFor();
  await chip.click();
  await it.gone(it.link(/Ben/));
  await it.press("Forget this filter");
  await expect.poll(kept).toEqual([]);
});
