import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { hold } from "./support/requests.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const styleOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).first().evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  );

test("initials are what people see as characters, emoji among them", async () => {
  const person = await newPerson();
  for (const firstName of ["👩‍👩‍👧 Kramer", "e\u0301mile", "🇵🇹"]) {
    await person.kith.contacts.create({ firstName });
  }
  const { page } = await visit({ person });
  await page.locator("span.avatar").nth(2).waitFor();
  const initials = (await page.locator("span.avatar").allInnerTexts()).map((each) => each.trim());
  expect(initials.sort()).toEqual(["👩‍👩‍👧", "E\u0301", "🇵🇹"].sort());
});

test("in forced colours the place where one is differs from the others", async () => {
  const { page } = await visit({ person: await newPerson() });
  await page.emulateMedia({ forcedColors: "active" });
  for (const [place, selector] of [["today", ".nav a"], ["trash", ".tabs a"]] as const) {
    await page.evaluate((view) => location.hash = `#/${view}`, place);
    await page.locator(`${selector}[aria-current]`).waitFor();
    const paper = await styleOf(page, "body", "background-color");
    const colours = await page.locator(selector).evaluateAll((links) =>
      links.map((link) => [link.ariaCurrent !== null, getComputedStyle(link).borderBottomColor])
    );
    const of = (current: boolean) => [
      ...new Set(colours.filter(([is]) => is === current).map(([, colour]) => colour)),
    ];
    expect(of(true)).toHaveLength(1);
    expect(of(true)).not.toContain(paper);
    expect(of(false)).toEqual([paper]);
  }
});

test("what is printed has what one reads, and nothing to press", async () => {
  const person = await newPerson();
  const id = await fillAccount(person);
  const { page } = await visit({ person });
  await page.getByRole("link", { name: /Zoë/ }).click();
  await page.getByText("zoe@example.com").waitFor();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(page.url()).toContain(id);
  for (const selector of ["nav", ".palette-button", ".back", ".composer", ".photo-actions"]) {
    const seen = await page.locator(selector).first().isVisible();
    expect([selector, seen]).toEqual([selector, false]);
  }
  expect(await page.getByText("zoe@example.com").isVisible()).toBe(true);
  expect(await page.getByRole("heading", { name: "Zoë Müller" }).isVisible()).toBe(true);
});

describe("what is said of a form", () => {
  test("does not go on saying that it is sent", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit();
    expectOnConsole(/status of 400/);
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("a wrong one");
    const release = await hold(page, /\/token/);
    await page.getByRole("button", { name: "Sign in" }).click();
    const said = page.locator(".unseen[role=status]");
    await expect.poll(() => said.allInnerTexts()).toContain("Sending…");
    release();
    await page.locator(".notice-danger[role=alert]")
      .getByText("The e-mail address or the password is wrong").waitFor();
    await expect.poll(() => said.allInnerTexts()).not.toContain("Sending…");
  });

  test("stands beside its fields, not in a bubble of the browser", async () => {
    const { page } = await visit();
    const sent: string[] = [];
    page.on("request", (request) => /\/auth\//.test(request.url()) && sent.push(request.url()));
    // The bubble is the event's default action.
    await page.evaluate(() => {
      const look = (event: Event) =>
        setTimeout(() => document.body.dataset["bubble"] ??= String(!event.defaultPrevented));
      addEventListener("invalid", look, true);
    });
    const address = page.getByLabel("E-mail address");
    const password = page.getByLabel("Password", { exact: true });
    await address.fill("nobody");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This is not an e-mail address.").waitFor();
    await page.getByText("Fill this in.").waitFor();
    expect(await page.locator("body").getAttribute("data-bubble")).toBe("false");
    expect(await address.getAttribute("aria-invalid")).toBe("true");
    expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
    const described = await address.getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain("not an e-mail");
    await address.fill("nobody@example.com");
    expect(await page.getByText("This is not an e-mail address.").count()).toBe(0);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("E-mail address").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).pressSequentially("abc");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("At least 6 characters are needed.").waitFor();
  });
});

test("a note of a day shows the day alone, and one with a time its time, as the browser’s language writes them", async () => {
  const person = await newPerson();
  const contact = await person.kith.contacts.create({ firstName: "Ana" });
  const note = (content: string, occurredAt: string) =>
    person.kith.notes.create({ content, occurredAt, contactId: contact.id });
  await person.kith.me.update({ timezone: "Asia/Kolkata" });
  await note("A day.", "2026-03-04");
  await note("A time.", "2026-03-05T10:20:00Z");
  const { page } = await visit({ person });
  await page.getByRole("link", { name: /Ana/ }).click();
  await page.locator("li", { hasText: "A time." }).getByText("5 Mar 2026, 15:50").waitFor();
  const day = page.locator("li", { hasText: "A day." });
  await day.getByText("4 Mar 2026", { exact: true }).waitFor();
  expect(await day.innerText()).not.toContain("00:00");
  const german = await visit({ person, view: `contacts/${contact.id}`, locale: "de-DE" });
  await german.page.getByText("5. März 2026, 15:50").waitFor();
});

test("who is due has another colour than links, in light and dark", async () => {
  const person = await newPerson();
  await fillAccount(person);
  const { page } = await visit({ person });
  const differs = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const link = await styleOf(page, ".nav a[aria-current]", "color");
      expect(await styleOf(page, selector, "color")).not.toBe(link);
    }
  };
  await differs(".due-now");
  await page.getByRole("link", { name: /Zoë/ }).click();
  await differs(".in-touch-now");
});
