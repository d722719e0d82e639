import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { askAuth, newPerson, people, type Person } from "./support/account.ts";
import { exchange, recoveryLink, sessionsOf } from "./support/auth.ts";
import { createKey } from "./support/keys.ts";
import { open, openTab, visit } from "./support/visit.ts";

/** A link with somebody's session in its fragment, as they would write it for others. */
async function linkWithSessionOf({ email, password }: Person): Promise<string> {
  const session = await (await askAuth("token?grant_type=password", { email, password })).json();
  const { access_token, refresh_token } = session as Record<string, string>;
  const fragment = { access_token, refresh_token, expires_in: "3600", token_type: "bearer" };
  return `${inject("page").url}/#${new URLSearchParams(fragment as Record<string, string>)}`;
}

/** The address to which Auth redirects from the link of a mail with its default template. */
async function redirectOfDefaultLink(link: string): Promise<string> {
  const { searchParams } = new URL(link);
  const { url } = inject("page");
  const query = new URLSearchParams({
    token: searchParams.get("token_hash")!,
    type: searchParams.get("type")!,
    redirect_to: url,
  });
  const answer = await fetch(`${url}/auth/v1/verify?${query}`, { redirect: "manual" });
  return answer.headers.get("location")!;
}

/** Whose session the browser has. */
const signedInAs = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^kith-session:[^-]+$/.test(name));
    return key ? JSON.parse(localStorage.getItem(key)!).user.email : undefined;
  });

const keysOf = async ({ kith }: Person) => (await kith.apiKeys.list()).data.map(({ name }) => name);

const own = () => `${inject("page").url}/`;

describe("a session in the fragment of a link", () => {
  test("does not replace a session, and a key made next is the standing account's", async () => {
    const attacker = await newPerson();
    const { page, person } = await open("contacts");
    const tab = await openTab(page, await linkWithSessionOf(attacker));
    await tab.see("carries a session");
    await tab.see(`You are signed in as ${person.email}`);
    expect(tab.page.url()).toBe(own());
    await tab.press("Stay signed in");
    await tab.fromMenu("API keys");
    await createKey(tab, "mine");
    expect([await keysOf(person), await keysOf(attacker)]).toEqual([["mine"], []]);
  });

  test("is not adopted either where the page is open already", async () => {
    const { page, person, see } = await open("contacts");
    await page.goto(await linkWithSessionOf(await newPerson()));
    await see("carries a session");
    expect(page.url()).toBe(own());
    expect(await signedInAs(page)).toBe(person.email);
    await page.reload();
    await see("Nothing is due");
    expect(await page.locator(".menu-head").textContent()).toBe(person.email);
  });

  test("signs nobody in, and the page says what to do", async () => {
    const url = await linkWithSessionOf(await newPerson());
    const { page, see, stored, press, signIn } = await visit({ url });
    await see("carries a session");
    expect(page.url()).toBe(own());
    expect(await stored()).toBe(0);
    await press("Sign in");
    await signIn(await newPerson());
  });

  test("from a default mail that this page did not ask for leads to asking for a link", async () => {
    const url = await redirectOfDefaultLink(await recoveryLink(await newPerson()));
    expect(url).toContain("#access_token=");
    const { see, press, button } = await visit({ url });
    await see("carries a session");
    await press("Forgotten your password?");
    await button("Send the link").waitFor();
  });
});

describe("a link for another account", () => {
  test("is not used up before somebody who is signed in says so", async () => {
    const { page, person, see, press } = await open("contacts");
    const link = await recoveryLink(await newPerson());
    await page.goto(link);
    await see(`You are signed in as ${person.email}`);
    expect(page.url()).toBe(own());
    await press("Stay signed in");
    await see("No contacts yet");
    expect(await signedInAs(page)).toBe(person.email);
    expect(await exchange(link)).toBe(true);
  });

  test("asks by name before it replaces a session, and a no keeps that one", async () => {
    const other = await newPerson();
    const { page, person, see, press } = await open("contacts");
    const before = await sessionsOf(other);
    await page.goto(await recoveryLink(other));
    await press("Open the link");
    await see(`The link is for ${other.email}`);
    await see(`You are signed in as ${person.email}`);
    expect(await signedInAs(page)).toBe(person.email);
    await press("Stay signed in");
    await see("No contacts yet");
    expect(await signedInAs(page)).toBe(person.email);
    await expect.poll(() => sessionsOf(other)).toBe(before);
  });

  test("replaces a session after a yes, in every tab, and leaves nothing of it", async () => {
    const other = await newPerson();
    await people("Theirs")(other);
    const { page, person, see } = await open("contacts", people("Hers"));
    const search = page.getByRole("searchbox");
    await search.fill("her");
    await page.waitForURL(/search=her/);
    await see("Hers");
    const tab = await openTab(page, await recoveryLink(other));
    await tab.press("Open the link");
    await tab.press("Switch account");
    await tab.see(`For ${other.email}`);
    await see("Theirs");
    expect(await search.inputValue()).toBe("");
    expect(new URL(page.url()).hash).toBe("#/contacts");
    expect(await page.getByText("Hers").count()).toBe(0);
    expect(await signedInAs(page)).toBe(other.email);
    // Signing up made the first one, the page the second, which the switch ended.
    expect(await sessionsOf(person)).toBe(1);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email);
  });

  test("signs nobody in who does not continue with the account that it names", async () => {
    const other = await newPerson();
    const before = await sessionsOf(other);
    const { see, stored, press, title } = await visit({ url: await recoveryLink(other) });
    await see(`The link is for ${other.email}`);
    expect(await stored()).toBe(0);
    await press("Do not sign in");
    await title("Sign in");
    expect(await stored()).toBe(0);
    await expect.poll(() => sessionsOf(other)).toBe(before);
  });
});
