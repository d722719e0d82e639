import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { exchange, linkMailedTo, sessionsOf } from "./support/auth.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** Goes from one form to another, which has a field of the same name, and waits for it. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { name }).waitFor();
}

describe("an account", () => {
  test("is made with the time zone and the country of the browser, and left by signing out", async () => {
    const { page } = await visit({ timezoneId: "Pacific/Auckland", locale: "en-NZ" });
    await follow(page, "Create an account");
    await page.getByLabel("E-mail address").fill(`new-${randomUUID()}@example.com`);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Nothing is due").waitFor();
    await fromMenu(page, "Profile");
    const zone = page.getByRole("combobox", { name: "Time zone" });
    await expect.poll(() => zone.inputValue()).toMatch(/^Pacific\/Auckland/);
    const country = page.getByLabel("Country");
    await expect.poll(() =>
      country.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]!.text)
    ).toBe("New Zealand");
    await fromMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test("that exists already is not made again, and the page says so", async () => {
    const { email } = await newPerson();
    const { page, expectOnConsole } = await visit({});
    expectOnConsole(/status of 4\d\d/);
    await follow(page, "Create an account");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toMatch(/already/);
  });
});

describe("a session", () => {
  test("is gone from every tab at once where the server does not answer, and ends there when it does", async () => {
    const person = await newPerson();
    const { page } = await visit({ person });
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByRole("heading", { name: "People", level: 1 }).waitFor();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/auth\/v1\//, async (route) => {
      await answered;
      await route.continue();
    });
    const before = await sessionsOf(person);
    await fromMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await tab.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(await sessionsOf(person)).toBe(before);
    answer();
    await expect.poll(() => sessionsOf(person)).toBe(before - 1);
  });

  test("whose account is gone ends at the form to sign in, and the page says so", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/status of 4\d\d/);
    await page.getByText("No contacts yet").waitFor();
    await person.kith.me.delete();
    await fromMenu(page, "API keys");
    await page.getByText("Your session has ended").waitFor();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});

test("an address that was typed goes along to the next form, and is gone once it was used", async () => {
  const person = await newPerson();
  const { page } = await visit();
  const address = page.getByLabel("E-mail address");
  await address.fill(person.email);
  for (const name of ["Create an account", "I have an account", "Forgotten your password?"]) {
    await page.getByRole("link", { name }).click();
    const heading = name === "I have an account" ? "Sign in" : name;
    await page.getByRole("heading", { name: heading }).waitFor();
    await expect.poll(() => address.inputValue()).toBe(person.email);
  }
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(page, person);
  await fromMenu(page, "Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect.poll(() => address.inputValue()).toBe("");
});

describe("a forgotten password", () => {
  test("is replaced by way of the link that is mailed", async () => {
    const person = await newPerson();
    const { page } = await visit();
    await follow(page, "Forgotten your password?");
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check the terminal" }).waitFor();

    await page.goto(await linkMailedTo(person.email));
    await page.getByText(`The link is for ${person.email}`).waitFor();
    expect(page.url()).not.toContain("token");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(`For ${person.email}`).waitFor();
    const password = "a better one";
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save the new password" }).click();
    await page.getByText("Nothing is due").waitFor();

    await fromMenu(page, "Sign out");
    await signIn(page, { ...person, password });
  });

  test("is not replaced by a link that was used, and the page says so", async () => {
    const { email } = await newPerson();
    const { page, expectOnConsole } = await visit();
    expectOnConsole(/status of 403/);
    await follow(page, "Forgotten your password?");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check the terminal" }).waitFor();
    const link = await linkMailedTo(email);
    await exchange(link);
    await page.goto(link);
    await page.getByText("This link was used before or has expired").waitFor();
    // As an error, and with no tick.
    await page.locator(".notice-danger", { hasText: "This link was used before" }).waitFor();
    expect(await page.locator(".notice-calm").count()).toBe(0);
  });

  test("tells nobody who has an account, and not as an error", async () => {
    const { page } = await visit();
    await follow(page, "Forgotten your password?");
    await page.getByLabel("E-mail address").fill("nobody@example.com");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Check the terminal" }).waitFor();
    await page.locator(".notice-calm[role=status]").waitFor();
  });
});
