import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { people } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** Waits until the item of a list with this text has chips of these names. */
const chipsAre = (page: Page, text: string, names: string[]) =>
  expect.poll(() =>
    page.getByRole("listitem").filter({ hasText: text }).first()
      .getByRole("list", { name: "Also about" }).getByRole("listitem").allTextContents(), {
    message: `the chips of ${text}`,
  }).toEqual(names);

test("notes and reminders about several people show the others as chips, whose names come with one request", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `Person ${index}`);
  const it = await open("contacts/<Person 0>", async ({ kith }) => {
    const { ids } = await people(...names)({ kith });
    const first = (count: number) => names.slice(0, count).map((name) => ids[name]!);
    for (const [content, count] of [["A feast.", 9], ["A walk.", 3], ["Alone.", 1]] as const) {
      await kith.notes.create({ content, contactIds: first(count) });
    }
    const dueAt = new Date().toISOString();
    await kith.reminders.create({ title: "Bring a cake", dueAt, contactIds: first(2) });
    return { ids };
  });
  const { page } = it;
  await chipsAre(page, "Bring a cake", ["Person 1"]);
  const lists: string[][] = [];
  const single: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/contacts$/.test(pathname)) lists.push(searchParams.get("ids")?.split(",") ?? []);
    if (/contacts\/./.test(pathname)) single.push(pathname);
  });
  await page.reload();
  await chipsAre(page, "A walk.", ["Person 1", "Person 2"]);
  await chipsAre(page, "A feast.", [...names.slice(1, 7), "2 more"]);
  await it.item("Alone.").waitFor();
  expect(await page.getByRole("list", { name: "Also about" }).count(), "none alone").toBe(3);
  // Notes and reminders come with answers of their own.
  expect(lists.length, "requests for names").toBeLessThanOrEqual(2);
  expect(single, "requests for one person").toHaveLength(1);
  lists.length = 0;
  await it.button("2 more").focus();
  await it.keys("Enter");
  await chipsAre(page, "A feast.", names.slice(1));
  await it.expectFocus("Person 7");
  expect(lists, "only who was not shown").toEqual([[it.ids["Person 7"], it.ids["Person 8"]]]);
  await it.follow("Person 2");
  await it.title("Person 2");
  await chipsAre(page, "A walk.", ["Person 0", "Person 1"]);
  await it.follow("Today");
  const cake = page.getByRole("list", { name: "About" }).getByRole("link");
  await expect.poll(() => cake.allTextContents()).toEqual(["Person 0", "Person 1"]);
});

test("the people of a new note are whose page it is and whom one names, and stay chosen when it cannot be saved", async () => {
  const it = await open("contacts/<Ana>", people("Ana", "Bela"));
  it.expectOnConsole(/status of 503/);
  const note = it.field("New note");
  const chosenAre = (...names: string[]) =>
    expect.poll(it.chosen, { message: "who is chosen" }).toEqual(names);
  const repair = await it.failing(/\/notes$/, "POST");
  await note.fill("Hiked with");
  await chosenAre("Ana");
  await it.mention("Bela");
  await it.press("Save note");
  await it.see("The database is away.");
  await it.follow("Today");
  await it.title("Today");
  await it.page.goBack();
  await chosenAre("Ana", "Bela");
  expect(await note.inputValue(), "after one was elsewhere").toBe("Hiked with @Bela ");
  await repair();
  await it.press("Save note");
  await it.see("Bela", it.page.getByRole("list", { name: "Also about" }));
  const about = async () =>
    (await it.person.notes()).map(({ content, contactIds }) => [content, ...contactIds]);
  expect(await about()).toEqual([["Hiked with Bela", it.ids.Ana, it.ids.Bela]]);
  await it.follow("Bela");
  await it.title("Bela");
  await it.see("Hiked with", it.page.locator("li.note"));
  await it.press("Close the message");
  await it.gone(it.toast("The note is saved."));

  await note.fill("A thought.");
  await chosenAre("Bela");
  await it.mention("Ana");
  // A name that is deleted counts no more, and neither does one that is taken away.
  await it.keys("Backspace", "Backspace");
  await chosenAre("Bela");
  await it.type("a");
  await it.press("Remove Ana");
  await it.button("Remove Bela").press("Enter");
  await it.see("It will not appear on this page.");
  await it.expectFocus("New note");
  await it.keys("Enter");
  await it.see("The note is saved.");
  expect((await about())[0], "about nobody").toEqual(["A thought. Ana"]);
  await it.undo("The note is saved.");
  await expect.poll(it.person.notes).toHaveLength(1);
});

test("the people of a reminder are searched, chosen and removed with the keyboard alone, and changed later", async () => {
  const it = await open("reminders", people("Ana", "Anabel", "Bela", "Zoë"));
  const { page } = it;
  it.expectOnConsole(/ERR_ABORTED|net::|status of 503/);
  const search = page.getByRole("combobox", { name: "People" });
  const option = (name: string) => page.getByRole("option", { name, exact: true });
  const chosenAre = (...names: string[]) =>
    expect.poll(it.chosen, { message: "who is chosen" }).toEqual(names);
  await it.keys("n");
  await it.fill("What", "Bring a cake");
  await it.keys("Tab");
  await it.expectFocus("People");
  for (const name of ["Ana", "Bela", "Zoë"]) await it.pick(name);
  await it.keys("Shift+Tab", "Shift+Tab");
  await it.expectFocus("Remove Bela");
  await it.keys("Space");
  await chosenAre("Ana", "Zoë");
  await it.expectFocus("Remove Zoë");

  const asked: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/contacts$/.test(pathname) && !searchParams.has("ids")) {
      asked.push(searchParams.get("search"));
    }
  });
  await search.pressSequentially("ana", { delay: 20 });
  await option("Anabel").waitFor();
  expect(await it.offered.allTextContents(), "without who is chosen").toEqual(["Anabel"]);
  expect(asked, "one request for what is typed in one go").toEqual(["ana"]);
  const release = await it.hold(/search=ana/);
  await search.fill("");
  const begun = page.waitForRequest(/search=ana/);
  const given = page.waitForEvent("requestfailed");
  await search.fill("ana");
  await begun;
  await search.fill("bela");
  expect((await given).url(), "given up for a newer one").toContain("search=ana");
  await option("Bela").waitFor();
  release();
  expect(await it.offered.allTextContents(), "the answer to the newer one").toEqual(["Bela"]);
  await search.fill("nobody like that");
  await option("Nobody is found").waitFor();
  await search.press("Enter");
  const repair = await it.failing(/\/contacts\?/);
  await search.fill("zo");
  await option("The database is away.").waitFor();
  await repair();
  await search.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "hidden" });
  expect(await it.dialog().count(), "Escape closes only the list").toBe(1);
  // Without a text the first ones are offered.
  await search.fill("");
  await search.press("ArrowDown");
  await option("Anabel").click();
  await chosenAre("Ana", "Zoë", "Anabel");
  await it.press("Remove Anabel");
  await it.press("Set reminder");
  await it.box("Bring a cake").waitFor();
  const about = async () => (await it.person.reminders()).map((each) => each.contactIds);
  expect(await about()).toEqual([[it.ids.Ana, it.ids.Zoë]]);
  await it.choose("More for Bring a cake", "Edit");
  await chosenAre("Ana", "Zoë");
  await it.pick("Bela");
  await it.press("Save");
  await it.see("Bela", page.getByRole("list", { name: "About" }));
  expect(await about(), "changed later").toEqual([[it.ids.Ana, it.ids.Zoë, it.ids.Bela]]);
});

test("the search for people ends where there are fifty", async () => {
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
