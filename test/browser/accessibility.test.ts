import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { orThrow, type Scope } from "../../client/src/index.ts";
import { fillAccount, newPerson } from "./support/account.ts";
import { accountViews, publicViews } from "./support/views.ts";
import { useBrowser, type VisitOptions } from "./support/visit.ts";

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

/** Opens every view, signed out and signed in, and looks at each. */
async function lookAtAll(
  options: VisitOptions,
  look: (page: Page) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const person = await newPerson();
  const id = await fillAccount(person);
  const networkIds = (await orThrow(person.kith.GET("/networks"))).data.map(({ id }) => id);
  const scopes: Scope[] = ["contacts:read", "notes:write"];
  const body = { name: "A".repeat(100), scopes, networkIds };
  await orThrow(person.kith.POST("/api-keys", { body }));
  const found: Record<string, unknown> = {};
  const stranger = await visit(options);
  for (const [name, open] of Object.entries(publicViews)) {
    await open(stranger.page, id);
    found[name] = await look(stranger.page);
  }
  const { page, expectOnConsole } = await visit({ ...options, person });
  expectOnConsole(/status of 404/);
  for (const [name, open] of Object.entries(accountViews)) {
    // From scratch: a dialog of the view before may still be there.
    await page.reload();
    await open(page, id);
    found[name] = await look(page);
  }
  return found;
}

const all = [...Object.keys(publicViews), ...Object.keys(accountViews)];
const everywhere = (value: unknown) => Object.fromEntries(all.map((name) => [name, value]));

describe("axe finds nothing in any view", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [device, width] of [["a desktop", 1200], ["a phone", 375]] as const) {
      test(`in ${colorScheme} on ${device}`, async () => {
        const options = { colorScheme, viewport: { width, height: 800 } };
        expect(await lookAtAll(options, violationsOf)).toEqual(everywhere([]));
      });
    }
  }
});

test("no view scrolls to the side at a width of 320 pixels", async () => {
  const options = { viewport: { width: 320, height: 640 } };
  expect(await lookAtAll(options, excessOf)).toEqual(everywhere(0));
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
    await page.getByText("No contacts yet").waitFor();
    await tabTo(page, "API keys");
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
    expect((await focused(page)).name).toBe("Contacts");
    await page.keyboard.press("Tab");
    expect((await focused(page)).name).toBe("Search contacts");
  });
});

test("a view that opens takes the focus to its heading and names the document", async () => {
  const { page } = await visit({ person: await newPerson() });
  await page.getByText("No contacts yet").waitFor();
  for (const name of ["API keys", "Profile", "Contacts"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    expect((await focused(page)).name).toBe(name);
    expect(await page.title()).toBe(`${name} · Kith`);
  }
});
