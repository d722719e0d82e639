import { expect, test } from "vitest";
import { newPerson, people } from "./support/account.ts";
import { open, openTab } from "./support/visit.ts";

test("going back closes a dialog and not the view, and asks where something was typed", async () => {
  const it = await open("contacts", people("Ana"));
  const what = it.field("What");
  await it.follow("Ana");
  await it.title("Ana");
  await it.press("Set a reminder");
  await it.page.goBack();
  await it.gone(it.dialog());
  await it.press("Set a reminder");
  await what.fill("Call her");
  await it.page.goBack();
  await it.dialog("Close without saving?").waitFor();
  await it.press("Back to the form");
  expect(await what.inputValue()).toBe("Call her");
  await it.page.goBack();
  await it.press("Close without saving");
  await it.gone(it.dialog());
  expect(it.page.url(), "the view stays").toContain(it.ids.Ana);
  await it.wentBack();
  await it.page.goBack();
  await it.title("People");
});

test("what was typed is there again after a reload and after the session, for 30 days, and never for another account", async () => {
  const it = await open("contacts/<Ana>", people("Ana"));
  const { page } = it;
  it.expectOnConsole(/status of 40/);
  const note = it.field("New note");
  const noteIs = async (text: string, when: string) => {
    await note.waitFor();
    await expect.poll(() => note.inputValue(), { message: when }).toBe(text);
  };
  await note.fill("Half a note");
  await it.press("Set a reminder");
  await it.field("What").fill("Call her");
  await page.reload();
  await noteIs("Half a note", "after a reload");
  await it.press("Set a reminder");
  await expect.poll(() => it.field("What").inputValue()).toBe("Call her");
  // The session ends at the server.
  await page.route(
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
  await page.unroute(/\/(api|auth)\/v1\//);
  await it.goto("notes");
  await it.sendSignIn(await newPerson());
  await noteIs("", "for another account");
  await it.fromMenu("Sign out");
  await it.signIn(it.person);
  await it.follow("Ana");
  await noteIs("Half a note", "after the session");
  const age = (days: number) =>
    page.evaluate((days) => {
      for (const key of Object.keys(localStorage).filter((each) => each.startsWith("kith-draft"))) {
        const at = Date.now() - days * 86_400_000;
        localStorage.setItem(key, localStorage.getItem(key)!.replace(/^\d+/, `${at}`));
      }
    }, days);
  await age(29);
  await page.reload();
  await noteIs("Half a note", "after 29 days");
  await age(31);
  await page.reload();
  await noteIs("", "after 31 days");
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("kith-draft");
  await note.fill("Another");
  await it.fromMenu("Sign out");
  await it.press("Sign out and delete it");
  await it.title("Sign in");
  expect(await it.stored()).toBe(0);
});

test("two tabs have two drafts, and a new tab has what was typed in one that is closed", async () => {
  const it = await open("notes");
  const first = it.field("New note");
  await first.fill("Of the first tab");
  const tab = await openTab(it.page);
  const second = tab.field("New note");
  await second.waitFor();
  expect(await second.inputValue(), "in a tab beside it").toBe("");
  await second.fill("Of the second tab");
  await it.page.reload();
  await expect.poll(() => first.inputValue()).toBe("Of the first tab");
  await it.press("Save note");
  await it.see("Of the first tab", it.page.locator("li.note"));
  await tab.page.reload();
  await expect.poll(() => second.inputValue()).toBe("Of the second tab");
  await tab.page.close();
  await it.page.reload();
  await expect.poll(() => first.inputValue(), { message: "of the closed tab" })
    .toBe("Of the second tab");
  // A tab that is duplicated begins with a copy of what the other one keeps.
  const opened = it.page.waitForEvent("popup");
  await it.page.evaluate(() => void globalThis.open(location.href));
  const copy = (await opened).getByLabel("New note", { exact: true });
  await copy.waitFor();
  expect(await copy.inputValue(), "in a duplicate").toBe("");
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
  await it.see("Title elsewhere: “Theirs”. Here: “Mine”.", it.dialog());
  await it.press("Take that from elsewhere");
  expect(await it.field("What").inputValue()).toBe("Theirs");
  expect(await it.button("Take that from elsewhere").count()).toBe(0);
  await it.fill("What", "Mine");
  await it.button("Take that from elsewhere").waitFor();
  const sent = it.page.waitForRequest((request) => request.method() === "PATCH");
  await it.press("Save");
  expect((await sent).headers()["if-match"]).toBeTruthy();
  await it.box("Mine").waitFor();
});
