import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { askAuth, newPerson, people, type Person } from "./support/account.ts";
import type { Acts } from "./support/acts.ts";
import { codeFor, exchange, recoveryLink, sessionsOf, unconfirm } from "./support/auth.ts";
import { open, openTab, visit } from "./support/visit.ts";

const own = () => `${inject("page").url}/`;
const addressWith = (query: Record<string, string>) => `${own()}?${new URLSearchParams(query)}`;

/** A link with somebody's session in its fragment, as they would write it for others. */
async function linkWithSessionOf({ email, password }: Person): Promise<string> {
  const session = await (await askAuth("token?grant_type=password", { email, password })).json();
  const { access_token, refresh_token } = session as Record<string, string>;
  const fragment = { access_token, refresh_token, expires_in: "3600", token_type: "bearer" };
  return `${own()}#${new URLSearchParams(fragment as Record<string, string>)}`;
}

/** The address to which Auth redirects from the link of a mail with its default template. */
async function redirectOfDefaultLink(link: string): Promise<string> {
  const { token_hash: token, type } = Object.fromEntries(new URL(link).searchParams);
  const query = new URLSearchParams({ token: token!, type: type!, redirect_to: own() });
  const answer = await fetch(`${own()}auth/v1/verify?${query}`, { redirect: "manual" });
  return answer.headers.get("location")!;
}

/** Whose session the browser has. */
const signedInAs = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^kith-session:[^-]+$/.test(name));
    return key ? JSON.parse(localStorage.getItem(key)!).user.email : undefined;
  });

test("a session in the fragment of a link replaces none, whether the page is open already or not", async () => {
  const attacker = await newPerson();
  const { page, person, see } = await open("contacts");
  const tab = await openTab(page, await linkWithSessionOf(attacker));
  await tab.see("carries a session");
  await tab.see(`You are signed in as ${person.email}`);
  expect(tab.page.url()).toBe(own());
  await tab.press("Stay signed in");
  await tab.fromMenu("API keys");
  await tab.createKey("mine");
  const keysOf = async ({ kith }: Person) => (await kith.apiKeys.list()).total;
  expect([await keysOf(person), await keysOf(attacker)], "whose key was made").toEqual([1, 0]);
  await page.goto(await linkWithSessionOf(attacker));
  await see("carries a session");
  expect(page.url()).toBe(own());
  expect(await signedInAs(page)).toBe(person.email);
  await page.reload();
  await see("Nothing is due");
  expect(await page.locator(".menu-head").textContent()).toBe(person.email);
});

test("a session in the fragment of a link signs nobody in, and the page says what to do", async () => {
  const mailed = await redirectOfDefaultLink(await recoveryLink(await newPerson()));
  expect(mailed).toContain("#access_token=");
  const { page, see, stored, press, button, goto, signIn } = await visit({ url: mailed });
  await see("carries a session");
  expect([page.url(), await stored()]).toEqual([own(), 0]);
  await press("Forgotten your password?");
  await button("Send the link").waitFor();
  await goto("sign-in");
  await page.goto(await linkWithSessionOf(await newPerson()));
  await see("carries a session");
  expect([page.url(), await stored()]).toEqual([own(), 0]);
  await press("Sign in");
  await signIn(await newPerson());
});

test("a link for another account is used only when it is opened, asks by name, and replaces the session in every tab", async () => {
  const other = await newPerson();
  await people("Theirs")(other);
  const { page, person, see, press } = await open("contacts", people("Berta"));
  const stay = async (why: string) => {
    await press("Stay signed in");
    await see("Berta");
    expect(await signedInAs(page), why).toBe(person.email);
  };
  const first = await recoveryLink(other);
  await page.goto(first);
  await see(`You are signed in as ${person.email}`);
  expect(page.url()).toBe(own());
  await stay("before it is opened");
  expect(await exchange(first), "it is still good").toBe(true);
  const before = await sessionsOf(other);
  await page.goto(await recoveryLink(other));
  await press("Open the link");
  await see(`The link is for ${other.email}`);
  await see(`You are signed in as ${person.email}`);
  expect(await signedInAs(page)).toBe(person.email);
  await stay("after a no");
  await expect.poll(() => sessionsOf(other), { message: "the link's session" }).toBe(before);

  const search = page.getByRole("searchbox");
  await search.fill("her");
  await page.waitForURL(/search=her/);
  const tab = await openTab(page, await recoveryLink(other));
  await tab.press("Open the link");
  await tab.press("Switch account");
  await tab.see(`For ${other.email}`);
  await see("Theirs");
  expect(await search.inputValue()).toBe("");
  expect(new URL(page.url()).hash).toBe("#/contacts");
  expect(await page.getByText("Berta").count()).toBe(0);
  expect(await signedInAs(page)).toBe(other.email);
  // Signing up made the first one, the page the second, which the switch ended.
  expect(await sessionsOf(person)).toBe(1);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email);
});

test("a link signs nobody in who does not continue with the account that it names, and is tried again", async () => {
  const person = await newPerson();
  const before = await sessionsOf(person);
  const { page, see, stored, press, title, expectOnConsole } = await visit();
  expectOnConsole(/ERR_FAILED|Failed to fetch/);
  await page.route(/\/auth\/v1\/verify/, (route) => route.abort());
  await page.goto(await recoveryLink(person));
  await see("cannot be reached");
  await page.unroute(/\/auth\/v1\/verify/);
  await press("Try again");
  await see(`The link is for ${person.email}`);
  expect(await stored()).toBe(0);
  await press("Do not sign in");
  await title("Sign in");
  expect(await stored()).toBe(0);
  await expect.poll(() => sessionsOf(person), { message: "the link's session" }).toBe(before);
});

test("a link of the account itself confirms its address; signed in, it asks for no switch, and used before, it ends nothing", async () => {
  const person = await newPerson();
  const url = addressWith({ token_hash: await unconfirm(person), type: "signup" });
  const { page, see, press, fromMenu, title, signIn, expectOnConsole } = await visit({ url });
  expectOnConsole(/status of 403/);
  await see(`The link is for ${person.email}`);
  await press("Continue");
  await see("No contacts yet");
  await fromMenu("Sign out");
  await title("Sign in");
  await signIn(person);
  const used = await recoveryLink(person);
  await exchange(used);
  await page.goto(used);
  await press("Open the link");
  await see("This link was used before or has expired");
  await press("Stay signed in");
  await see("No contacts yet");
  await page.goto(await recoveryLink(person));
  await press("Open the link");
  await see(`For ${person.email}`);
});

const elsewhere = ({ see }: Acts) => see("works only in the browser that asked for it");

/** Somebody who opens a code of a default mail (PKCE) elsewhere, and asks for one on the page. */
async function askForCode() {
  const person = await newPerson();
  const it = await visit({ url: addressWith({ code: "0" }) });
  await elsewhere(it);
  await it.press("Forgotten your password?");
  const sent = it.page.waitForRequest(/\/auth\/v1\/recover/);
  await it.fill("E-mail address", person.email);
  await it.press("Send the link");
  await it.title("Check the terminal");
  const code = await codeFor(person, (await sent).postDataJSON().code_challenge);
  return { ...it, person, use: (used = code) => it.page.goto(addressWith({ code: used })) };
}

test("a code works in the browser that asked for it, also after one of a stranger, and is not left there", async () => {
  const it = await askForCode();
  it.expectOnConsole(/status of 4\d\d/);
  await it.use(await codeFor(await newPerson(), "c".repeat(43)));
  await elsewhere(it);
  await it.use();
  await it.see(`For ${it.person.email}`);
  expect(it.page.url()).toBe(`${own()}#/new-password`);
  expect(await it.stored()).toBe(1);
});

test("a code is void once somebody has signed in, whose session stays", async () => {
  const other = await newPerson();
  const it = await askForCode();
  await it.follow("Back to sign in");
  await it.title("Sign in");
  await it.signIn(other);
  await it.use();
  await it.press("Open the link");
  await elsewhere(it);
  await it.press("Stay signed in");
  await expect.poll(() => it.page.locator(".menu-head").textContent()).toBe(other.email);
});
