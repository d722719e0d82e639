import { expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The contacts of an account that has some, and the palette. */
async function openFilled(view = "contacts") {
  const it = await open(view, fillAccount);
  const query = it.page.getByRole("combobox", { name: "Find people" });
  const palette = async (words = "") => {
    await it.keys("Control+k");
    await query.waitFor();
    await it.type(words);
  };
  return {
    ...it,
    query,
    palette,
    /** Has Enter take what it finds by these words. */
    take: async (words: string) => {
      await palette(words);
      await it.keys("Enter");
    },
    option: (name: string | RegExp) => it.dialog().getByRole("option", { name }),
    options: () => it.dialog().getByRole("option").allInnerTexts(),
    /** The option that Enter takes. */
    taken: it.page.locator("dialog [role=option][aria-selected=true]"),
    group: (name: string) => it.page.getByRole("group", { name }),
  };
}

test("the palette opens by a key and by a button at any width, and closes by the same key, a press beside it, and not over a form", async () => {
  const it = await openFilled();
  const { page, query, keys } = it;
  const opener = it.button("Search everything");
  expect(await opener.getAttribute("aria-keyshortcuts")).toBe("Control+K");
  await opener.click();
  await query.waitFor();
  await it.expectFocus("Find people, notes, views and actions");
  await keys("Control+k");
  await it.gone(it.dialog());
  await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);
  await it.palette();
  await page.mouse.click(5, 5);
  await it.gone(it.dialog());
  for (const width of [320, 390, 600, 760, 780, 900, 1040, 1060, 1200, 1290, 1600]) {
    await page.setViewportSize({ width, height: 700 });
    await opener.click({ trial: true });
    const ends = await page.getByRole("banner").locator("a, button").evaluateAll((all) =>
      Math.max(...all.map((each) => each.getBoundingClientRect().right))
    );
    expect(ends, `what stands in the header at ${width} pixels`).toBeLessThanOrEqual(width);
  }
  await it.press("New contact");
  await it.fill("First name", "Carla");
  // What the second key does is there only after the first one had its turn.
  await keys("Control+k", "Escape");
  await it.dialog("Close without saving?").waitFor();
  expect(await query.count(), "over a form").toBe(0);
  await it.press("Back to the form");
  await it.gone(it.dialog("Close without saving?"));
  expect(await it.field("First name").inputValue()).toBe("Carla");
});

test("the palette finds people while one types, by what the search knows, or is like it, and opens their page", async () => {
  const it = await openFilled();
  const { page, option, keys } = it;
  it.expectOnConsole(/ERR_FAILED|net::/);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/\/contacts$/.test(pathname)) asked.push(searchParams.get("search") ?? "");
  });
  await it.palette("kranich");
  await option(/^Zoë Müller/).waitFor();
  expect(asked.length, "not one request for each key").toBeLessThan("kranich".length);
  expect(asked.at(-1)).toBe("kranich");
  expect(await it.taken.innerText()).toContain("Editor, Kranich Verlag");
  await it.said("1 found");
  await keys("Enter");
  await it.title("Zoë Müller");
  expect(page.url()).toContain(`#/contacts/${it.id}`);
  expect(await it.dialog().count()).toBe(0);
  // The view that opened has the focus, not what had it before.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");

  const release = await it.hold(/\/contacts\?.*search=bela/);
  await it.palette("an");
  await option("Ana").waitFor();
  await it.query.fill("bela");
  await keys("Enter");
  await it.see("Searching…");
  expect(await it.dialog().count(), "Enter before the answer opens nobody else").toBe(1);
  release();
  await it.title("Bela");
  // Too early to have seen whom it would open.
  await it.take("Muler");
  await it.group("Did you mean").waitFor();
  await keys("Enter");
  await it.title("Zoë Müller");

  await page.route(/search=an/, (route) => route.abort());
  // Also the word of an action, which must not be taken for the person.
  await it.take("an");
  await it.see("The server cannot be reached");
  await page.unroute(/search=an/);
  // Below the dialog there may be one more, in the banner that says the server is away.
  await it.press("Try again", it.dialog());
  await option("Ana").waitFor();
  expect(await it.query.inputValue()).toBe("an");
  expect(page.url(), "nothing was opened").toContain(it.id);
});

test("the palette opens views by the keyboard alone, and has what was opened last first, until another account signs in", async () => {
  const it = await openFilled("contacts/<id>");
  const { query, taken, keys, options } = it;
  await it.title("Zoë Müller");
  await it.palette("act");
  await expect.poll(() => taken.innerText()).toBe("Activity");
  expect(await taken.getAttribute("id")).toBe(await query.getAttribute("aria-activedescendant"));
  await keys("Enter");
  await it.title("Activity");
  await it.palette("restore");
  await expect.poll(options).toEqual(["Trash", "restore"]);
  await keys("Escape");
  await it.gone(it.dialog());
  await it.follow("Today");
  await it.title("Today");
  await it.palette();
  await it.group("Opened last").waitFor();
  await expect.poll(async () => (await options()).slice(0, 2))
    .toEqual(["Activity", expect.stringContaining("Zoë Müller")]);
  const all = await options();
  await keys("ArrowDown");
  expect(await taken.innerText()).toBe(all[1]);
  await keys("ArrowUp", "ArrowUp");
  expect(await taken.innerText(), "round the end").toBe(all.at(-1));
  await query.fill("sign out");
  await keys("Enter");
  await it.title("Sign in");
  await it.signIn(await newPerson());
  await it.palette();
  await it.option("New contact").waitFor();
  expect(await it.group("Opened last").count(), "for another account").toBe(0);
  expect(await it.page.getByText("Zoë").count()).toBe(0);
});

test("the palette has the views while offline, and says so", async () => {
  const it = await openFilled();
  it.expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  // Loaded by itself once the page is at rest, and not with the first view.
  const parts = () =>
    it.page.evaluate(() =>
      performance.getEntriesByType("resource")
        .map(({ name }) => /\/palette-[^/]*\.(js|css)$/.exec(name)?.[1]).filter(Boolean).sort()
    );
  await expect.poll(parts).toEqual(["css", "js"]);
  await it.offline();
  await it.palette();
  await it.see("You are offline: only views can be opened.");
  expect(await it.option("New contact").count()).toBe(0);
  await it.type("prof");
  await it.keys("Enter");
  await it.title("Profile");
});

test("the palette finds networks, reminders and notes, and leads to them and to what begins something", async () => {
  const it = await openFilled();
  const { page, take, title } = it;
  const find = async (words: string, name: string | RegExp) => {
    await it.palette(words);
    await it.option(name).click();
  };
  await find("fam", "Family");
  await page.getByRole("button", { name: "Family", pressed: true }).waitFor();
  await find("photos", "Send the photos");
  await title("Zoë Müller");
  // A note about somebody is why they are found; one about nobody is found itself.
  await find(
    "editor lenses",
    /^Zoë Müller.*Editor, Kranich Verlag · note of .*: Talked about lenses/s,
  );
  await title("Zoë Müller");
  await it.person.kith.notes.create({ content: "Sold the harmonica" });
  await find("harmonica", /^Sold the harmonica/);
  await title("Notes");
  await it.see("Sold the harmonica", page.locator("li.note"));
  expect(page.url()).toContain("search=harmonica");
  for (const [words, heading] of [["import", "Data"], ["claude", "API keys"]] as const) {
    await take(words);
    await title(heading);
  }
  await take("new con");
  await it.dialog("New contact").waitFor();
});

test("the palette notes that one talked with somebody, by the keyboard, and sets a reminder about who is shown", async () => {
  const it = await openFilled("contacts/<id>");
  const { person, now, take, keys, button } = it;
  const before = (await now()).lastContactedAt;
  await it.title("Zoë Müller");
  await take("set a rem");
  await it.fill("What", "Ask about the lenses");
  await button("Remove Zoë Müller").waitFor();
  await it.press("Set reminder");
  // The page that is open shows it.
  await it.box("Ask about the lenses").waitFor();
  expect(await person.reminders()).toContainEqual(
    expect.objectContaining({ title: "Ask about the lenses", contactIds: [it.id] }),
  );
  await it.follow("Today");
  await it.title("Today");
  await take("we talked");
  await it.type("zo");
  await it.option(/^Zoë Müller/).waitFor();
  await keys("Enter");
  await button("Remove Zoë Müller").waitFor();
  await keys("Enter");
  await it.see("The note is saved.");
  expect((await person.notes())[0]).toMatchObject({ content: "Talked with Zoë Müller" });
  expect((await now()).lastContactedAt).not.toBe(before);
  await it.undo("The note is saved.");
  await it.see("Undone:");
  expect((await now()).lastContactedAt).toBe(before);
});
