import { describe, expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { linkMailedTo, recoveryLink, sessionsOf } from "./support/auth.ts";
import { fakeFactors } from "./support/factors.ts";
import { open } from "./support/visit.ts";

async function openProfile() {
  const opened = await open("profile");
  await opened.button("Add an app…").waitFor();
  return opened;
}

const headers = { "access-control-allow-origin": "*" };
const refuse = (status: number, code: string) => ({
  status,
  headers,
  json: { code: status, error_code: code, msg: code },
});

describe("the password", () => {
  async function begin() {
    const opened = await openProfile();
    await opened.press("Change password…");
    await opened.fill("New password", "a better one");
    return { ...opened, send: () => opened.press("Change password") };
  }

  test("is changed while one is signed in", async () => {
    const { person, send, see, fromMenu, title, signIn } = await begin();
    await send();
    await see("Your password is changed.");
    await fromMenu("Sign out");
    await title("Sign in");
    await signIn({ ...person, password: "a better one" });
  });

  // The local Auth never asks for it, so its answer is made here as the platform's Auth gives it.
  test("is changed with a code of a mail and the current password, where the project asks for them", async () => {
    const { page, send, fill, see, expectOnConsole } = await begin();
    expectOnConsole(/status of 4\d\d/);
    const sent: Record<string, unknown>[] = [];
    let reauthenticated = 0;
    await page.route(/\/auth\/v1\/reauthenticate/, (route) => {
      reauthenticated += 1;
      return route.fulfill({ json: {}, headers });
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
    await send();
    await fill("Code of the mail", "000 000");
    await send();
    await see("This code is wrong or has expired.");
    await fill("Code of the mail", "123 456");
    await send();
    await fill("Current password", "the old one");
    await send();
    await see("Your password is changed.");
    expect(reauthenticated).toBe(1);
    expect(sent.at(-1)).toMatchObject({
      password: "a better one",
      nonce: "123456",
      current_password: "the old one",
    });
  });
});

describe("the e-mail address", () => {
  async function change(next: string) {
    const opened = await openProfile();
    await opened.press("Change address…");
    await opened.fill("New e-mail address", next);
    await opened.press("Send the links");
    return opened;
  }

  test("is changed by the links that are mailed, and says so in plain words", async () => {
    const next = `next-${crypto.randomUUID()}@example.com`;
    const it = await change(next);
    const told = it.dialog("Open the links in the mails");
    await it.see(next, told);
    await it.press("Done");
    await it.gone(told);
    await it.wentBack();
    await it.page.goto(await linkMailedTo(it.person.email));
    await it.press("Open the link");
    await it.title("Profile");
    await expect.poll(() => it.page.locator(".menu-head").textContent()).toBe(next);
    await it.fromMenu("Sign out");
    await it.title("Sign in");
    await it.signIn({ ...it.person, email: next });
  });

  test("of somebody else is refused, and what was typed stays", async () => {
    const { email } = await newPerson();
    const { see, field, expectOnConsole } = await change(email);
    expectOnConsole(/status of 4\d\d/);
    await see("There is an account with this address already");
    expect(await field("New e-mail address").inputValue()).toBe(email);
  });

  // The local Auth sends one mail only; the platform's answers the first of two links like this.
  test("is not changed by the first of two links, and the page says which is missing", async () => {
    const { page, restart, press, title } = await openProfile();
    await page.route(
      /\/auth\/v1\/verify/,
      (route) =>
        route.fulfill({ headers, json: { code: 200, msg: "Confirmation link accepted." } }),
    );
    await restart("?token_hash=first&type=email_change");
    await press("Open the link");
    await title("One more link");
    await press("Back to Kith");
    await title("Profile");
    const message =
      "Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email";
    for (const sign of ["#", "?"]) {
      await restart(`${sign}message=${message}`);
      await title("One more link");
    }
  });

  test("is not said to be confirmed by an address that anybody could have written", async () => {
    const { page, restart, button } = await openProfile();
    for (const path of ["?message=Pay+here", "#message=the+other+email"]) {
      await restart(path);
      await button("Me").waitFor();
      expect(await page.getByRole("heading", { name: "One more link" }).count()).toBe(0);
    }
  });
});

// The local Auth has no second factors: these endpoints of it are a small fake.
describe("a second factor", () => {
  async function openWithFake() {
    const opened = await openProfile();
    await fakeFactors(opened.page);
    const { press, fill, see, page } = opened;
    const apps = page.getByRole("list", { name: "Second factors" });
    const turnOn = async (code: string) => {
      await fill("Code that the app shows", code);
      await press("Turn it on");
    };
    await press("Add an app…");
    return { ...opened, apps, turnOn, added: () => see("App of", apps) };
  }

  test("is added by its picture or secret, asked for at sign-in, and removed", async () => {
    const it = await openWithFake();
    it.expectOnConsole(/status of 4\d\d/);
    await it.page.waitForFunction(() =>
      (document.querySelector(".factor-picture") as HTMLImageElement | null)?.naturalWidth
    );
    await it.see("JBSWY3DPEHPK3PXP");
    await it.turnOn("000000");
    await it.see("This code is wrong.");
    await it.turnOn("123 456");
    await it.added();

    await it.fromMenu("Sign out");
    await it.sendSignIn(it.person);
    await it.title("Second factor");
    expect(await it.link("People").count()).toBe(0);
    await it.fill("Code of the app", "000000");
    await it.press("Continue");
    await it.see("This code is wrong.");
    await it.fill("Code of the app", "123456");
    await it.press("Continue");
    await it.title("Today");

    await it.fromMenu("Profile");
    await it.press(/^Remove: App of/);
    await it.see("Then the password alone signs in.");
    await it.press("Remove");
    await it.see("The app is removed.");
    await it.gone(it.apps);
  });

  test("is asked for after a link too, which proves a mailbox and no more, and the session before it ends", async () => {
    const { page, person, turnOn, added, press, fill, title } = await openWithFake();
    await turnOn("123456");
    await added();
    const before = await sessionsOf(person);
    await page.goto(await recoveryLink(person));
    await press("Open the link");
    await fill("Code of the app", "123456");
    await press("Continue");
    await title("Choose a new password");
    await expect.poll(() => sessionsOf(person)).toBe(before);
  });

  test.each<[title: string, code?: string, said?: string]>([
    ["is not offered any more once a project whose Auth knows none has said so"],
    [
      "is not offered any more once a project whose Auth is set to enrol none has said so",
      "mfa_totp_enroll_not_enabled",
    ],
    [
      "stays offered where one more is refused for another reason",
      "too_many_enrolled_mfa_factors",
      "There are as many apps as an account may have.",
    ],
  ])("%s", async (_, code, said = "This project does not offer a second factor.") => {
    const { page, button, press, see, fromMenu, title, expectOnConsole } = await openProfile();
    expectOnConsole(/status of 4\d\d/);
    if (code) await page.route(/\/auth\/v1\/factors/, (route) => route.fulfill(refuse(422, code)));
    await press("Add an app…");
    await see(said);
    const left = said.startsWith("This project") ? 0 : 1;
    expect(await button("Add an app…").count()).toBe(left);
    if (left) return;
    await fromMenu("Activity");
    await title("Activity");
    await fromMenu("Profile");
    await see(said);
    expect(await button("Add an app…").count()).toBe(0);
  });
});
