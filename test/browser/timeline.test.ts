import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { failing, hold } from "./support/requests.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Somebody whose page is open, and how to write about them; `before` is called before it is opened. */
async function openAna(before?: (ana: Ana) => Promise<unknown>) {
  const person = await newPerson();
  const { kith } = person;
  const { id } = await kith.contacts.create({ firstName: "Ana" });
  const ana = {
    note: (content: string, occurredAt?: string) =>
      kith.notes.create({ content, contactIds: [id], ...(occurredAt && { occurredAt }) }),
    remind: (title: string, dueAt?: string) =>
      kith.reminders.create({ title, contactId: id, dueAt: dueAt ?? null }),
    complete: (reminder: string) => kith.reminders.update(reminder, { completed: true }),
    change: (company: string) => kith.contacts.update(id, { company }),
    now: () => kith.contacts.get(id),
  };
  await before?.(ana);
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: "Ana" }).click();
  await visited.page.getByRole("heading", { name: "Ana", level: 1 }).waitFor();
  return { ...visited, ...ana };
}

type Ana = Pick<Awaited<ReturnType<typeof openAna>>, "note" | "remind" | "complete" | "change">;

/** The headings of the timeline, each with what stands under it, without the words around it. */
const timelineOf = (page: Page) =>
  page.locator(".timeline-day").evaluateAll((days) =>
    days.map((day) => [
      day.querySelector("h3")!.textContent,
      ...[...day.querySelectorAll("ul:not(.changes ul) > li")].map((row) =>
        (row.querySelector(".prose, label, .activity-what > p") ?? row).textContent
      ),
    ])
  );

const moreOf = (page: Page) => page.getByRole("button", { name: "Load more notes" });
const only = (page: Page, name: string) =>
  page.getByRole("group", { name: "Show only" }).getByRole("button", { name }).click();

describe("the timeline of a contact", () => {
  test("has open reminders first, and then notes and done reminders by day; changes are in its history", async () => {
    const { page } = await openAna(async ({ note, remind, complete, change }) => {
      await remind("Much later", "2099-07-01");
      await remind("Some time");
      await remind("Overdue", daysAgo(3));
      const { id } = await remind("Done", "2099-01-01");
      await note("Long ago.", "2024-05-17T12:00:00Z");
      await note("The first of today.");
      await complete(id);
      await note("The second of today.");
      await change("Elsewhere");
      await note("The third of today.");
      await note("Three days ago.", daysAgo(3));
    });
    await page.getByText("Long ago.").waitFor();
    const [open, today, earlier, first, ...rest] = await timelineOf(page);
    expect(open).toEqual(["Open reminders 3", "Overdue", "Much later", "Some time"]);
    expect(today).toEqual([
      "Today",
      "The third of today.",
      "The second of today.",
      "Done",
      "The first of today.",
    ]);
    expect(earlier![1]).toBe("Three days ago.");
    expect(first).toEqual(["17 May 2024", "Long ago."]);
    expect(rest).toEqual([]);
    await page.getByRole("list", { name: "17 May 2024" }).waitFor();
    await only(page, "History");
    const changes = page.getByRole("list", { name: "History" }).locator("li.activity");
    await expect.poll(() => changes.locator(".activity-what > p:first-child").allTextContents())
      .toEqual([expect.stringMatching(/Changed .*Ana/), expect.stringMatching(/Created .*Ana/)]);
  });

  test("is limited to one kind", async () => {
    const { page } = await openAna(async ({ note, remind }) => {
      await note("A walk.");
      await remind("Bring a cake");
    });
    await page.getByText("A walk.").waitFor();
    await only(page, "Notes");
    await expect.poll(() => timelineOf(page)).toEqual([["Today", "A walk."]]);
    await only(page, "Reminders");
    await expect.poll(() => timelineOf(page)).toEqual([["Open reminders 1", "Bring a cake"]]);
    // Pressing it again shows everything.
    await only(page, "Reminders");
    await expect.poll(async () => (await timelineOf(page)).flat()).toHaveLength(4);
  });

  test("shows more, always below what is there", async () => {
    const { page } = await openAna(async ({ note, remind, complete }) => {
      for (let n = 0; n < 14; n++) await note(`Note ${n}.`, daysAgo(n + 1));
      await note("The oldest.", "2020-01-01T12:00:00Z");
      await complete((await remind("Done")).id);
    });
    await moreOf(page).waitFor();
    const before = (await timelineOf(page)).flat();
    expect(before.slice(0, 2)).toEqual(["Today", "Done"]);
    await moreOf(page).click();
    await page.getByText("The oldest.").waitFor();
    const all = (await timelineOf(page)).flat();
    expect(all.slice(0, before.length)).toEqual(before);
    expect(all).toHaveLength(2 + 14 * 2 + 2);
    expect(await moreOf(page).count()).toBe(0);
    // A change that is made now takes nothing of it away.
    await page.getByRole("button", { name: "We talked" }).click();
    await page.locator(".toast").waitFor();
    expect((await timelineOf(page)).flat()).toEqual(all);
  });

  test("is drawn once all of it is there, so that nothing jumps", async () => {
    const { page } = await openAna((ana) => ana.note("A walk."));
    const release = await hold(page, /\/reminders\?/);
    await page.reload();
    await page.getByText("Loading the timeline…").waitFor({ state: "attached" });
    await page.getByRole("heading", { name: "Details" }).waitFor();
    expect(await timelineOf(page)).toEqual([]);
    release();
    await expect.poll(async () => (await timelineOf(page)).flat())
      .toEqual(["Today", "A walk."]);
  });

  test("says what is missing, and shows the rest", async () => {
    const visited = await openAna((ana) => ana.note("A walk."));
    const { page } = visited;
    const repair = await failing(visited, /\/reminders\?/, "GET");
    await page.reload();
    await page.getByText("The reminders are missing here. The database is away.").waitFor();
    expect(await timelineOf(page)).toEqual([["Today", "A walk."]]);
    await repair();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    expect(await timelineOf(page)).toEqual([["Today", "A walk."]]);
  });

  test("has a change once it is made on the page, which is undone there", async () => {
    const { page, now, change } = await openAna((ana) => ana.change("Elsewhere"));
    await only(page, "History");
    await page.getByRole("button", { name: "We talked" }).click();
    const rows = page.locator(".timeline .activity");
    await expect.poll(() => rows.count()).toBe(3);
    await change("Nowhere");
    await page.reload();
    await only(page, "History");
    await expect.poll(() => rows.count()).toBe(4);
    await rows.first().getByText("Show the change").click();
    await rows.first().getByText("Nowhere").waitFor();
    await rows.first().getByRole("button", { name: /^Undo: / }).click();
    await page.locator(".contact-head").getByText("Elsewhere").waitFor();
    await expect.poll(() => rows.count()).toBe(5);
    await expect.poll(() => rows.nth(1).locator(".tag").allTextContents()).toEqual(["Undone"]);
    expect(await rows.first().textContent()).toContain("by undoing");
    expect((await now()).company).toBe("Elsewhere");
  });

  test("asks before it undoes what was done to others too, as an import does", async () => {
    const person = await newPerson();
    const create = Array.from({ length: 23 }, (_, number) => ({ firstName: `Person ${number}` }));
    await person.kith.contacts.bulk({ create });
    const [first] = (await person.kith.contacts.list()).data;
    const { page, expectOnConsole } = await visit({ person, view: `contacts/${first!.id}` });
    const count = async () => (await person.kith.contacts.list()).total;
    const button = page.getByRole("button", { name: "Undo: Created 23 contacts" });
    await only(page, "History");
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Undo all of it?" });
    await dialog.getByText("This also takes back 22 other contacts.").waitFor();
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await count()).toBe(23);
    await button.click();
    expectOnConsole(/status of 404/);
    await dialog.getByRole("button", { name: "Undo all of it" }).click();
    await page.getByText("This contact does not exist").waitFor();
    expect(await count()).toBe(0);
  });

  test("moves a reminder that is ticked off, and the focus with it", async () => {
    const { page } = await openAna(async ({ note, remind }) => {
      await remind("Bring a cake", daysAgo(2));
      await remind("Call her", daysAgo(1));
      await note("A walk.");
    });
    const box = page.getByRole("checkbox", { name: "Bring a cake" });
    await box.focus();
    await page.keyboard.press("Space");
    await expect.poll(async () => (await timelineOf(page)).slice(0, 2)).toEqual([
      ["Open reminders 1", "Call her"],
      ["Today", "Bring a cake", "A walk."],
    ]);
    const isFocused = () => box.evaluate((element) => element === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    await page.keyboard.press("Space");
    await expect.poll(async () => (await timelineOf(page))[0])
      .toEqual(["Open reminders 2", "Bring a cake", "Call her"]);
    await expect.poll(isFocused).toBe(true);
  });
});
