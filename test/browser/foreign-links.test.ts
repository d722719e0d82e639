import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { createKey } from "./support/keys.ts";
import {
  askAuth,
  exchange,
  recoveryLink,
  redirectOfDefaultLink,
  sessionsOf,
} from "./support/auth.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** A link with somebody's session in its fragment, as they would write it for others. */
async function linkWithSessionOf({ email, password }: Person): Promise<string> {
  const session = await (await askAuth("token?grant_type=password", { email, password })).json();
  const { access_token, refresh_token } = session as Record<string, string>;
  const fragment = { access_token, refresh_token, expires_in: "3600", token_type: "bearer" };
  return `${inject("page").url}/#${new URLSearchParams(fragment as Record<string, string>)}`;
}

/** Opens an address in another tab of the same browser. */
async function openTab(page: Page, address: string): Promise<Page> {
  const tab = await page.context().newPage();
  tab.setDefaultTimeout(15_000);
  await tab.goto(address);
  return tab;
}

/** Whose session the browser has. */
const signedInAs = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^kith-session:[^-]+$/.test(name));
    return key ? JSON.parse(localStorage.getItem(key)!).user.email : undefined;
  });

const keysOf = async ({ kith }: Person) => (await kith.apiKeys.list()).data.map(({ name }) => name);

describe("a session in the fragment of a link", () => {
  test("does not replace a session, and a key made next is the standing account's", async () => {
    const [person, attacker] = [await newPerson(), await newPerson()];
    const { page } = await visit({ person });
    const tab = await openTab(page, await linkWithSessionOf(attacker));
    await tab.getByText("carries a session").waitFor();
    await tab.getByText(`You are signed in as ${person.email}`).waitFor();
    expect(tab.url()).toBe(`${inject("page").url}/`);
    await tab.getByRole("button", { name: "Stay signed in" }).click();
    await fromMenu(tab, "API keys");
    await createKey(tab, "mine");
    expect(await keysOf(person)).toEqual(["mine"]);
    expect(await keysOf(attacker)).toEqual([]);
  });

  test("is not adopted either where the page is open already", async () => {
    const [person, attacker] = [await newPerson(), await newPerson()];
    const { page } = await visit({ person });
    await page.goto(await linkWithSessionOf(attacker));
    await page.getByText("carries a session").waitFor();
    expect(page.url()).toBe(`${inject("page").url}/`);
    expect(await signedInAs(page)).toBe(person.email);
    await page.reload();
    await page.getByText("Nothing is due").waitFor();
    expect(await page.locator(".menu-head").textContent()).toBe(person.email);
  });

  test("signs nobody in, and the page says what to do", async () => {
    const { page } = await visit({ url: await linkWithSessionOf(await newPerson()) });
    await page.getByText("carries a session").waitFor();
    expect(page.url()).toBe(`${inject("page").url}/`);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByRole("button", { name: "Sign in" }).click();
    await signIn(page, await newPerson());
  });

  test("from a default mail that this page did not ask for leads to asking for a link", async () => {
    const { email } = await newPerson();
    const redirect = await redirectOfDefaultLink(await recoveryLink(email));
    expect(redirect).toContain("#access_token=");
    const { page } = await visit({ url: redirect });
    await page.getByText("carries a session").waitFor();
    await page.getByRole("button", { name: "Forgotten your password?" }).click();
    await page.getByRole("button", { name: "Send the link" }).waitFor();
  });
});

describe("a link for another account", () => {
  test("is not used up before somebody who is signed in says so", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { page } = await visit({ person });
    const link = await recoveryLink(other.email);
    await page.goto(link);
    await page.getByText(`You are signed in as ${person.email}`).waitFor();
    expect(page.url()).toBe(`${inject("page").url}/`);
    await page.getByRole("button", { name: "Stay signed in" }).click();
    await page.getByText("No contacts yet").waitFor();
    expect(await signedInAs(page)).toBe(person.email);
    expect(await exchange(link)).toBe(true);
  });

  test("asks by name before it replaces a session, and a no keeps that one", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { page } = await visit({ person });
    const before = await sessionsOf(other);
    await page.goto(await recoveryLink(other.email));
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByText(`The link is for ${other.email}`).waitFor();
    await page.getByText(`You are signed in as ${person.email}`).waitFor();
    expect(await signedInAs(page)).toBe(person.email);
    await page.getByRole("button", { name: "Stay signed in" }).click();
    await page.getByText("No contacts yet").waitFor();
    expect(await signedInAs(page)).toBe(person.email);
    await expect.poll(() => sessionsOf(other)).toBe(before);
  });

  test("replaces a session after a yes, in every tab, and leaves nothing of it", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await person.kith.contacts.create({ firstName: "Hers" });
    await other.kith.contacts.create({ firstName: "Theirs" });
    const { page } = await visit({ person });
    await page.getByRole("searchbox").fill("her");
    await page.getByText("Hers").waitFor();
    const tab = await openTab(page, await recoveryLink(other.email));
    await tab.getByRole("button", { name: "Open the link" }).click();
    await tab.getByRole("button", { name: "Switch account" }).click();
    await tab.getByText(`For ${other.email}`).waitFor();
    await page.getByText("Theirs").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    expect(await page.getByText("Hers").count()).toBe(0);
    expect(await signedInAs(page)).toBe(other.email);
    // Signing up made the first one, the page the second, which the switch ended.
    expect(await sessionsOf(person)).toBe(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email);
  });

  test("signs nobody in who does not continue with the account that it names", async () => {
    const other = await newPerson();
    const before = await sessionsOf(other);
    const { page } = await visit({ url: await recoveryLink(other.email) });
    await page.getByText(`The link is for ${other.email}`).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByRole("button", { name: "Do not sign in" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await expect.poll(() => sessionsOf(other)).toBe(before);
  });
});
