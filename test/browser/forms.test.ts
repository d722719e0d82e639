import { expect, test } from "vitest";
import { newPerson, people } from "./support/account.ts";
import { open, visit } from "./support/visit.ts";

test("going back closes a dialog and not the view, and asks where something was typed", async () => {
  const it = await open("contacts", people("Ana"));
  await it.follow("Ana");
  await it.title("Ana");
  await it.press("Set a reminder");
  await it.page.goBack();
  await it.gone(it.dialog());
  await it.press("Set a reminder");
  await it.field("What").fill("Call her");
  await it.page.goBack();
  await it.dialog("Close without saving?").waitFor();
  await it.press("Back to the form");
  expect(await it.field("What").inputValue()).toBe("Call her");
  await it.page.goBack();
  await it.press("Close without saving");
  await it.gone(it.dialog());
  expect(it.page.url()).toContain(it.ids.Ana);
  // No entry of a dialog is left.
  await expect.poll(() => it.page.evaluate(() => history.state?.dialog)).toBeUndefined();
  await it.page.goBack();
  await it.title("People");
});

test("what was typed is there again after a reload and after the session, and never for another account", async () => {
  const it = await open("contacts/<Ana>", people("Ana"));
  it.expectOnConsole(/status of 40/);
  const note = it.field("New note");
  await note.fill("Half a note");
  await it.press("Set a reminder");
  await it.field("What").fill("Call her");
  await it.page.reload();
  await expect.poll(() => note.inputValue()).toBe("Half a note");
  await it.press("Set a reminder");
  await expect.poll(() => it.field("What").inputValue()).toBe("Call her");
  // The session ends at the server.
  await it.page.route(
    /\/(api|auth)\/v1\//,
    (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : route.fulfill({
        status: route.request().url().includes("/auth/") ? 400 : 401,
        headers: { "access-control-allow-origin": "*" },
        json: { error_code: "session_not_found", code: "unauthorized" },
      }),
  );
  await it.press("Set reminder", it.dialog());
  await it.title("Sign in");
  await it.page.unroute(/\/(api|auth)\/v1\//);
  await it.goto("notes");
  await it.sendSignIn(await newPerson());
  await note.waitFor();
  expect(await note.inputValue()).toBe("");
  await it.fromMenu("Sign out");
  await it.signIn(it.person);
  await it.follow("Ana");
  await expect.poll(() => note.inputValue()).toBe("Half a note");
  await it.fromMenu("Sign out");
  await it.press("Sign out and delete it");
  await it.title("Sign in");
  expect(await it.page.evaluate(() => localStorage.length)).toBe(0);
});

test("what was typed is deleted after 30 days", async () => {
  const { page, field } = await open("contacts/<Ana>", people("Ana"));
  const note = field("New note");
  await note.fill("Half a note");
  const age = (days: number) =>
    page.evaluate((days) => {
      const key = Object.keys(localStorage).find((each) => each.startsWith("kith-draft"))!;
      const at = Date.now() - days * 86_400_000;
      localStorage.setItem(key, localStorage.getItem(key)!.replace(/^\d+/, `${at}`));
    }, days);
  await age(29);
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe("Half a note");
  await age(31);
  await page.reload();
  await note.waitFor();
  expect(await note.inputValue()).toBe("");
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("kith-draft");
});

test("what others change while it is edited is not overwritten, and what was typed stays", async () => {
  const it = await open("reminders", async ({ kith }) => {
    const { id } = await kith.reminders.create({ title: "Before" });
    return { id };
  });
  await it.choose("More for Before", "Edit");
  await it.fill("What", "Mine");
  await it.person.kith.reminders.update(it.id, { title: "Theirs" });
  await it.press("Save");
  await it.see("This was changed elsewhere meanwhile.", it.dialog());
  expect(await it.field("What").inputValue()).toBe("Mine");
  const sent = it.page.waitForRequest((request) => request.method() === "PATCH");
  await it.press("Save");
  expect((await sent).headers()["if-match"]).toBeTruthy();
  await it.box("Mine").waitFor();
});

test("a form does not go on saying that it is sent", async () => {
  const { page, hold, sendSignIn, expectOnConsole } = await visit();
  expectOnConsole(/status of 400/);
  const release = await hold(/\/token/);
  await sendSignIn({ ...await newPerson(), password: "a wrong one" });
  const said = page.locator(".unseen[role=status]");
  await expect.poll(() => said.allInnerTexts()).toContain("Sending…");
  release();
  await page.locator(".notice-danger[role=alert]")
    .getByText("The e-mail address or the password is wrong").waitFor();
  await expect.poll(() => said.allInnerTexts()).not.toContain("Sending…");
});

test("what is wrong in a form stands beside its fields, not in a bubble of the browser", async () => {
  const { page, field, fill, press, see, follow } = await visit();
  const sent: string[] = [];
  page.on("request", (request) => /\/auth\//.test(request.url()) && sent.push(request.url()));
  // The bubble is the event's default action.
  await page.evaluate(() => {
    const look = (event: Event) =>
      setTimeout(() => document.body.dataset["bubble"] ??= String(!event.defaultPrevented));
    addEventListener("invalid", look, true);
  });
  const address = field("E-mail address");
  const isFocused = (name: string) =>
    field(name).evaluate((field) => field === document.activeElement);
  await address.fill("nobody");
  await press("Sign in");
  await see("This is not an e-mail address.");
  await see("Fill this in.");
  expect(await page.locator("body").getAttribute("data-bubble")).toBe("false");
  expect(await address.getAttribute("aria-invalid")).toBe("true");
  expect(await isFocused("E-mail address")).toBe(true);
  const described = await address.getAttribute("aria-describedby");
  expect(await page.locator(`[id="${described}"]`).innerText()).toContain("not an e-mail");
  await address.fill("nobody@example.com");
  expect(await page.getByText("This is not an e-mail address.").count()).toBe(0);
  await press("Sign in");
  expect(await isFocused("Password")).toBe(true);
  expect(sent).toEqual([]);
  await follow("Create an account");
  await fill("E-mail address", "nobody@example.com");
  await field("Password").pressSequentially("abc");
  await press("Create account");
  await see("At least 6 characters are needed.");
});
