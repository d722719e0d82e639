import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The contacts of an account that has some, and the palette. */
async function openFilled(view = "contacts") {
  const opened = await open(view, fillAccount);
  const { page, keys, type, dialog } = opened;
  const query = page.getByRole("combobox", { name: "Find people" });
  const palette = async (words = "") => {
    await keys("Control+k");
    await query.waitFor();
    await type(words);
  };
  return {
    ...opened,
    query,
    palette,
    /** Has Enter take what it finds by these words. */
    take: async (words: string) => {
      await palette(words);
      await keys("Enter");
    },
    option: (name: string | RegExp) => dialog().getByRole("option", { name }),
    options: () => dialog().getByRole("option").allInnerTexts(),
    /** The option that Enter takes. */
    taken: page.locator("dialog [role=option][aria-selected=true]"),
    group: (name: string) => page.getByRole("group", { name }),
  };
}

describe("the palette", () => {
  test("opens by a key and by a button, and closes by the same key or a press beside it", async () => {
    const { page, button, query, palette, keys, gone, dialog, expectFocus } = await openFilled();
    const opener = button("Search everything");
    expect(await opener.getAttribute("aria-keyshortcuts")).toBe("Control+K");
    await opener.click();
    await query.waitFor();
    await expectFocus("Find people, notes, views and actions");
    await keys("Control+k");
    await gone(dialog());
    await expect.poll(() => opener.evaluate((each) => each === document.activeElement)).toBe(true);
    await palette();
    await page.mouse.click(5, 5);
    await gone(dialog());
  });

  test("finds people while one types, by what the search knows, and opens their page", async () => {
    const { page, id, palette, option, taken, said, keys, title, dialog } = await openFilled();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (/\/contacts$/.test(pathname)) asked.push(searchParams.get("search") ?? "");
    });
    await palette("kranich");
    await option(/^Zoë Müller/).waitFor();
    // Not one request for each key.
    expect(asked.length).toBeLessThan("kranich".length);
    expect(asked.at(-1)).toBe("kranich");
    expect(await taken.innerText()).toContain("Editor, Kranich Verlag");
    await said("1 found");
    await keys("Enter");
    await title("Zoë Müller");
    expect(page.url()).toContain(`#/contacts/${id}`);
    expect(await dialog().count()).toBe(0);
    // The view that opened has the focus, not what had it before.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  test("does not open another one when Enter comes before the answer", async () => {
    const { hold, palette, option, query, keys, see, dialog, title } = await openFilled();
    const release = await hold(/\/contacts\?.*search=bela/);
    await palette("an");
    await option("Ana").waitFor();
    await query.fill("bela");
    await keys("Enter");
    await see("Searching…");
    expect(await dialog().count()).toBe(1);
    release();
    await title("Bela");
  });

  test("opens views by the keyboard alone", async () => {
    const { palette, taken, query, keys, title, options } = await openFilled();
    await palette("act");
    await expect.poll(() => taken.innerText()).toBe("Activity");
    expect(await taken.getAttribute("id"))
      .toBe(await query.getAttribute("aria-activedescendant"));
    await keys("Enter");
    await title("Activity");
    await palette("restore");
    await expect.poll(options).toEqual(["Trash", "restore"]);
    await query.fill("");
    const all = await options();
    await keys("ArrowDown");
    expect(await taken.innerText()).toBe(all[1]);
    await keys("ArrowUp", "ArrowUp");
    expect(await taken.innerText()).toBe(all.at(-1));
  });

  test("has what was opened last first, until another account signs in", async () => {
    const it = await openFilled();
    await it.follow(/Zoë/);
    await it.title("Zoë Müller");
    await it.take("data");
    await it.title("Data");
    await it.follow("Today");
    await it.palette();
    await it.group("Opened last").waitFor();
    await expect.poll(async () => (await it.options()).slice(0, 2))
      .toEqual(["Data", expect.stringContaining("Zoë Müller")]);
    await it.query.fill("sign out");
    await it.keys("Enter");
    await it.title("Sign in");
    await it.signIn(await newPerson());
    await it.palette();
    await it.option("New contact").waitFor();
    expect(await it.group("Opened last").count()).toBe(0);
    expect(await it.page.getByText("Zoë").count()).toBe(0);
  });

  test("offers names that are like what nobody has", async () => {
    const { take, group, keys, title } = await openFilled();
    // Too early to have seen whom it would open.
    await take("Muler");
    await group("Did you mean").waitFor();
    await keys("Enter");
    await title("Zoë Müller");
  });

  test("has a button in the header at any width, beside all that is there", async () => {
    const { page, button } = await openFilled();
    for (const width of [320, 390, 600, 760, 780, 900, 1040, 1060, 1200, 1290, 1600]) {
      await page.setViewportSize({ width, height: 700 });
      await button("Search everything").click({ trial: true });
      const ends = await page.locator(".top :is(a, button)").evaluateAll((all) =>
        Math.max(...all.map((each) => each.getBoundingClientRect().right))
      );
      expect([width, ends <= width]).toEqual([width, true]);
    }
  });

  test("stays shut while a form is open in a dialog", async () => {
    const { press, fill, field, keys, query, gone, dialog } = await openFilled();
    await press("New contact");
    await fill("First name", "Carla");
    // What the second key does is there only after the first one had its turn.
    await keys("Control+k", "Escape");
    await dialog("Close without saving?").waitFor();
    expect(await query.count()).toBe(0);
    await press("Back to the form");
    await gone(dialog("Close without saving?"));
    expect(await field("First name").inputValue()).toBe("Carla");
  });

  test("says why people cannot be found, and tries again on demand", async () => {
    const { page, take, see, press, option, query, expectOnConsole } = await openFilled();
    expectOnConsole(/ERR_FAILED|net::/);
    await page.route(/search=an/, (route) => route.abort());
    // Also the word of an action, which must not be taken for the person.
    await take("an");
    await see("The server cannot be reached");
    await page.unroute(/search=an/);
    await press("Try again");
    await option("Ana").waitFor();
    expect(await query.inputValue()).toBe("an");
    expect(page.url()).toContain("#/contacts");
  });

  test("has the views while offline, and says so", async () => {
    const it = await openFilled();
    it.expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    // Loaded by itself once the page is at rest, and not with the first view.
    const parts = () =>
      it.page.evaluate(() =>
        performance.getEntriesByType("resource")
          .map(({ name }) => /\/people-[^/]*\.(js|css)$/.exec(name)?.[1]).filter(Boolean).sort()
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

  test("finds networks, reminders and notes, and leads to them", async () => {
    const { page, palette, option, title, see } = await openFilled();
    const find = async (words: string, name: string | RegExp) => {
      await palette(words);
      await option(name).click();
    };
    await find("fam", "Family");
    await page.getByRole("button", { name: "Family", pressed: true }).waitFor();
    await find("photos", "Send the photos");
    await title("Zoë Müller");
    await find("lenses", /^Talked about lenses/);
    await title("Notes");
    await see("Talked about lenses", page.locator("li.note"));
    expect(page.url()).toContain("search=lenses");
  });
});

describe("an action of the palette", () => {
  test("notes that one talked with somebody, by the keyboard, with undo", async () => {
    const { person, now, take, type, option, keys, button, see, press } = await openFilled();
    const before = (await now()).lastContactedAt;
    await take("we talked");
    await type("zo");
    await option(/^Zoë Müller/).waitFor();
    await keys("Enter");
    await button("Remove Zoë Müller").waitFor();
    await keys("Enter");
    await see("The note is saved.");
    expect((await person.notes())[0]).toMatchObject({ content: "Talked with Zoë Müller" });
    expect((await now()).lastContactedAt).not.toBe(before);
    await press("Undo");
    await see("Undone:");
    expect((await now()).lastContactedAt).toBe(before);
  });

  test("sets a reminder about the person whose page is open", async () => {
    const { person, id, title, take, fill, button, press, box } = await openFilled("contacts/<id>");
    await title("Zoë Müller");
    await take("set a rem");
    await fill("What", "Ask about the lenses");
    await button("Remove Zoë Müller").waitFor();
    await press("Set reminder");
    // The page that is open shows it.
    await box("Ask about the lenses").waitFor();
    expect(await person.reminders()).toContainEqual(
      expect.objectContaining({ title: "Ask about the lenses", contactIds: [id] }),
    );
  });

  test("leads to where a file is imported or an assistant connected, and begins a new contact", async () => {
    const { take, title, dialog } = await openFilled();
    for (const [words, heading] of [["import", "Data"], ["claude", "API keys"]] as const) {
      await take(words);
      await title(heading);
    }
    await take("new con");
    await dialog("New contact").waitFor();
  });
});
