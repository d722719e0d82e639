import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Scope } from "../../client/src/index.ts";
import { fillAccount, newPerson, type Person } from "./support/account.ts";
import { accountViews, emptyViews, factorViews, type Open, publicViews } from "./support/views.ts";
import { fromMenu, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
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

/** How far the page can be scrolled to the side, in pixels. */
const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

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
const nextLooks = () => process.env["KITH_THOROUGH"] ? looks : [looks[next++ % looks.length]!];

/** The folder for a picture of each view in its looks; without it none are made. */
const folder = process.env["KITH_PICTURES"];

/** What is wrong with the view that is drawn in a window of 320 pixels, there and in its looks. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const excess = await excessOf(page);
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

/** An account in which every view has something to show, also very long names; the id of its contact. */
async function fullAccount(): Promise<{ person: Person; id: string }> {
  const person = await newPerson();
  const id = await fillAccount(person);
  const networkIds = (await person.kith.networks.list()).data.map(({ id }) => id);
  const scopes: Scope[] = ["contacts:read", "notes:write"];
  const body = { name: "A".repeat(100), scopes, networkIds };
  await person.kith.apiKeys.create(body);
  const client = { clientId: "a-client", redirectHost: `${"a".repeat(240)}.example` };
  await person.kith.connections.create({ ...body, ...client });
  const { id: deleted } = await person.kith.contacts.create({ firstName: "a".repeat(200) });
  await person.kith.contacts.delete(deleted);
  return { person, id };
}

/** Views that are looked at one after the other in one page, so that signing in costs little. */
const together = 5;

function groupsOf<T>(items: T[]): T[][] {
  const count = Math.ceil(items.length / together);
  return Array.from({ length: count }, (_, n) => items.slice(n * together, (n + 1) * together));
}

describe("axe finds nothing, and nothing scrolls to the side, in", () => {
  const narrow = { viewport: { width: 320, height: 800 } };

  test("any view without a session", async () => {
    const { page } = await visit(narrow);
    const found: Record<string, string[]> = {};
    for (const [name, open] of Object.entries(publicViews)) {
      await page.setViewportSize(narrow.viewport);
      await open(page, "");
      found[name] = await faultsOf(page, name);
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(publicViews).map((name) => [name, []])));
  }, 240_000);

  const groups = groupsOf(Object.entries(accountViews))
    .map((views) => ({ views, names: views.map(([name]) => name).join(", ") }));
  const expectNoFaults = async (views: [string, Open][], person: Person, id = "") => {
    const { page, expectOnConsole } = await visit({ ...narrow, person });
    expectOnConsole(/status of 40[04]/);
    const found: Record<string, string[]> = {};
    for (const [name, open] of views) {
      await page.setViewportSize(narrow.viewport);
      // From scratch: a dialog of the view before may still be there.
      await page.reload();
      await open(page, id);
      found[name] = await faultsOf(page, name);
    }
    expect(found).toEqual(Object.fromEntries(views.map(([name]) => [name, []])));
  };
  test.each(groups)("$names", async ({ views }) => {
    const { person, id } = await fullAccount();
    await expectNoFaults(views, person, id);
  }, 240_000);

  test.each([
    ["an empty account", emptyViews],
    ["the second factor", factorViews],
  ])("%s", async (_, views) => {
    await expectNoFaults(Object.entries(views), await newPerson());
  }, 240_000);
});

/** What the focus is on, and whether that can be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element);
    const seen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && opacity === "1";
    const label = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
    const name = element.getAttribute("aria-label") ?? label?.textContent ??
      (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
    return { name: name?.trim(), seen, outside: element === document.body };
  });

/** Tabs until something has the focus; everything on the way shows that it has it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    // Past the last element the focus leaves the page, to come back at its beginning.
    expect(now.seen || now.outside, now.name).toBe(true);
    if (now.name === name) return;
  }
  throw new Error(`Tab does not get to "${name}".`);
}

describe("the keyboard alone is enough", () => {
  test("to sign in, create a key, delete it, and sign out", async () => {
    const person = await newPerson();
    const { page } = await visit();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await tabTo(page, "E-mail address");
    await page.keyboard.type(person.email);
    await tabTo(page, "Password");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await page.getByText("Nothing is due").waitFor();
    await tabTo(page, "Me");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await focused(page)).name).toBe("Profile");
    await page.keyboard.press("ArrowDown");
    expect((await focused(page)).name).toBe("API keys");
    await page.keyboard.press("Enter");
    await page.getByText("No keys yet").waitFor();
    await tabTo(page, "New key");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    expect((await focused(page)).name).toBe("Name");
    await page.keyboard.type("Mail assistant");
    await page.keyboard.press("Tab");
    expect((await focused(page)).name).toBe("Read only");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your new key: Mail assistant" }).waitFor();
    expect((await focused(page)).name).toBe("Copy key");
    await tabTo(page, "I have copied it");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await focused(page)).name).toBe("New key");
    await page.getByRole("row", { name: /Read, and add notes and reminders/ }).waitFor();
    await tabTo(page, "Delete the key Mail assistant");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Delete the key");
    await page.keyboard.press("Enter");
    await page.getByText("No keys yet").waitFor();
    // What opened the dialog is gone with the key.
    expect((await focused(page)).name).toBe("API keys");
    await page.keyboard.press("Shift+Tab");
    expect((await focused(page)).name).toBe("Me");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await focused(page)).name).toBe("Profile");
    await page.keyboard.press("ArrowUp");
    expect((await focused(page)).name).toBe("Sign out");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("to skip what every view begins with", async () => {
    const { page } = await visit({ person: await newPerson() });
    await page.getByText("No contacts yet").waitFor();
    await page.reload();
    await page.getByText("No contacts yet").waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toMatchObject({ name: "Skip to content", seen: true });
    await page.keyboard.press("Enter");
    expect((await focused(page)).name).toBe("People");
    await page.keyboard.press("Tab");
    expect((await focused(page)).name).toBe("Find duplicates");
  });
});

test("a view that opens takes the focus to its heading and names the document", async () => {
  const { page } = await visit({ person: await newPerson() });
  await page.getByText("No contacts yet").waitFor();
  for (const name of ["API keys", "Profile", "Activity", "Data", "Trash", "Today", "People"]) {
    if (["Today", "People"].includes(name)) {
      await page.getByRole("link", { name, exact: true }).click();
    } else await fromMenu(page, name);
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    expect((await focused(page)).name).toBe(name);
    expect(await page.title()).toBe(`${name} · Kith`);
  }
});
