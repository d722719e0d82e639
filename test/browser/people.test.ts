import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { people, type Person } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The names on the chips in an item of a list. */
const chipsOf = (page: Page, text: string) =>
  page.getByRole("listitem").filter({ hasText: text }).first()
    .getByRole("list", { name: "Also about" }).getByRole("listitem").allTextContents();

describe("a note about several people", () => {
  test("shows the others as chips, which lead to them", async () => {
    const { page, item, follow, title } = await open("contacts/<Ana>", async (person) => {
      const { ids } = await people("Ana", "Bela", "Clara")(person);
      const contactIds = Object.values(ids);
      await person.kith.notes.create({ content: "Hiked together.", contactIds });
      await person.kith.notes.create({ content: "Alone.", contactIds: [ids.Ana] });
      return { ids };
    });
    await expect.poll(() => chipsOf(page, "Hiked together.")).toEqual(["Bela", "Clara"]);
    await item("Alone.").waitFor();
    expect(await page.getByRole("list", { name: "Also about" }).count()).toBe(1);
    await follow("Clara");
    await title("Clara");
    await expect.poll(() => chipsOf(page, "Hiked together.")).toEqual(["Ana", "Bela"]);
  });

  test("asks for all names with one request, and again for those that are shown later", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `Person ${index}`);
    const it = await open("contacts/<Person 0>", async (person) => {
      const { ids } = await people(...names)(person);
      const first = (count: number) => names.slice(0, count).map((name) => ids[name]!);
      await person.kith.notes.create({ content: "A feast.", contactIds: first(9) });
      await person.kith.notes.create({ content: "A walk.", contactIds: first(3) });
      await person.kith.reminders.create({ title: "Bring a cake", contactIds: first(2) });
      return { ids };
    });
    await expect.poll(() => chipsOf(it.page, "A feast.")).toEqual([...names.slice(1, 7), "2 more"]);
    await expect.poll(() => chipsOf(it.page, "Bring a cake")).toEqual(["Person 1"]);
    const lists: string[][] = [];
    const single: string[] = [];
    it.page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/contacts$/.test(pathname)) lists.push(searchParams.get("ids")?.split(",") ?? []);
      if (/contacts\/./.test(pathname)) single.push(pathname);
    });
    await it.page.reload();
    await expect.poll(() => chipsOf(it.page, "A walk.")).toEqual(["Person 1", "Person 2"]);
    await expect.poll(() => chipsOf(it.page, "A feast.")).toEqual([...names.slice(1, 7), "2 more"]);
    // Notes and reminders come with answers of their own.
    expect(lists.length).toBeLessThanOrEqual(2);
    expect(single).toHaveLength(1);
    lists.length = 0;
    await it.button("2 more").focus();
    await it.keys("Enter");
    await expect.poll(() => chipsOf(it.page, "A feast.")).toEqual(names.slice(1));
    await it.expectFocus("Person 7");
    expect(lists).toEqual([[expect.any(String), expect.any(String)]]);
  });
});

test("a reminder about several people shows the others, and in Today all of them", async () => {
  const { page, follow } = await open("contacts/<Ana>", async (person) => {
    const { ids } = await people("Ana", "Bela")(person);
    const dueAt = new Date().toISOString();
    const contactIds = Object.values(ids);
    await person.kith.reminders.create({ title: "Bring a cake", dueAt, contactIds });
    return { ids };
  });
  await expect.poll(() => chipsOf(page, "Bring a cake")).toEqual(["Bela"]);
  await follow("Today");
  const about = page.getByRole("list", { name: "About" }).getByRole("link");
  await expect.poll(() => about.allTextContents()).toEqual(["Ana", "Bela"]);
});

describe("the people of a new note", () => {
  test("are whose page it is and whom one names, and the note is on the pages of all", async () => {
    const it = await open("contacts/<Ana>", people("Ana", "Bela", "Clara"));
    await it.fill("New note", "Hiked with");
    await expect.poll(it.chosen).toEqual(["Ana"]);
    await it.mention("Bela");
    await it.press("Save note");
    await it.see("Bela", it.page.getByRole("list", { name: "Also about" }));
    expect(await it.person.notes())
      .toMatchObject([{ content: "Hiked with Bela", contactIds: [it.ids.Ana, it.ids.Bela] }]);
    await it.follow("Bela");
    await it.title("Bela");
    await it.see("Hiked with", it.page.locator("li.note"));
    // The next one begins with whose page it is.
    await it.fill("New note", "Alone.");
    await expect.poll(it.chosen).toEqual(["Bela"]);
  });

  test("may be without whose page it is, and the page says what follows", async () => {
    const it = await open("contacts/<Ana>", people("Ana", "Bela"));
    await it.fill("New note", "A thought.");
    await it.mention("Bela");
    // A name that is deleted counts no more, and neither does one that is taken away.
    await it.keys("Backspace", "Backspace");
    await expect.poll(it.chosen).toEqual(["Ana"]);
    await it.type("a");
    await it.press("Remove Bela");
    await it.button("Remove Ana").press("Enter");
    await it.see("It will not appear on this page.");
    await it.expectFocus("New note");
    await it.keys("Enter");
    await it.see("The note is saved.");
    expect(await it.person.notes()).toMatchObject([{ content: "A thought. Bela", contactIds: [] }]);
    await it.undo("The note is saved.");
    await expect.poll(it.person.notes).toEqual([]);
  });

  test("are still chosen when it cannot be saved, and after one has been elsewhere", async () => {
    const it = await open("contacts/<Ana>", people("Ana", "Bela"));
    it.expectOnConsole(/status of 503/);
    const repair = await it.failing(/\/notes$/, "POST");
    await it.fill("New note", "Not lost,");
    await it.mention("Bela");
    await it.press("Save note");
    await it.see("The database is away.");
    await it.follow("Today");
    await it.title("Today");
    await it.page.goBack();
    await expect.poll(it.chosen).toEqual(["Ana", "Bela"]);
    expect(await it.field("New note").inputValue()).toBe("Not lost, @Bela ");
    await repair();
    await it.press("Save note");
    await it.see("The note is saved.");
    expect(await it.person.notes()).toMatchObject([{ contactIds: [it.ids.Ana, it.ids.Bela] }]);
  });
});

describe("a reminder’s people", () => {
  test("are chosen and removed with the keyboard alone", async () => {
    const it = await open("reminders", people("Ana", "Bela", "Clara"));
    await it.keys("n");
    await it.fill("What", "Bring a cake");
    await it.keys("Tab");
    await it.expectFocus("People");
    for (const name of ["Ana", "Bela", "Clara"]) await it.pick(name);
    await it.keys("Shift+Tab", "Shift+Tab");
    await it.expectFocus("Remove Bela");
    await it.keys("Space");
    await expect.poll(it.chosen).toEqual(["Ana", "Clara"]);
    await it.expectFocus("Remove Clara");
    await it.press("Set reminder");
    await it.box("Bring a cake").waitFor();
    expect(await it.person.reminders()).toMatchObject([{ contactIds: [it.ids.Ana, it.ids.Clara] }]);
  });

  test("are changed later", async () => {
    const it = await open("contacts/<Ana>", async (person) => {
      const { ids } = await people("Ana", "Bela")(person);
      await person.kith.reminders.create({ title: "Call", contactIds: [ids.Ana] });
      return { ids };
    });
    await it.choose("More for Call", "Edit");
    await expect.poll(it.chosen).toEqual(["Ana"]);
    await it.pick("Bela");
    await it.press("Save");
    await it.see("Bela", it.page.getByRole("list", { name: "Also about" }));
    expect(await it.person.reminders())
      .toMatchObject([{ title: "Call", contactIds: [it.ids.Ana, it.ids.Bela] }]);
  });
});

describe("the search for people", () => {
  async function openSearch(prepare: (person: Person) => Promise<object | void>) {
    const opened = await open("reminders", prepare);
    await opened.press("New reminder");
    return { ...opened, search: opened.page.getByRole("combobox", { name: "People" }) };
  }

  test("asks once for what is typed in one go, and leaves out who is chosen", async () => {
    const { page, search, pick, offered } = await openSearch(people("Ana", "Anabel", "Bela"));
    await pick("Ana");
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/contacts$/.test(pathname) && !searchParams.has("ids")) {
        asked.push(searchParams.get("search"));
      }
    });
    await search.pressSequentially("ana", { delay: 20 });
    await page.getByRole("option", { name: "Anabel" }).waitFor();
    expect(await offered.allTextContents()).toEqual(["Anabel"]);
    expect(asked).toEqual(["ana"]);
  });

  test("is given up for a newer one, whose answer is shown", async () => {
    const it = await openSearch(people("Ana", "Bela", "Zoë"));
    it.expectOnConsole(/ERR_ABORTED|net::/);
    const release = await it.hold(/search=be/);
    const begun = it.page.waitForRequest(/search=be/);
    const given = it.page.waitForEvent("requestfailed");
    await it.search.fill("be");
    await begun;
    await it.search.fill("zoë");
    expect((await given).url()).toContain("search=be");
    await it.page.getByRole("option", { name: "Zoë" }).waitFor();
    release();
    expect(await it.offered.allTextContents()).toEqual(["Zoë"]);
  });

  test("says that nobody is found, or that it failed; Escape closes the list and not the form", async () => {
    const it = await openSearch(people("Ana"));
    it.expectOnConsole(/status of 503/);
    const option = (name: string) => it.page.getByRole("option", { name });
    await it.search.fill("nobody like that");
    await option("Nobody is found").waitFor();
    await it.search.press("Enter");
    const repair = await it.failing(/\/contacts\?/);
    await it.search.fill("ana");
    await option("The database is away.").waitFor();
    await repair();
    await it.search.press("Escape");
    await it.page.getByRole("listbox").waitFor({ state: "hidden" });
    expect(await it.dialog().count()).toBe(1);
    // Without a text the first ones are offered.
    await it.search.fill("");
    await it.search.press("ArrowDown");
    await option("Ana").click();
    await expect.poll(it.chosen).toEqual(["Ana"]);
  });

  test("ends where there are fifty people", async () => {
    const it = await open("notes", async ({ kith }) => {
      const create = Array.from({ length: 50 }, (_, index) => ({ firstName: `Person ${index}` }));
      const { results } = await kith.contacts.bulk({ create });
      const contactIds = results.map(({ id }) => id!);
      await kith.notes.create({ content: "A feast.", contactIds });
    });
    await it.choose(/^More for the note/, "Edit");
    await it.see("These are 50, the most there can be.");
    const search = it.page.getByRole("combobox", { name: "People" });
    await search.focus();
    await it.type("Person");
    expect(await search.inputValue()).toBe("");
    await it.press("Remove Person 7");
    await it.gone(it.page.getByText("These are 50"));
    expect(await it.chosen()).toHaveLength(49);
  });
});
