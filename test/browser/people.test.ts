import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Kith } from "../../client/src/index.ts";
import { newPerson } from "./support/account.ts";
import { chosen, expectFocus, mention, offered, openWith, pick, undo } from "./support/people.ts";
import { failing, hold } from "./support/requests.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** Somebody with so many contacts, the view of the first of which is open; `write` is called before. */
async function openFirst(
  names: string[],
  write: (kith: Kith, ids: string[]) => Promise<unknown>,
) {
  const person = await newPerson();
  const ids: string[] = [];
  for (const firstName of names) {
    ids.push((await person.kith.contacts.create({ firstName })).id);
  }
  await write(person.kith, ids);
  const { page } = await visit({ person });
  await page.getByRole("link", { name: names[0]!, exact: true }).click();
  await page.getByRole("heading", { name: names[0]!, level: 1 }).waitFor();
  return page;
}

/** The names on the chips in an item of a list. */
const chipsOf = (page: Page, text: string) =>
  page.getByRole("listitem").filter({ hasText: text }).first()
    .getByRole("list", { name: "Also about" }).getByRole("listitem").allTextContents();

describe("a note about several people", () => {
  test("shows the others as chips, which lead to them", async () => {
    const page = await openFirst(["Ana", "Bela", "Clara"], async (kith, ids) => {
      await kith.notes.create({ content: "Hiked together.", contactIds: ids });
      await kith.notes.create({ content: "Alone.", contactIds: ids.slice(0, 1) });
    });
    await expect.poll(() => chipsOf(page, "Hiked together.")).toEqual(["Bela", "Clara"]);
    await page.getByRole("listitem").filter({ hasText: "Alone." }).waitFor();
    expect(await page.getByRole("list", { name: "Also about" }).count()).toBe(1);
    await page.getByRole("link", { name: "Clara" }).click();
    await page.getByRole("heading", { name: "Clara", level: 1 }).waitFor();
    await expect.poll(() => chipsOf(page, "Hiked together.")).toEqual(["Ana", "Bela"]);
  });

  test("asks for all names with one request, and again for those that are shown later", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `Person ${index}`);
    const page = await openFirst(names, async (kith, ids) => {
      await kith.notes.create({ content: "A feast.", contactIds: ids });
      await kith.notes.create({ content: "A walk.", contactIds: ids.slice(0, 3) });
      await kith.reminders.create({ title: "Bring a cake", contactIds: ids.slice(0, 2) });
    });
    await expect.poll(() => chipsOf(page, "A feast.")).toEqual([...names.slice(1, 7), "2 more"]);
    await expect.poll(() => chipsOf(page, "Bring a cake")).toEqual(["Person 1"]);
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/contacts$/.test(pathname)) asked.push(searchParams.get("ids") ?? "");
      if (/contacts\/./.test(pathname)) asked.push(pathname);
    });
    await page.reload();
    await expect.poll(() => chipsOf(page, "A walk.")).toEqual(["Person 1", "Person 2"]);
    await expect.poll(() => chipsOf(page, "A feast.")).toEqual([...names.slice(1, 7), "2 more"]);
    // Notes and reminders come with answers of their own.
    const lists = () => asked.filter((each) => !each.startsWith("/"));
    expect(lists().length).toBeLessThanOrEqual(2);
    expect(asked.filter((each) => each.startsWith("/"))).toHaveLength(1);
    const before = lists().length;
    await page.getByRole("button", { name: "2 more" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => chipsOf(page, "A feast.")).toEqual(names.slice(1));
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Person 7");
    expect(lists().slice(before).map((each) => each.split(",").length)).toEqual([2]);
  });
});

test("a reminder about several people shows the others, and in Today all of them", async () => {
  const dueAt = new Date().toISOString();
  const page = await openFirst(
    ["Ana", "Bela"],
    (kith, contactIds) => kith.reminders.create({ title: "Bring a cake", dueAt, contactIds }),
  );
  await expect.poll(() => chipsOf(page, "Bring a cake")).toEqual(["Bela"]);
  await page.getByRole("link", { name: "Today", exact: true }).click();
  await expect.poll(() =>
    page.getByRole("list", { name: "About" }).getByRole("link").allTextContents()
  ).toEqual(["Ana", "Bela"]);
});

describe("the people of a new note", () => {
  test("are whose page it is and whom one names, and the note is on the pages of all", async () => {
    const { page, ids, notes } = await openWith(visit, "contacts/Ana", "Ana", "Bela", "Clara");
    await page.getByLabel("New note").fill("Hiked with");
    await expect.poll(() => chosen(page)).toEqual(["Ana"]);
    await mention(page, "Bela");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByRole("list", { name: "Also about" }).getByText("Bela").waitFor();
    expect(await notes()).toMatchObject([
      { content: "Hiked with Bela", contactIds: [ids["Ana"], ids["Bela"]] },
    ]);
    await page.getByRole("link", { name: "Bela" }).click();
    await page.getByRole("heading", { name: "Bela", level: 1 }).waitFor();
    await page.locator("li.note").filter({ hasText: "Hiked with" }).waitFor();
    // The next one begins with whose page it is.
    await page.getByLabel("New note").fill("Alone.");
    await expect.poll(() => chosen(page)).toEqual(["Bela"]);
  });

  test("may be without whose page it is, and the page says what follows", async () => {
    const { page, notes } = await openWith(visit, "contacts/Ana", "Ana", "Bela");
    await page.getByLabel("New note").fill("A thought.");
    await mention(page, "Bela");
    // A name that is deleted counts no more, and neither does one that is taken away.
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await expect.poll(() => chosen(page)).toEqual(["Ana"]);
    await page.keyboard.type("a");
    await page.getByRole("button", { name: "Remove Bela" }).click();
    await page.getByRole("button", { name: "Remove Ana" }).press("Enter");
    await page.getByText("It will not appear on this page.").waitFor();
    await expectFocus(page, "New note");
    await page.keyboard.press("Enter");
    await page.getByText("The note is saved.").waitFor();
    expect(await notes()).toMatchObject([{ content: "A thought. Bela", contactIds: [] }]);
    await undo(page, "The note is saved.");
    await expect.poll(notes).toEqual([]);
  });

  test("are still chosen when it cannot be saved, and after one has been elsewhere", async () => {
    const visited = await openWith(visit, "contacts/Ana", "Ana", "Bela");
    const { page, notes, ids } = visited;
    const repair = await failing(visited, /\/notes$/, "POST");
    await page.getByLabel("New note").fill("Not lost,");
    await mention(page, "Bela");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("The database is away.").waitFor();
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => chosen(page)).toEqual(["Ana", "Bela"]);
    expect(await page.getByLabel("New note").inputValue()).toBe("Not lost, @Bela ");
    await repair();
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("The note is saved.").waitFor();
    expect(await notes()).toMatchObject([{ contactIds: [ids["Ana"], ids["Bela"]] }]);
  });
});

describe("a reminder’s people", () => {
  test("are chosen and removed with the keyboard alone", async () => {
    const { page, ids, reminders } = await openWith(visit, "reminders", "Ana", "Bela", "Clara");
    await page.keyboard.press("n");
    await page.getByLabel("What").fill("Bring a cake");
    await page.keyboard.press("Tab");
    await expectFocus(page, "People");
    for (const name of ["Ana", "Bela", "Clara"]) await pick(page, name);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    await expectFocus(page, "Remove Bela");
    await page.keyboard.press("Space");
    await expect.poll(() => chosen(page)).toEqual(["Ana", "Clara"]);
    await expectFocus(page, "Remove Clara");
    await page.getByRole("button", { name: "Set reminder" }).click();
    await page.getByRole("checkbox", { name: "Bring a cake" }).waitFor();
    expect(await reminders()).toMatchObject([{ contactIds: [ids["Ana"], ids["Clara"]] }]);
  });

  test("are changed later, if the reminder is as it was read", async () => {
    const { page, person, ids, reminders } = await openWith(
      visit,
      "contacts/Ana",
      "Ana",
      "Bela",
    );
    const contactIds = [ids["Ana"]!];
    await person.kith.reminders.create({ title: "Call", contactIds });
    await page.reload();
    await page.getByRole("button", { name: "More for Call" }).click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Edit" }).click();
    await expect.poll(() => chosen(page)).toEqual(["Ana"]);
    await pick(page, "Bela");
    const written = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    expect((await written).headers()["if-match"]).toBeTruthy();
    await page.getByRole("list", { name: "Also about" }).getByText("Bela").waitFor();
    expect(await reminders())
      .toMatchObject([{ title: "Call", contactIds: [ids["Ana"], ids["Bela"]] }]);
  });
});

describe("the search for people", () => {
  test("asks once for what is typed in one go, and leaves out who is chosen", async () => {
    const { page } = await openWith(visit, "contacts/Ana", "Ana", "Anabel", "Bela");
    await page.getByRole("button", { name: "Set a reminder" }).click();
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/contacts$/.test(pathname) && !searchParams.has("ids")) {
        asked.push(searchParams.get("search"));
      }
    });
    await page.getByRole("combobox", { name: "People" }).pressSequentially("ana", { delay: 20 });
    await page.getByRole("option", { name: "Anabel" }).waitFor();
    expect(await offered(page).allTextContents()).toEqual(["Anabel"]);
    expect(asked).toEqual(["ana"]);
  });

  test("is given up for a newer one, whose answer is shown", async () => {
    const { page, expectOnConsole } = await openWith(visit, "contacts/Ana", "Ana", "Bela", "Zoë");
    expectOnConsole(/ERR_ABORTED|net::/);
    const release = await hold(page, /search=be/);
    await page.getByRole("button", { name: "Set a reminder" }).click();
    const field = page.getByRole("combobox", { name: "People" });
    const begun = page.waitForRequest(/search=be/);
    const given = page.waitForEvent("requestfailed");
    await field.fill("be");
    await begun;
    await field.fill("zoë");
    expect((await given).url()).toContain("search=be");
    await page.getByRole("option", { name: "Zoë" }).waitFor();
    release();
    expect(await offered(page).allTextContents()).toEqual(["Zoë"]);
  });

  test("says that nobody is found, or that it failed; Escape closes the list and not the form", async () => {
    const visited = await openWith(visit, "reminders", "Ana");
    const { page } = visited;
    await page.getByRole("button", { name: "New reminder" }).click();
    const field = page.getByRole("combobox", { name: "People" });
    await field.fill("nobody like that");
    await page.getByRole("option", { name: "Nobody is found" }).waitFor();
    await field.press("Enter");
    const repair = await failing(visited, /\/contacts\?/, "GET");
    await field.fill("ana");
    await page.getByRole("option", { name: "The database is away." }).waitFor();
    await repair();
    await field.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
    expect(await page.getByRole("dialog").count()).toBe(1);
    // Without a text the first ones are offered.
    await field.fill("");
    await field.press("ArrowDown");
    await page.getByRole("option", { name: "Ana" }).click();
    await expect.poll(() => chosen(page)).toEqual(["Ana"]);
  });

  test("ends where there are fifty people", async () => {
    const { page, person } = await openWith(visit, "notes");
    const create = Array.from({ length: 51 }, (_, index) => ({ firstName: `Person ${index}` }));
    await person.kith.contacts.bulk({ create });
    const { data } = await person.kith.contacts.list({ pageSize: 50, fields: "id" });
    const contactIds = data.map(({ id }) => id!);
    await person.kith.notes.create({ content: "A feast.", contactIds });
    await page.reload();
    await page.getByRole("button", { name: /^More for the note/ }).click();
    await page.locator("[popover]:popover-open").getByRole("button", { name: "Edit" }).click();
    await page.getByText("These are 50, the most there can be.").waitFor();
    const field = page.getByRole("combobox", { name: "People" });
    await field.focus();
    await page.keyboard.type("Person");
    expect(await field.inputValue()).toBe("");
    await page.getByRole("button", { name: /^Remove Person/ }).first().click();
    await page.getByText("These are 50").waitFor({ state: "detached" });
    expect(await chosen(page)).toHaveLength(49);
  });
});
