import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { exchange, linkMailedTo, sessionsOf } from "./support/auth.ts";
import { open, openTab, visit } from "./support/visit.ts";

test("an account is made with the time zone and the country of the browser, and left by signing out", async () => {
  const browser = { timezoneId: "Pacific/Auckland", locale: "en-NZ" };
  const it = await visit(browser);
  const release = await it.hold(/\/me$/, "PATCH");
  await it.follow("Create an account");
  await it.title("Create an account");
  await it.fill("E-mail address", `new-${randomUUID()}@example.com`);
  await it.field("Password").pressSequentially("abc");
  await it.press("Create account");
  await it.see("At least 6 characters are needed.");
  await it.fill("Password", "correct horse");
  await it.press("Create account");
  await it.see("Nothing is due");
  await it.fromMenu("Profile");
  const zone = it.page.getByRole("combobox", { name: "Time zone" });
  await expect.poll(() => zone.inputValue()).toMatch(/^UTC/);
  // Where the profile is shown already, it follows.
  release();
  await expect.poll(() => zone.inputValue()).toMatch(/^Pacific\/Auckland/);
  expect(await it.field("Country").locator("option:checked").textContent()).toBe("New Zealand");
  await it.fromMenu("Sign out");
  await it.title("Sign in");
  expect(await it.stored()).toBe(0);
});

test("a session is gone from every tab at once where the server does not answer, and ends there when it does", async () => {
  const { page, person, hold, fromMenu, title, stored } = await open("contacts");
  const tab = await openTab(page);
  await tab.title("People");
  const answer = await hold(/\/auth\/v1\//);
  const before = await sessionsOf(person);
  await fromMenu("Sign out");
  await title("Sign in");
  await tab.title("Sign in");
  expect(await stored()).toBe(0);
  expect(await sessionsOf(person), "not yet").toBe(before);
  answer();
  await expect.poll(() => sessionsOf(person)).toBe(before - 1);
});

test("a session whose account is gone ends at the form to sign in, and the page says so", async () => {
  const { person, see, title, fromMenu, expectOnConsole } = await open("contacts");
  expectOnConsole(/status of 4\d\d/);
  await see("No contacts yet");
  await person.kith.me.delete();
  await fromMenu("API keys");
  await see("Your session has ended");
  await title("Sign in");
});

test("what is wrong in a form stands beside its fields, not in a bubble of the browser; what is typed goes along", async () => {
  const it = await visit();
  const { page, field, press, see, title, follow } = it;
  it.expectOnConsole(/status of 400/);
  const sent: string[] = [];
  page.on(
    "request",
    (request) => /\/auth\/v1\/(?!settings)/.test(request.url()) && sent.push(request.url()),
  );
  // The bubble is the event's default action.
  await page.evaluate(() => {
    const look = (event: Event) =>
      setTimeout(() => document.body.dataset["bubble"] ??= String(!event.defaultPrevented));
    addEventListener("invalid", look, true);
  });
  const address = field("E-mail address");
  await address.fill("nobody");
  await press("Sign in");
  await see("This is not an e-mail address.");
  await see("Fill this in.");
  expect(await page.locator("body").getAttribute("data-bubble")).toBe("false");
  expect(await address.getAttribute("aria-invalid")).toBe("true");
  await it.expectFocus("E-mail address");
  const described = await address.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${described}"]`).innerText()).toContain("not an e-mail");
  const person = await newPerson();
  await address.fill(person.email);
  expect(await page.getByText("This is not an e-mail address.").count()).toBe(0);
  await press("Sign in");
  await it.expectFocus("Password");
  expect(sent, "nothing is sent").toEqual([]);

  for (
    const [link, heading] of [
      ["Create an account", "Create an account"],
      ["I have an account", "Sign in"],
      ["Forgotten your password?", "Forgotten your password?"],
      ["Back to sign in", "Sign in"],
    ] as const
  ) {
    await follow(link);
    await title(heading);
    await expect.poll(() => address.inputValue(), { message: link }).toBe(person.email);
  }
  const release = await it.hold(/\/token/);
  await it.sendSignIn({ ...person, password: "a wrong one" });
  const said = page.locator(".unseen[role=status]");
  await expect.poll(() => said.allInnerTexts()).toContain("Sending…");
  release();
  await page.getByRole("alert").getByText("The e-mail address or the password is wrong").waitFor();
  await expect.poll(() => said.allInnerTexts()).not.toContain("Sending…");
  await it.signIn(person);
  await it.fromMenu("Sign out");
  await title("Sign in");
  await expect.poll(() => address.inputValue(), { message: "once it was used" }).toBe("");
});

test("a forgotten password is replaced by the link that is mailed, once; nobody is told who has an account", async () => {
  const person = await newPerson();
  const { page, see, press, fill, follow, title, fromMenu, signIn, expectOnConsole } =
    await visit();
  expectOnConsole(/status of 403/);
  const ask = async (email: string) => {
    await title("Forgotten your password?");
    await fill("E-mail address", email);
    await press("Send the link");
    await title("Check the terminal");
    // Not an error.
    await page.locator(".notice-calm[role=status]").waitFor();
  };
  await follow("Forgotten your password?");
  await ask("nobody@example.com");
  await follow("Back to sign in");
  await follow("Forgotten your password?");
  await ask(person.email);
  const used = await linkMailedTo(person.email);
  await exchange(used);
  await page.goto(used);
  const refused = page.locator(".notice-danger");
  await refused.getByText("This link was used before or has expired").waitFor();
  expect(await page.locator(".notice-calm").count(), "no tick").toBe(0);
  await press("Forgotten your password?");
  await ask(person.email);
  await page.goto(await linkMailedTo(person.email));
  await see(`The link is for ${person.email}`);
  expect(page.url()).not.toContain("token");
  await press("Continue");
  await see(`For ${person.email}`);
  await fill("New password", "a better one");
  await press("Save the new password");
  await see("Nothing is due");
  await fromMenu("Sign out");
  await signIn({ ...person, password: "a better one" });
});
