import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { exchange, linkMailedTo, sessionsOf } from "./support/auth.ts";
import { open, openTab, visit } from "./support/visit.ts";

describe("an account", () => {
  test("is made with the time zone and the country of the browser, and left by signing out", async () => {
    const browser = { timezoneId: "Pacific/Auckland", locale: "en-NZ" };
    const it = await visit(browser);
    const release = await it.hold(/\/me$/, "PATCH");
    await it.follow("Create an account");
    await it.title("Create an account");
    await it.fill("E-mail address", `new-${randomUUID()}@example.com`);
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
});

describe("a session", () => {
  test("is gone from every tab at once where the server does not answer, and ends there when it does", async () => {
    const { page, person, hold, fromMenu, title, stored } = await open("contacts");
    const tab = await openTab(page);
    await tab.title("People");
    const answer = await hold(/\/auth\/v1\//);
    const before = await sessionsOf(person);
    await fromMenu("Sign out");
    await title("Sign in");
    await tab.title("Sign in");
    expect(await stored()).toBe(0);
    expect(await sessionsOf(person)).toBe(before);
    answer();
    await expect.poll(() => sessionsOf(person)).toBe(before - 1);
  });

  test("whose account is gone ends at the form to sign in, and the page says so", async () => {
    const { person, see, title, fromMenu, expectOnConsole } = await open("contacts");
    expectOnConsole(/status of 4\d\d/);
    await see("No contacts yet");
    await person.kith.me.delete();
    await fromMenu("API keys");
    await see("Your session has ended");
    await title("Sign in");
  });
});

test("an address that was typed goes along to the next form, and is gone once it was used", async () => {
  const person = await newPerson();
  const { field, fill, follow, title, signIn, fromMenu } = await visit();
  const address = field("E-mail address");
  await fill("E-mail address", person.email);
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
    await expect.poll(() => address.inputValue()).toBe(person.email);
  }
  await signIn(person);
  await fromMenu("Sign out");
  await title("Sign in");
  await expect.poll(() => address.inputValue()).toBe("");
});

describe("a forgotten password", () => {
  async function ask(email: string) {
    const visited = await visit();
    await visited.follow("Forgotten your password?");
    await visited.title("Forgotten your password?");
    await visited.fill("E-mail address", email);
    await visited.press("Send the link");
    await visited.title("Check the terminal");
    return visited;
  }

  test("is replaced by way of the link that is mailed", async () => {
    const person = await newPerson();
    const { page, see, press, fill, fromMenu, signIn } = await ask(person.email);
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

  test("is not replaced by a link that was used, and the page says so", async () => {
    const { email } = await newPerson();
    const { page, expectOnConsole } = await ask(email);
    expectOnConsole(/status of 403/);
    const link = await linkMailedTo(email);
    await exchange(link);
    await page.goto(link);
    // As an error, and with no tick.
    await page.locator(".notice-danger", { hasText: "This link was used before or has expired" })
      .waitFor();
    expect(await page.locator(".notice-calm").count()).toBe(0);
  });

  test("tells nobody who has an account, and not as an error", async () => {
    const { page } = await ask("nobody@example.com");
    await page.locator(".notice-calm[role=status]").waitFor();
  });
});
