import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { fakeFactors } from "./support/factors.ts";
import { linkMailedTo, recoveryLink, sessionsOf } from "./support/auth.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openProfile() {
  const person = await newPerson();
  const visited = await visit({ person, view: "profile" });
  await visited.page.getByRole("heading", { name: "Signing in" }).waitFor();
  return { person, ...visited };
}

const refuse = (status: number, code: string, message = code) => ({
  status,
  headers: { "access-control-allow-origin": "*" },
  json: { code: status, error_code: code, msg: message },
});

async function beginPassword(page: Page, password: string): Promise<void> {
  await page.getByRole("button", { name: "Change password…" }).click();
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change password", exact: true }).click();
}

describe("the password", () => {
  test("is changed while one is signed in", async () => {
    const { page, person } = await openProfile();
    await beginPassword(page, "a better one");
    await page.getByText("Your password is changed.").first().waitFor();
    await fromMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, { ...person, password: "a better one" });
  });

  test("stays typed when it cannot be changed", async () => {
    const { page, person, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d|ERR_FAILED|Failed to fetch/);
    await beginPassword(page, person.password);
    await page.getByText("This is your current password.").waitFor();
    const field = page.getByLabel("New password", { exact: true });
    expect(await field.inputValue()).toBe(person.password);
    await page.route(/\/auth\/v1\/user/, (route) => route.abort());
    await page.getByRole("button", { name: "Change password", exact: true }).click();
    await page.getByText("The server cannot be reached").waitFor();
    expect(await field.inputValue()).toBe(person.password);
    await page.keyboard.press("Escape");
    await page.getByText("Close without saving?").waitFor();
  });

  // The local Auth never asks for it, so its answer is made here as the platform's Auth gives it.
  test("is changed with a code of a mail and the current password, where the project asks for them", async () => {
    const { page, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d/);
    const sent: Record<string, unknown>[] = [];
    let reauthenticated = 0;
    await page.route(/\/auth\/v1\/reauthenticate/, (route) => {
      reauthenticated += 1;
      return route.fulfill({ json: {}, headers: { "access-control-allow-origin": "*" } });
    });
    await page.route(/\/auth\/v1\/user/, (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      const body = route.request().postDataJSON();
      sent.push(body);
      if (!body.nonce) return route.fulfill(refuse(422, "reauthentication_needed"));
      if (body.nonce !== "123456") return route.fulfill(refuse(422, "reauthentication_not_valid"));
      if (!body.current_password) return route.fulfill(refuse(400, "current_password_required"));
      return route.continue();
    });
    await beginPassword(page, "a better one");
    const change = page.getByRole("button", { name: "Change password", exact: true });
    await page.getByLabel("Code of the mail").fill("000 000");
    await change.click();
    await page.getByText("This code is wrong or has expired.").waitFor();
    await page.getByLabel("Code of the mail").fill("123 456");
    await change.click();
    await page.getByLabel("Current password", { exact: true }).fill("the old one");
    await change.click();
    await page.getByText("Your password is changed.").first().waitFor();
    expect(reauthenticated).toBe(1);
    expect(sent.at(-1)).toMatchObject({
      password: "a better one",
      nonce: "123456",
      current_password: "the old one",
    });
  });
});

describe("the e-mail address", () => {
  test("is changed by the links that are mailed, and says so in plain words", async () => {
    const { page, person } = await openProfile();
    const next = `next-${person.email}`;
    await page.getByRole("button", { name: "Change address…" }).click();
    await page.getByLabel("New e-mail address").fill(next);
    await page.getByRole("button", { name: "Send the links" }).click();
    const dialog = page.getByRole("dialog", { name: "Open the links in the mails" });
    await dialog.getByText(next).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.goto(await linkMailedTo(person.email));
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await expect.poll(() => page.locator(".menu-head").textContent()).toBe(next);
    await fromMenu(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, { ...person, email: next });
  });

  test("of somebody else is refused, and what was typed stays", async () => {
    const { page, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d/);
    const { email } = await newPerson();
    await page.getByRole("button", { name: "Change address…" }).click();
    await page.getByLabel("New e-mail address").fill(email);
    await page.getByRole("button", { name: "Send the links" }).click();
    await page.getByText("There is an account with this address already").waitFor();
    expect(await page.getByLabel("New e-mail address").inputValue()).toBe(email);
  });

  // The local Auth sends one mail only; the platform's answers the first of two links like this.
  test("is not changed by the first of two links, and the page says which is missing", async () => {
    const { page } = await openProfile();
    const { url } = inject("page");
    await page.route(/\/auth\/v1\/verify/, (route) =>
      route.fulfill({
        headers: { "access-control-allow-origin": "*" },
        json: { code: 200, msg: "Confirmation link accepted." },
      }));
    await page.goto(`${url}/?token_hash=first&type=email_change`);
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByRole("heading", { name: "One more link" }).waitFor();
    await page.getByRole("button", { name: "Back to Kith" }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    const message =
      "Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email";
    for (const address of [`${url}/#message=${message}`, `${url}/?message=${message}`]) {
      await page.goto("about:blank");
      await page.goto(address);
      await page.getByRole("heading", { name: "One more link" }).waitFor();
    }
  });

  test("is not said to be confirmed by an address that anybody could have written", async () => {
    const { page } = await openProfile();
    const { url } = inject("page");
    for (const address of [`${url}/?message=Pay+here`, `${url}/#message=the+other+email`]) {
      await page.goto("about:blank");
      await page.goto(address);
      await page.getByRole("button", { name: "Me", exact: true }).waitFor();
      expect(await page.getByRole("heading", { name: "One more link" }).count()).toBe(0);
    }
  });
});

async function addFactor(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add an app…" }).click();
  await page.getByLabel("Code that the app shows").fill("123 456");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await page.getByRole("list", { name: "Second factors" }).getByText("App of").waitFor();
}

// The local Auth has no second factors: these endpoints of it are a small fake.
describe("a second factor", () => {
  test("is added by its picture or secret, asked for at sign-in, and removed", async () => {
    const { page, person, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d/);
    await fakeFactors(page);
    await page.getByRole("button", { name: "Add an app…" }).click();
    await page.waitForFunction(() =>
      (document.querySelector(".factor-picture") as HTMLImageElement | null)?.naturalWidth
    );
    await page.getByText("JBSWY3DPEHPK3PXP").waitFor();
    await page.getByLabel("Code that the app shows").fill("000000");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByText("This code is wrong.").waitFor();
    await page.getByLabel("Code that the app shows").fill("123 456");
    await page.getByRole("button", { name: "Turn it on" }).click();
    await page.getByRole("list", { name: "Second factors" }).getByText("App of").waitFor();

    await fromMenu(page, "Sign out");
    await page.getByLabel("E-mail address").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Second factor" }).waitFor();
    expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
    await page.getByLabel("Code of the app").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("This code is wrong.").waitFor();
    await page.getByLabel("Code of the app").fill("123456");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();

    await fromMenu(page, "Profile");
    await page.getByRole("button", { name: /^Remove: App of/ }).click();
    await page.getByText("Then the password alone signs in.").waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("The app is removed.").first().waitFor();
    await expect.poll(() => page.getByRole("list", { name: "Second factors" }).count()).toBe(0);
  });

  test("is asked for after a link too, which proves a mailbox and no more, and the session before it ends", async () => {
    const { page, person } = await openProfile();
    await fakeFactors(page);
    await addFactor(page);
    const before = await sessionsOf(person);
    await page.goto(await recoveryLink(person.email));
    await page.getByRole("button", { name: "Open the link" }).click();
    await page.getByLabel("Code of the app").fill("123456");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await expect.poll(() => sessionsOf(person)).toBe(before);
  });

  for (
    const [project, answer] of [
      ["whose Auth knows none", undefined],
      ["whose Auth is set to enrol none", refuse(422, "mfa_totp_enroll_not_enabled")],
    ] as const
  ) {
    test(`is not offered any more once a project ${project} has said so`, async () => {
      const { page, expectOnConsole } = await openProfile();
      expectOnConsole(/status of 4\d\d/);
      if (answer) await page.route(/\/auth\/v1\/factors/, (route) => route.fulfill(answer));
      const add = page.getByRole("button", { name: "Add an app…" });
      await add.click();
      await page.getByText("This project does not offer a second factor.").waitFor();
      expect(await add.count()).toBe(0);
      await fromMenu(page, "Activity");
      await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
      await fromMenu(page, "Profile");
      await page.getByText("This project does not offer a second factor.").waitFor();
      expect(await add.count()).toBe(0);
    });
  }

  test("stays offered where one more is refused for another reason", async () => {
    const { page, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d/);
    const answer = refuse(422, "too_many_enrolled_mfa_factors");
    await page.route(/\/auth\/v1\/factors/, (route) => route.fulfill(answer));
    await page.getByRole("button", { name: "Add an app…" }).click();
    await page.getByText("There are as many apps as an account may have.").waitFor();
    expect(await page.getByRole("button", { name: "Add an app…" }).count()).toBe(1);
  });
});
