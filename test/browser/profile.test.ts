import { readFile } from "node:fs/promises";
import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { askAuth, fillAccount, newPerson, type Person } from "./support/account.ts";
import { linkMailedTo, recoveryLink, sessionsOf, tickAndReadMail } from "./support/auth.ts";
import { fakeFactors } from "./support/factors.ts";
import { open, type Visit, type VisitOptions } from "./support/visit.ts";

async function openProfile(prepare?: typeof fillAccount, options?: VisitOptions) {
  const it = await open("profile", prepare, options);
  await it.button("Add an app…").waitFor();
  return it;
}

const headers = { "access-control-allow-origin": "*" };
const refuse = (status: number, code: string) => ({
  status,
  headers,
  json: { code: status, error_code: code, msg: code },
});

test("a mail each morning goes to an address that its code has confirmed, at the hour that is chosen, until it is switched off", async () => {
  const it = await openProfile();
  it.expectOnConsole(/status of 409/);
  const { kith, email } = it.person;
  await it.press("A mail each morning");
  const code = it.field(`Code from the message to ${email}`);
  await code.waitFor();
  const [digits] = /\d{6}/.exec((await tickAndReadMail(it.person)).text!)!;
  await code.fill(digits === "111111" ? "222222" : "111111");
  await it.press("Confirm");
  await it.see(/It is not the code/);
  await code.fill(digits);
  await it.press("Confirm");
  await it.see("On");
  await it.field("Hour").fill("06:45");
  await expect.poll(async () => (await kith.me.get()).digestAt).toBe("06:45");
  await it.press("Try it");
  await it.see("A message is on its way.");
  expect((await tickAndReadMail(it.person)).subject).toBe("Kith reaches you here");
  await it.press("Switch off");
  await it.button("Switch on").waitFor();
  const { data: [channel] } = await kith.channels.list();
  expect(channel).toMatchObject({ target: email, isEnabled: false, lastError: null });
  await it.press("Remove");
  await it.button("A mail each morning").waitFor();
});

test("the profile keeps a name, a time zone that is found by its city or is the browser’s, and a country of those that the API accepts", async () => {
  const it = await openProfile(undefined, { timezoneId: "Pacific/Auckland" });
  const saved = async (expected: object) => {
    await it.press("Save");
    await it.see(/^Saved\.$/);
    expect(await it.person.kith.me.get()).toMatchObject(expected);
  };
  await it.fill("Name", "  Zoë  ");
  const zone = it.page.getByRole("combobox", { name: "Time zone" });
  await zone.focus();
  await it.type("sao pau");
  await expect.poll(() => zone.inputValue()).toBe("America/Sao_Paulo");
  await it.field("Country").selectOption("Germany");
  await saved({ name: "Zoë", timezone: "America/Sao_Paulo", country: "DE" });
  await it.fill("Name", "");
  await it.press("Use Pacific/Auckland");
  // The time zone counts before the language, which is that of another country.
  await it.press("Use New Zealand");
  await saved({ name: null, timezone: "Pacific/Auckland", country: "NZ" });
  await it.gone(it.page.getByText("The time zone of this browser is"));
  const offered = await it.field("Country").locator("option").evaluateAll((all) =>
    all.map((option) => (option as HTMLOptionElement).value).sort()
  );
  const sql = await readFile("sql/05_core/phone_numbers.sql", "utf8");
  const codes = sql.slice(sql.indexOf("return '"), sql.indexOf("; ';"));
  const accepted = [...codes.matchAll(/ ([A-Z]{2})\b/g)].map(([, code]) => code!);
  expect(offered).toEqual(["", ...accepted.sort()]);
});

test("deleting the account says what will be gone, wants the address typed, and leaves nothing", async () => {
  const it = await openProfile(fillAccount);
  it.expectOnConsole(/status of 4\d\d/);
  await it.press("Delete account…");
  for (const line of ["3 contacts", "2 networks", "1 note", "2 reminders"]) {
    await it.see(line, it.dialog());
  }
  await it.keys("Escape");
  await it.gone(it.dialog());
  await it.expectFocus("Delete account…");
  await it.keys("Enter");
  const confirm = it.button("Delete everything");
  expect(await confirm.isDisabled(), "without an address").toBe(true);
  await it.field(/^Type /).fill("somebody-else@example.com");
  expect(await confirm.isDisabled(), "another address").toBe(true);
  await it.field(/^Type /).fill(it.person.email);
  await confirm.click();
  await it.see("Your account and everything in it is deleted.");
  await expect(it.person.kith.me.get()).rejects.toMatchObject({ status: 401 });
  await it.sendSignIn(it.person);
  await it.page.getByRole("alert").waitFor();
});

// The local Auth never asks for a code or the old password, so its answers are made here as the platform's Auth gives them.
test("the password is changed, with a code of a mail and the current one where the project asks for them", async () => {
  const it = await openProfile();
  it.expectOnConsole(/status of 4\d\d/);
  const send = () => it.press("Change password");
  const begin = async (password: string) => {
    await it.press("Change password…");
    await it.fill("New password", password);
    await send();
  };
  await begin("a better one");
  await it.see("Your password is changed.");
  await it.press("Close the message");
  const sent: Record<string, unknown>[] = [];
  let reauthenticated = 0;
  await it.page.route(/\/auth\/v1\/reauthenticate/, (route) => {
    reauthenticated += 1;
    return route.fulfill({ json: {}, headers });
  });
  await it.page.route(/\/auth\/v1\/user/, (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    const body = route.request().postDataJSON();
    sent.push(body);
    if (!body.nonce) return route.fulfill(refuse(422, "reauthentication_needed"));
    if (body.nonce !== "123456") return route.fulfill(refuse(422, "reauthentication_not_valid"));
    if (!body.current_password) return route.fulfill(refuse(400, "current_password_required"));
    return route.continue();
  });
  await begin("the best one");
  await it.fill("Code of the mail", "000 000");
  await send();
  await it.see("This code is wrong or has expired.");
  await it.fill("Code of the mail", "123 456");
  await send();
  await it.fill("Current password", "a better one");
  await send();
  await it.see("Your password is changed.");
  expect(reauthenticated, "mails that were asked for").toBe(1);
  expect(sent.at(-1)).toMatchObject({ nonce: "123456", current_password: "a better one" });
  await it.fromMenu("Sign out");
  await it.title("Sign in");
  await it.signIn({ ...it.person, password: "the best one" });
});

test("the e-mail address is changed by the links that are mailed, and not said to be by what anybody could have written", async () => {
  const other = await newPerson();
  const next = `next-${crypto.randomUUID()}@example.com`;
  const it = await openProfile();
  it.expectOnConsole(/status of 4\d\d/);
  const address = it.field("New e-mail address");
  await it.press("Change address…");
  await address.fill(other.email);
  await it.press("Send the links");
  await it.see("There is an account with this address already");
  expect(await address.inputValue()).toBe(other.email);
  await address.fill(next);
  await it.press("Send the links");
  const told = it.dialog("Open the links in the mails");
  await it.see(next, told);
  await it.press("Done");
  await it.gone(told);
  await it.wentBack();

  // The local Auth sends one mail only; the platform's answers the first of two links like this.
  const json = { code: 200, msg: "Confirmation link accepted." };
  await it.page.route(/\/auth\/v1\/verify/, (route) => route.fulfill({ headers, json }));
  await it.restart("?token_hash=first&type=email_change");
  await it.press("Open the link");
  await it.title("One more link");
  await it.press("Back to Kith");
  await it.title("Profile");
  await it.page.unroute(/\/auth\/v1\/verify/);
  const message =
    "Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email";
  for (const sign of ["#", "?"]) {
    await it.restart(`${sign}message=${message}`);
    await it.title("One more link");
  }
  for (const path of ["?message=Pay+here", "#message=the+other+email"]) {
    await it.restart(path);
    await it.button("Me").waitFor();
    expect(await it.page.getByRole("heading", { name: "One more link" }).count(), path).toBe(0);
  }
  await it.page.goto(await linkMailedTo(it.person.email));
  await it.press("Open the link");
  await it.title("Profile");
  await expect.poll(() => it.page.locator(".menu-head").textContent()).toBe(next);
  await it.fromMenu("Sign out");
  await it.title("Sign in");
  await it.signIn({ ...it.person, email: next });
});

/** Somebody who adds an app for codes. The local Auth has no second factors: these endpoints of it are a small fake. */
async function addApp() {
  const it = await openProfile();
  it.expectOnConsole(/status of 4\d\d/);
  await fakeFactors(it.page);
  await it.press("Add an app…");
  const enter = async (field: string, action: string) => {
    await it.fill(field, "000000");
    await it.press(action);
    await it.see("This code is wrong.");
    await it.fill(field, "123 456");
    await it.press(action);
  };
  await it.page.waitForFunction(() =>
    (document.querySelector(".factor-picture") as HTMLImageElement | null)?.naturalWidth
  );
  await it.see("JBSWY3DPEHPK3PXP");
  await enter("Code that the app shows", "Turn it on");
  const apps = it.page.getByRole("list", { name: "Second factors" });
  await it.see("App of", apps);
  return { ...it, apps, enter };
}

test("a second factor is added by its picture or secret, asked for at sign-in, and removed", async () => {
  const it = await addApp();
  await it.fromMenu("Sign out");
  await it.sendSignIn(it.person);
  await it.title("Second factor");
  expect(await it.link("People").count(), "nothing before the code").toBe(0);
  await it.enter("Code of the app", "Continue");
  await it.title("Today");
  await it.fromMenu("Profile");
  await it.press(/^Remove: App of/);
  await it.see("Then the password alone signs in.");
  await it.press("Remove");
  await it.see("The app is removed.");
  await it.gone(it.apps);
});

test("a second factor is asked for after a link too, which proves a mailbox and no more, and the session before it ends", async () => {
  const it = await addApp();
  const before = await sessionsOf(it.person);
  await it.page.goto(await recoveryLink(it.person));
  await it.press("Open the link");
  await it.enter("Code of the app", "Continue");
  await it.title("Choose a new password");
  await expect.poll(() => sessionsOf(it.person)).toBe(before);
});

const notHere = "This project does not offer a second factor.";
const tooMany = "There are as many apps as an account may have.";
test.each([
  { after: "the project's Auth knows none", said: notHere, left: 0 },
  { code: "mfa_totp_enroll_not_enabled", said: notHere, left: 0 },
  { code: "too_many_enrolled_mfa_factors", said: tooMany, left: 1 },
])("a second factor is offered $left times after $code$after", async ({ code, said, left }) => {
  const it = await openProfile();
  it.expectOnConsole(/status of 4\d\d/);
  const offered = it.button("Add an app…");
  if (code) await it.page.route(/\/auth\/v1\/factors/, (route) => route.fulfill(refuse(422, code)));
  await offered.click();
  await it.see(said);
  expect(await offered.count()).toBe(left);
  await it.fromMenu("Activity");
  await it.title("Activity");
  await it.fromMenu("Profile");
  await it.see("Change password…");
  await expect.poll(() => offered.count(), { message: "at the next look" }).toBe(left);
});

/** A fake of Auth's passkeys and of the browser's, which the local Auth and an address without a name lack. */
async function fakePasskeys({ page }: Visit, person: Person) {
  let passkeys: object[] = [];
  const json = (body: unknown) => (route: Route) =>
    route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill({
      headers: { "access-control-allow-origin": "*" },
      json: typeof body === "function" ? body(route.request()) : body,
    });
  await page.route(/\/auth\/v1\/settings/, json({ passkeys_enabled: true }));
  const challenge = { challenge_id: "1", expires_at: 9e9, options: { challenge: "AAAA" } };
  await page.route(/passkeys\/authentication\/options/, json(challenge));
  await page.route(
    /passkeys\/registration\/options/,
    json({
      ...challenge,
      options: {
        ...challenge.options,
        rp: { name: "Kith" },
        user: { id: "AAAA", name: "a", displayName: "a" },
        pubKeyCredParams: [],
      },
    }),
  );
  const made = { id: "key-1", friendly_name: "Phone", created_at: "2026-03-14T09:26:53Z" };
  await page.route(
    /passkeys\/registration\/verify/,
    json(() => {
      passkeys = [made];
      return made;
    }),
  );
  await page.route(
    /\/auth\/v1\/passkeys(\/key-1)?\/?$/,
    json((request: { method: () => string }) =>
      request.method() === "DELETE" ? passkeys = [] : passkeys
    ),
  );
  const session = await (await askAuth("token?grant_type=password", person)).json();
  await page.route(/passkeys\/authentication\/verify/, json(session));
  await page.addInitScript(() => {
    const credential = () =>
      Promise.resolve(Object.defineProperties(Object.create(PublicKeyCredential.prototype), {
        toJSON: { value: () => ({ id: "AAAA", type: "public-key", response: {} }) },
      }));
    navigator.credentials.create = credential;
    navigator.credentials.get = credential;
  });
}

test("where the project has passkeys and no apps may connect, one is added, signs in, and is removed", async () => {
  const it = await open("profile");
  it.expectOnConsole(/status of 404/);
  const { page } = it;
  const asked = (url: RegExp) =>
    Promise.all([page.waitForResponse(url), page.reload(), it.see("Change password…")]);
  await asked(/\/auth\/v1\/settings/);
  expect(await page.getByText("Passkeys").isVisible(), "without passkeys").toBe(false);
  await fakePasskeys(it, it.person);
  await asked(/oauth-protected-resource/);
  expect(await page.getByText("Passkeys").isVisible(), "where apps may connect").toBe(false);
  await page.route(/oauth-protected-resource/, (route) => route.fulfill({ status: 404, headers }));
  await page.reload();
  await it.press("Add a passkey…");
  await it.toast("The passkey is added.").waitFor();
  await it.see("Phone, added 14 Mar 2026");
  await it.press("Remove: Phone");
  await it.toast("The passkey is removed.").waitFor();
  await it.see("None yet");
  await it.fromMenu("Sign out");
  await it.press("Sign in with a passkey");
  await it.title("Today");
});
