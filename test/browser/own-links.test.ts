import { describe, expect, inject, test } from "vitest";
import { newPerson } from "./support/account.ts";
import type { Acts } from "./support/acts.ts";
import { codeFor, exchange, recoveryLink, unconfirm } from "./support/auth.ts";
import { open, type Visit, visit } from "./support/visit.ts";

const addressWith = (query: Record<string, string>) =>
  `${inject("page").url}/?${new URLSearchParams(query)}`;

describe("a link of the account itself", () => {
  test("confirms the address, and signs in by name", async () => {
    const person = await newPerson();
    const url = addressWith({ token_hash: await unconfirm(person), type: "signup" });
    const { see, press, fromMenu, title, signIn } = await visit({ url });
    await see(`The link is for ${person.email}`);
    await press("Continue");
    await see("No contacts yet");
    await fromMenu("Sign out");
    await title("Sign in");
    await signIn(person);
  });

  test("asks for no switch where that account is signed in", async () => {
    const { page, person, press, see } = await open("contacts");
    await page.goto(await recoveryLink(person));
    await press("Open the link");
    await see(`For ${person.email}`);
  });

  test("that was used before keeps the session that stands", async () => {
    const { page, person, press, see, expectOnConsole } = await open("contacts");
    expectOnConsole(/status of 403/);
    const link = await recoveryLink(person);
    await exchange(link);
    await page.goto(link);
    await press("Open the link");
    await see("This link was used before or has expired");
    await press("Stay signed in");
    await see("No contacts yet");
  });

  test("can be tried again when the server was not reached", async () => {
    const person = await newPerson();
    const { page, press, see, expectOnConsole } = await visit();
    expectOnConsole(/ERR_FAILED|Failed to fetch/);
    const link = await recoveryLink(person);
    await page.route(/\/auth\/v1\/verify/, (route) => route.abort());
    await page.goto(link);
    await see("cannot be reached");
    await page.unroute(/\/auth\/v1\/verify/);
    await press("Try again");
    await see(`The link is for ${person.email}`);
  });
});

describe("a link of a default mail (PKCE)", () => {
  /** A code for somebody who has asked for a new password on the page. */
  async function asked() {
    const person = await newPerson();
    const visited = await visit();
    const { page, goto, fill, press, title } = visited;
    const sent = page.waitForRequest(/\/auth\/v1\/recover/);
    await goto("forgot-password");
    await fill("E-mail address", person.email);
    await press("Send the link");
    await title("Check the terminal");
    const challenge = (await sent).postDataJSON().code_challenge;
    return { person, code: await codeFor(person, challenge), ...visited };
  }
  const elsewhere = ({ see }: Acts) => see("works only in the browser that asked for it");
  const use = ({ page }: Visit, code: string) => page.goto(addressWith({ code }));

  test("works in the browser that asked for it, and is not left there", async () => {
    const it = await asked();
    await use(it, it.code);
    await it.see(`For ${it.person.email}`);
    expect(it.page.url()).toBe(`${inject("page").url}/#/new-password`);
    expect(await it.stored()).toBe(1);
  });

  test("is void once somebody has signed in there, whose session stays", async () => {
    const other = await newPerson();
    const it = await asked();
    await it.follow("Back to sign in");
    await it.title("Sign in");
    await it.signIn(other);
    await use(it, it.code);
    await it.press("Open the link");
    await elsewhere(it);
    await it.press("Stay signed in");
    await expect.poll(() => it.page.locator(".menu-head").textContent()).toBe(other.email);
  });

  test("says so in another browser, and offers a way on", async () => {
    const it = await visit({ url: addressWith({ code: "0" }) });
    await elsewhere(it);
    await it.press("Forgotten your password?");
    await it.button("Send the link").waitFor();
  });

  test("made by a stranger signs nobody in, and leaves the own one good", async () => {
    const it = await asked();
    it.expectOnConsole(/status of 4\d\d/);
    await use(it, await codeFor(await newPerson(), "c".repeat(43)));
    await elsewhere(it);
    await use(it, it.code);
    await it.see(`For ${it.person.email}`);
  });
});
