import { expect, inject, test } from "vitest";
import { firstScripts } from "../../tools/page-size.ts";
import { fillAccount, people } from "./support/account.ts";
import { open, openTab, type Visit } from "./support/visit.ts";

/** Makes something new from the menu for it. */
async function begin({ page, press }: Visit, name: string) {
  await press("New");
  await page.locator("[popover]:popover-open").getByText(name, { exact: true }).click();
}

test("a phone has the places at its foot, and a form begins with what saves it", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const it = await open("contacts", undefined, phone);
  const boxes = await it.page.locator(".nav a, .tab-button").evaluateAll((all) =>
    all.map((each) => {
      const { x, bottom, width, height } = each.getBoundingClientRect();
      return { x, bottom, width, height };
    })
  );
  expect(boxes).toHaveLength(5);
  // Tab leads through them as they are seen.
  expect(boxes).toEqual([...boxes].sort((one, other) => one.x - other.x));
  for (const { bottom, width, height } of boxes) {
    expect(bottom).toBeGreaterThan(840);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  await begin(it, "Note");
  const text = it.field("New note", it.dialog());
  const save = it.button("Save note", it.dialog());
  expect((await save.boundingBox())!.y).toBeLessThan((await text.boundingBox())!.y);
  await text.fill("Bread at the market.");
  await save.click();
  await it.see("The note is saved.");
  expect(await it.person.notes()).toMatchObject([{ content: "Bread at the market." }]);
});

test("what is new is made from wherever one is, from an address, or of what another app has shared, beside what was typed", async () => {
  const it = await open("keys");
  for (const [name, title] of [["Person", "New contact"], ["Reminder", "New reminder"]]) {
    await begin(it, name!);
    await it.dialog(title).waitFor();
    await it.keys("Escape");
    await it.gone(it.dialog());
  }
  await it.goto("reminders?new=1");
  await it.dialog("New reminder").waitFor();
  expect(it.page.url()).not.toContain("new");
  await it.keys("Escape");
  await it.gone(it.dialog());
  await begin(it, "Note");
  const text = it.field("New note", it.dialog());
  await text.fill("For Ana:");
  const query = "share-title=A+talk&share-text=A+talk&share-url=https%3A%2F%2Fexample.com%2F1";
  await it.page.goto(`${inject("page").url}/?${query}`);
  await expect.poll(() => text.inputValue()).toBe("For Ana:\n\nA talk\nhttps://example.com/1");
  expect(it.page.url()).not.toContain("share");
  await it.press("Save note", it.dialog());
  await it.see("The note is saved.");
  expect(await it.person.notes()).toHaveLength(1);
});

test("the keyboard undoes what was done last, then what was done before, and nothing while one types; it shows its keys", async () => {
  const it = await open("contacts", people("Ana", "Bela"));
  const favourites = async () => (await it.person.kith.contacts.list({ isFavorite: true })).total;
  for (const name of ["Ana", "Bela"]) {
    await it.follow(name);
    await it.press("Favourite");
    await it.see(`${name} is a favourite.`);
    await it.follow("All contacts");
  }
  await it.page.getByRole("searchbox").press("Control+z");
  expect(await favourites(), "while one types").toBe(2);
  await it.page.getByRole("heading", { name: "People", level: 1 }).focus();
  for (const name of ["Bela", "Ana"]) {
    await it.keys("Control+z");
    await it.see(`Undone: ${name} is a favourite.`);
  }
  expect(await favourites()).toBe(0);
  await it.keys("Control+Shift+z");
  await it.see("Ana is a favourite.", it.toast(/^Ana/));
  expect(await favourites(), "done again").toBe(1);
  await it.undo("Ana is a favourite.");
  await it.press("Redo");
  await expect.poll(favourites).toBe(1);
  // What was done before the page was loaded, while it is not long ago.
  await it.page.reload();
  await it.title("People");
  await it.page.getByRole("heading", { name: "People", level: 1 }).focus();
  await it.keys("Control+z");
  await it.see(/^Undone: /);
  expect((await it.person.contacts()).length, "the last contact that was made").toBe(1);
  await it.keys("?");
  await it.see("Undo what was done last", it.dialog("Keyboard"));
});

test.each([390, 1440])(
  "one toast is shown at a time, at one place above the tabs and the buttons of a form, at %i pixels",
  async (width) => {
    const it = await open("contacts/<id>", fillAccount, { viewport: { width, height: 800 } });
    await it.press("We talked");
    await it.see("You were in touch with");
    await it.press("Favourite");
    await it.toast("favourite").waitFor();
    expect(await it.toast("").count()).toBe(1);
    const { y, height } = (await it.toast("").boundingBox())!;
    expect(Math.round(800 - y - height)).toBe(width === 390 ? 72 : 12);
    await it.press("Edit");
    await it.button("Save").evaluate((element) => element.scrollIntoView({ block: "end" }));
    const meets = async () => {
      const one = await it.button("Save").boundingBox();
      const other = await it.toast("").boundingBox();
      return one && other
        ? one.y < other.y + other.height && other.y < one.y + one.height &&
          one.x < other.x + other.width && other.x < one.x + one.width
        : undefined;
    };
    await expect.poll(meets).toBe(false);
  },
);

test("a toast goes after five seconds, and ⌘Z still takes back what it said", async () => {
  const it = await open("contacts/<Ana>", people("Ana"));
  await it.page.emulateMedia({ reducedMotion: "no-preference" });
  const favourite = async () => (await it.person.contacts())[0]!.isFavorite;
  await it.press("Favourite");
  await it.toast("favourite").waitFor();
  const shown = Date.now();
  await it.page.mouse.move(0, 0);
  await it.gone(it.toast(""));
  expect(Date.now() - shown).toBeLessThan(9000);
  expect(await favourite()).toBe(true);
  await it.page.getByRole("heading", { level: 1 }).focus();
  await it.keys("Control+z");
  await expect.poll(favourite).toBe(false);
});

test("a menu stays at its button when the window is resized", async () => {
  const { page, press } = await open("contacts/<id>", fillAccount);
  await press(/^More for Zoë/);
  const menu = page.locator(".menu:popover-open");
  await page.setViewportSize({ width: 800, height: 600 });
  const right = async (part: typeof menu) => {
    const { x, width } = (await part.boundingBox())!;
    return Math.round(x + width);
  };
  const button = page.getByRole("button", { name: /^More for Zoë/ });
  await expect.poll(async () => await right(menu) - await right(button)).toBe(0);
});

test("a tab is fresh when it is looked at again, and when another tab has written", async () => {
  const { page, person, see, link } = await open("contacts");
  await see("No contacts yet");
  // By somebody else: nothing tells the page.
  await people("Ana")(person);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await link("Ana").waitFor();
  const tab = await openTab(page);
  await tab.press("New contact");
  await tab.fill("First name", "Bela");
  await tab.press("Add contact");
  await tab.title("Bela");
  await link("Bela").waitFor();
});

test("an empty account is shown three ways in, each of which leads there", async () => {
  const it = await open("contacts");
  const { page, press, follow, title } = it;
  await follow(/^Import a file/);
  await title("Data");
  await page.goBack();
  await follow(/^Connect an assistant/);
  await title("API keys");
  await follow("Today");
  await follow(/^Add somebody/);
  await it.fill("First name", "Ana");
  await press("Add contact");
  await title("Ana");
  await follow("Today");
  await it.see("Nothing is due");
  await it.gone(page.getByRole("region", { name: "Ways to begin" }));
});

test("the first view waits for the scripts that the page names, and for three answers", async () => {
  const { page, restart, see } = await open("contacts", fillAccount);
  const { url } = inject("page");
  await page.goto("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => {
    // A request that the browser sends before another one is no request of the page.
    if (request.method() !== "OPTIONS") asked.push(request.url().replace(url, ""));
  });
  await restart("#/today");
  await see("Send the photos");
  await see("Zoë", page.locator(".person"));
  const html = await (await fetch(url)).text();
  const scripts = asked.filter((path) => /\.js$/.test(path) && !/worker\.js$/.test(path));
  expect(new Set(scripts)).toEqual(new Set(firstScripts(html).map((name) => `/${name}`)));
  const answers = asked.filter((path) => path.startsWith("/functions/"))
    .map((path) => path.replace(/^.*\/api\/v1/, "").replace(/\?.*/, ""));
  // The profile, what is due with the names of the people in it, and what agents changed; what people look like comes after that, and
  // whether somebody with a first reminder is told anywhere.
  expect(answers.slice(0, 3).sort()).toEqual(["/activity", "/me", "/upcoming"]);
  expect(new Set(answers.slice(3))).toEqual(new Set(["/channels", "/contacts", "/notes"]));
});
