import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { noNetwork } from "./support/kept.ts";
import { fromMenu, signIn, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openAna(before = "contacts") {
  const person = await newPerson();
  const { id } = await person.kith.contacts.create({ firstName: "Ana" });
  const visited = await visit({ person, view: before });
  return { person, id, ...visited };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const notesOf = async ({ kith }: Person) =>
  (await kith.notes.list()).data.map(({ content }) => content);

test("going back closes a dialog and not the view, and asks where something was typed", async () => {
  const { page, id } = await openAna();
  await page.getByRole("link", { name: "Ana" }).click();
  await heading(page, "Ana").waitFor();
  const dialog = page.getByRole("dialog");
  await press(page, "Set a reminder");
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await press(page, "Set a reminder");
  await dialog.getByLabel("What").fill("Call her");
  await page.goBack();
  await page.getByRole("dialog", { name: "Close without saving?" }).waitFor();
  await press(page, "Back to the form");
  expect(await dialog.getByLabel("What").inputValue()).toBe("Call her");
  await page.goBack();
  await press(page, "Close without saving");
  await dialog.waitFor({ state: "detached" });
  expect(page.url()).toContain(id);
  // No entry of a dialog is left.
  await expect.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
  await page.goBack();
  await heading(page, "People").waitFor();
});

test("what was typed is there again after a reload and after the session, and never for another account", async () => {
  const { page, person, id, expectOnConsole } = await openAna();
  expectOnConsole(/status of 40/);
  await page.goto(page.url().replace(/#.*/, `#/contacts/${id}`));
  const note = page.getByLabel("New note");
  await note.fill("Half a note");
  await press(page, "Set a reminder");
  await page.getByLabel("What", { exact: true }).fill("Call her");
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe("Half a note");
  await press(page, "Set a reminder");
  await expect.poll(() => page.getByLabel("What", { exact: true }).inputValue()).toBe("Call her");
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
  await page.getByRole("dialog").getByRole("button", { name: "Set reminder" }).click();
  await heading(page, "Sign in").waitFor();
  await page.unroute(/\/(api|auth)\/v1\//);
  const other = await newPerson();
  await page.goto(page.url().replace(/#.*/, "#/notes"));
  await page.getByLabel("E-mail address").fill(other.email);
  await page.getByLabel("Password", { exact: true }).fill(other.password);
  await press(page, "Sign in");
  await note.waitFor();
  expect(await note.inputValue()).toBe("");
  await fromMenu(page, "Sign out");
  await signIn(page, person);
  await page.getByRole("link", { name: "Ana" }).click();
  await expect.poll(() => note.inputValue()).toBe("Half a note");
  await fromMenu(page, "Sign out");
  await press(page, "Sign out and delete it");
  await heading(page, "Sign in").waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("what was typed is deleted after 30 days", async () => {
  const { page, id } = await openAna();
  await page.goto(page.url().replace(/#.*/, `#/contacts/${id}`));
  const note = page.getByLabel("New note");
  await note.fill("Half a note");
  const age = (days: number) =>
    page.evaluate((days) => {
      const key = Object.keys(localStorage).find((each) => each.startsWith("kith-draft"))!;
      const text = localStorage.getItem(key)!.replace(
        /^\d+/,
        String(Date.now() - days * 86_400_000),
      );
      localStorage.setItem(key, text);
    }, days);
  await age(29);
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe("Half a note");
  await age(31);
  await page.reload();
  await note.waitFor();
  expect(await note.inputValue()).toBe("");
  const kept = await page.evaluate(() => Object.keys(localStorage).join());
  expect(kept).not.toContain("kith-draft");
});

test("a note that is written without a connection is saved once, when there is one", async () => {
  const { page, person, id, expectOnConsole } = await openAna();
  expectOnConsole(noNetwork);
  await page.goto(page.url().replace(/#.*/, `#/contacts/${id}`));
  await page.getByLabel("New note").fill("We met at the lake.");
  // The first time it arrives, and the answer does not.
  await page.route(/\/notes$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, "Save note");
  await page.getByText("1 note waits on this device").waitFor();
  expect(await page.getByLabel("New note").inputValue()).toBe("");
  await page.context().setOffline(true);
  await page.getByLabel("New note").fill("We talked on the way.");
  await press(page, "Save note");
  await page.getByText("2 notes wait on this device").waitFor();
  expect(await notesOf(person)).toEqual(["We met at the lake."]);
  await page.unroute(/\/notes$/);
  await page.context().setOffline(false);
  await expect.poll(async () => (await notesOf(person)).sort())
    .toEqual(["We met at the lake.", "We talked on the way."]);
  await expect.poll(() => page.getByText("on this device for a connection").count()).toBe(0);
  await page.locator(".timeline .prose").getByText("We talked on the way.").waitFor();
});

test("a lunch is a note and a reminder, in one change set, by three keys beyond the words", async () => {
  const person = await newPerson();
  const ids: string[] = [];
  for (const firstName of ["Anna", "Annabel", "Ben"]) {
    ids.push((await person.kith.contacts.create({ firstName })).id);
  }
  const { page } = await visit({ person, view: "today" });
  const field = page.getByLabel("New note");
  await field.click();
  for (const [words, name] of [["lunch with @", "Anna"], ["and @", "Ben"]] as const) {
    await page.keyboard.type(words + name);
    // Before the answer, too.
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `Remove ${name}`, exact: true }).waitFor();
  }
  await page.keyboard.type(", talk again in 2 weeks");
  await page.getByRole("button", { name: /^Remind me: Talk again/, pressed: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("The note is saved, and a reminder is set for").waitFor();
  const now = async () => ({
    notes: (await person.kith.notes.list()).data,
    reminders: (await person.kith.reminders.list()).data,
  });
  const contactIds = [ids[0], ids[2]];
  const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  expect(await now()).toMatchObject({
    notes: [{ content: "lunch with Anna and Ben", contactIds }],
    reminders: [{ title: "Talk again", contactIds, dueAt: expect.stringContaining(inTwoWeeks) }],
  });
  await press(page, "Undo");
  await page.getByText("Undone:").waitFor();
  expect(await now()).toEqual({ notes: [], reminders: [] });
});
