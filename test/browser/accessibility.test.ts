import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Scope } from "../../client/src/index.ts";
import { isThorough } from "../support/tier.ts";
import { fillAccount, newPerson, people, type Person } from "./support/account.ts";
import {
  accountViews,
  emptyViews,
  factorViews,
  publicViews,
  walk,
  type Way,
} from "./support/views.ts";
import { open, type Visit, visit } from "./support/visit.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds, all rules on, best practices among them: one line each. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate("axe.run(document)") as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  );
}

interface Look {
  width: number;
  colorScheme?: "light" | "dark";
  forcedColors?: "active";
}

/** The sizes and colours in which axe looks at a view; whether it scrolls to the side is seen at 320 pixels before. */
const looks: Look[] = [
  { width: 375, colorScheme: "light" },
  { width: 375, colorScheme: "dark" },
  { width: 1200, colorScheme: "dark" },
  { width: 1200, colorScheme: "light" },
  { width: 1200, forcedColors: "active" },
];

let next = 0;

/** One after the other in turn, so that each look sees every fifth view; with KITH_THOROUGH all of them. */
const nextLooks = () => isThorough ? looks : [looks[next++ % looks.length]!];

/** The folder for a picture of each view in its looks; without it none are made. */
const folder = process.env["KITH_PICTURES"];

/** What is wrong with the view that is drawn in a window of 320 pixels, there and in its looks. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const faults = excess > 0 ? [`it scrolls to the side by ${excess} pixels`] : [];
  for (const { width, colorScheme = "light", forcedColors = "none" } of nextLooks()) {
    await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const where = `${width} pixels, ${colorScheme}, forced colours ${forcedColors}`;
    faults.push(...(await violationsOf(page)).map((violation) => `${where}: ${violation}`));
    if (folder) await page.screenshot({ path: join(folder, `${name}, ${where}.png`) });
  }
  return faults;
}

const narrow = { viewport: { width: 320, height: 800 } };

/** An account in which every view has something to show, also very long names. */
async function fullAccount(person: Person) {
  const { kith } = person;
  const made = await fillAccount(person);
  const networkIds = (await person.networks()).map(({ id }) => id);
  const scopes: Scope[] = ["contacts:read", "notes:write"];
  const body = { name: "A".repeat(100), scopes, networkIds };
  await kith.apiKeys.create(body);
  const client = { clientId: "a-client", redirectHost: `${"a".repeat(240)}.example` };
  await kith.connections.create({ ...body, ...client });
  const { id: deleted } = await kith.contacts.create({ firstName: "a".repeat(200) });
  await kith.contacts.delete(deleted);
  return made;
}

/** Looks at views one after the other in one page. */
async function expectNoFaults(views: [string, Way][], it: Visit, id = "") {
  it.expectOnConsole(/status of 40[04]/);
  const found: Record<string, string[]> = {};
  for (const [name, way] of views) {
    await it.page.setViewportSize(narrow.viewport);
    // From scratch: a dialog of the view before may still be there.
    await it.page.reload();
    await walk(way, it, id);
    found[name] = await faultsOf(it.page, name);
  }
  expect(found).toEqual(Object.fromEntries(views.map(([name]) => [name, []])));
}

/** Five views a test. */
const groups = Object.entries(accountViews).reduce<[string, Way][][]>(
  (all, view, n) => (n % 5 ? all.at(-1)!.push(view) : all.push([view]), all),
  [],
).map((views) => ({ views, names: views.map(([name]) => name).join(", ") }));

test.each([
  { names: "any view without a session", views: publicViews, opened: () => visit(narrow) },
  {
    names: "an empty account",
    views: emptyViews,
    opened: () => open("contacts", undefined, narrow),
  },
  {
    names: "the second factor",
    views: factorViews,
    opened: () => open("contacts", undefined, narrow),
  },
])("axe finds nothing, and nothing scrolls to the side, in $names", async ({ views, opened }) => {
  await expectNoFaults(Object.entries(views), await opened());
}, 240_000);

test.each(groups)(
  "axe finds nothing, and nothing scrolls to the side, in $names",
  async ({ views }) => {
    const it = await open("contacts", fullAccount, narrow);
    await expectNoFaults(views, it, it.id);
  },
  240_000,
);

test("the keyboard alone is enough to sign in, create a key, delete it, and sign out", async () => {
  const person = await newPerson();
  const { title, keys, type, see, item, dialog, gone, focused, expectFocus } = await visit();
  /** Tabs until something has the focus; everything on the way shows that it has it. */
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await keys("Tab");
      const now = await focused();
      // Past the last element the focus leaves the page, to come back at its beginning.
      expect(now.seen || now.outside, now.name).toBe(true);
      if (now.name === name) return;
    }
    throw new Error(`Tab does not get to "${name}".`);
  };
  const enter = async (name: string) => {
    await tabTo(name);
    await keys("Enter");
  };
  await title("Sign in");
  await tabTo("E-mail address");
  await type(person.email);
  await tabTo("Password");
  await type(person.password);
  await keys("Enter");
  await see("Nothing is due");
  await enter("Me");
  await expectFocus("Profile");
  await keys("ArrowDown");
  await expectFocus("API keys");
  await keys("Enter");
  await see("No keys yet");
  await enter("New key");
  await expectFocus("Name");
  await type("Mail assistant");
  await keys("Tab");
  await expectFocus("Read only");
  await keys("ArrowDown", "Enter");
  await dialog("Your new key: Mail assistant").waitFor();
  await expectFocus("Copy key");
  await enter("I have copied it");
  await gone(dialog());
  await expectFocus("New key");
  await see("Read, and add notes and reminders", item("Mail assistant"));
  await enter("Delete the key Mail assistant");
  await dialog().waitFor();
  await enter("Delete the key");
  await see("No keys yet");
  // What opened the dialog is gone with the key.
  await expectFocus("API keys");
  await keys("Shift+Tab");
  await expectFocus("Me");
  await keys("Enter");
  await expectFocus("Profile");
  await keys("ArrowUp");
  await expectFocus("Sign out");
  await keys("Enter");
  await title("Sign in");
});

test("a view that opens takes the focus to its heading and names the document; what it begins with can be skipped", async () => {
  const { page, see, keys, follow, fromMenu, focused, expectFocus } = await open("contacts");
  await see("No contacts yet");
  for (const name of ["API keys", "Profile", "Activity", "Data", "Trash", "Today", "People"]) {
    await (["Today", "People"].includes(name) ? follow : fromMenu)(name);
    await expectFocus(name);
    expect(await page.title()).toBe(`${name} · Kith`);
  }
  await page.reload();
  await see("No contacts yet");
  await keys("Tab");
  expect(await focused()).toMatchObject({ name: "Skip to content", seen: true });
  await keys("Enter");
  await expectFocus("People");
  await keys("Tab");
  await expectFocus("Find duplicates");
});

/** Everything that a finger is to hit, and is smaller than 44 pixels. */
const small = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(
      "header a, header button, #content :is(button, summary, label.chip, .icon-button, .tabs a, .view-actions a, .contact-row)",
    )]
      .filter((each) => !each.closest(".unseen, [popover], .import-row"))
      .map((each) => [each.textContent || each.ariaLabel, each.getBoundingClientRect().height])
      .filter(([, height]) => (height as number) > 0 && (height as number) < 43.5)
  );

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("what a finger presses is large enough", async () => {
  const { page, id, goto } = await open("contacts", fillAccount, phone);
  for (const view of [`contacts/${id}`, "contacts", "today", "notes", "activity", "data", "keys"]) {
    await goto(view);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await small(page), `${view}, ${width} pixels`).toEqual([]);
    }
  }
});

test("initials are what people see as characters, emoji among them, and fit their circle on a phone", async () => {
  const names = ["👩‍👩‍👧 Kramer", "e\u0301mile", "🇵🇹", "👨‍👩‍👧‍👦"];
  const { page } = await open("contacts", people(...names), phone);
  const avatars = page.locator("span.avatar");
  await expect.poll(async () => (await avatars.allInnerTexts()).map((each) => each.trim()).sort())
    .toEqual(["👩‍👩‍👧", "E\u0301", "🇵🇹", "👨‍👩‍👧‍👦"].sort());
  const tooLarge = await avatars.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent)
  );
  expect(tooLarge).toEqual([]);
});

const styleOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).first().evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  );

test("the place where one is differs in forced colours, who is due has another colour than links, and paper has what one reads", async () => {
  const { page, goto, see, id } = await open("contacts", fillAccount);
  await page.emulateMedia({ forcedColors: "active" });
  for (const [place, selector] of [["today", ".nav a"], ["trash", ".tabs a"]] as const) {
    await goto(place);
    await page.locator(`${selector}[aria-current]`).waitFor();
    const paper = await styleOf(page, "body", "background-color");
    const colours = await page.locator(selector).evaluateAll((links) =>
      links.map((link) => [link.ariaCurrent !== null, getComputedStyle(link).borderBottomColor])
    );
    expect(colours.filter(([isCurrent]) => isCurrent)).toHaveLength(1);
    for (const [isCurrent, colour] of colours) expect(colour !== paper, place).toBe(isCurrent);
  }
  await page.emulateMedia({ forcedColors: "none" });
  for (const [view, selector] of [["contacts", ".due-now"], [`contacts/${id}`, ".in-touch-now"]]) {
    await goto(view!);
    await page.locator(selector!).first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const link = await styleOf(page, ".nav a[aria-current]", "color");
      expect(await styleOf(page, selector!, "color"), `${selector}, ${colorScheme}`).not.toBe(link);
    }
  }
  await see("zoe@example.com");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.emulateMedia({ media: "print" });
  for (const selector of ["nav", ".palette-button", ".back", ".composer", ".face button"]) {
    expect(await page.locator(selector).first().isVisible(), `${selector} on paper`).toBe(false);
  }
  expect(await page.getByText("zoe@example.com").isVisible()).toBe(true);
  expect(await page.getByRole("heading", { name: "Zoë Müller" }).isVisible()).toBe(true);
});
