import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { codeFor, exchange, recoveryLink, unconfirm } from "./support/auth.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const addressWith = (query: Record<string, string>) =>
  `${inject("page").url}/?${new URLSearchParams(query)}`;

/** Asks for a new password on the page; the result is the challenge that Auth was sent. */
async function askForPassword(page: Page, { email }: Person): Promise<string> {
  const sent = page.waitForRequest(/\/auth\/v1\/recover/);
  await page.goto(`${inject("page").url}/#/forgot-password`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Check the terminal" }).waitFor();
  return (await sent).postDataJSON().code_challenge;
}

describe("a link of the account itself", () => {
  test("confirms the address, and signs in by name", async () => {
    const person = await newPerson();
    const token_hash = await unconfirm(person);
    const { page } = await visit({ url: addressWith({ token_hash, type: "signup" }) });
    await page.getByText(`The link is for ${person.email}`).waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("No contacts yet").waitFor();
    await fromMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, person);
  });

  test("asks for no switch where that account is signed in", async () => {
    const person = await newPerson();
    const { page } = await visit({ person });
    await page.goto(await recoveryLink(person.email));
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByText(`For ${person.email}`).waitFor();
  });

  test("that was used before keeps the session that stands", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/status of 403/);
    const link = await recoveryLink(person.email);
    await exchange(link);
    await page.goto(link);
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByText("This link was used before or has expired").waitFor();
    await page.getByRole("button", { name: "Stay signed in" }).click();
    await page.getByText("No contacts yet").waitFor();
  });

  test("can be tried again when the server was not reached", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit();
    expectOnConsole(/ERR_FAILED|Failed to fetch/);
    const link = await recoveryLink(person.email);
    await page.route(/\/auth\/v1\/verify/, (route) => route.abort());
    await page.goto(link);
    await page.getByText("cannot be reached").waitFor();
    await page.unroute(/\/auth\/v1\/verify/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(`The link is for ${person.email}`).waitFor();
  });
});

describe("a link of a default mail (PKCE)", () => {
  test("works in the browser that asked for it, and is not left there", async () => {
    const person = await newPerson();
    const { page } = await visit();
    const code = await codeFor(person, await askForPassword(page, person));
    await page.goto(addressWith({ code }));
    await page.getByText(`For ${person.email}`).waitFor();
    expect(page.url()).toBe(`${inject("page").url}/#/new-password`);
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
  });

  test("is void once somebody has signed in there, whose session stays", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { page } = await visit();
    const code = await codeFor(person, await askForPassword(page, person));
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, other);
    await page.goto(addressWith({ code }));
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByText("works only in the browser that asked for it").waitFor();
    await page.getByRole("button", { name: "Stay signed in" }).click();
    await expect.poll(() => page.locator(".menu-head").textContent()).toBe(other.email);
  });

  test("says so in another browser, and offers a way on", async () => {
    const { page } = await visit({ url: addressWith({ code: "0" }) });
    await page.getByText("works only in the browser that asked for it").waitFor();
    await page.getByRole("button", { name: "Forgotten your password?" }).click();
    await page.getByRole("button", { name: "Send the link" }).waitFor();
  });

  test("made by a stranger signs nobody in, and leaves the own one good", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()];
    const { page, expectOnConsole } = await visit();
    expectOnConsole(/status of 4\d\d/);
    const code = await codeFor(person, await askForPassword(page, person));
    const theirs = await codeFor(stranger, "c".repeat(43));
    await page.goto(addressWith({ code: theirs }));
    await page.getByText("works only in the browser that asked for it").waitFor();
    await page.goto(addressWith({ code }));
    await page.getByText(`For ${person.email}`).waitFor();
  });
});
