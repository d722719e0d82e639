import { describe, expect, test } from "vitest";
import { openWith, undo } from "./support/people.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

/** The view of all reminders, with one in each group, one that is done, and as many more as asked for. */
async function openReminders(done = 1, more = 0) {
  const opened = await openWith(visit, "reminders", "Ana");
  const { page, person, ids } = opened;
  const remind = (title: string, body: object = {}) =>
    person.kith.reminders.create({ title, ...body });
  for (let count = 0; count < done; count++) {
    await remind(`Done ${count}`, { dueAt: inDays(-90), completed: true });
  }
  for (let count = 0; count < more; count++) {
    await remind(`More ${count}`, { dueAt: inDays(100 + count) });
  }
  await remind("Whenever");
  await remind("Soon", { dueAt: inDays(5), contactIds: [ids["Ana"]] });
  await remind("Long ago", { dueAt: inDays(-30) });
  await remind("Late", { dueAt: inDays(-3), recurrence: "FREQ=WEEKLY;INTERVAL=3" });
  await page.reload();
  await page.getByText("Long ago").waitFor();
  const shown = () => page.locator(".coming-title").allTextContents();
  const box = (name: string) => page.getByRole("checkbox", { name });
  return { ...opened, shown, box };
}

describe("all reminders", () => {
  test("are there, overdue ones first, those about nobody too, and done ones only on request", async () => {
    const { page, shown } = await openReminders(30);
    expect(await shown()).toEqual(["Long ago", "Late", "Soon", "Whenever"]);
    expect(await page.getByRole("heading", { level: 2 }).allTextContents())
      .toEqual(["Overdue 2", "Later 1", "Whenever 1"]);
    await page.getByRole("list", { name: "About" }).getByText("Ana").waitFor();
    await page.getByRole("button", { name: "Show done reminders" }).click();
    await page.getByRole("heading", { name: "Done 30" }).waitFor();
    await expect.poll(shown).toHaveLength(24);
    expect((await shown()).slice(0, 4)).toEqual(["Long ago", "Late", "Soon", "Whenever"]);
    await page.getByRole("button", { name: "Load more done reminders" }).click();
    await expect.poll(shown).toHaveLength(34);
    await page.reload();
    await page.getByRole("heading", { name: "Done 30" }).waitFor();
    await page.getByRole("button", { name: "Hide done reminders" }).click();
    await expect.poll(shown).toHaveLength(4);
  });

  test("are ticked off and reopened in their place, or among the done ones", async () => {
    const { page, box, shown, reminders } = await openReminders();
    await box("Late").click();
    await page.getByText(/^The next one is due/).waitFor();
    await undo(page, "Done: Late.");
    await expect.poll(() => box("Late").isChecked()).toBe(false);
    await box("Soon").click();
    await page.locator(".toast").filter({ hasText: "Done: Soon." }).waitFor();
    await box("Soon").click();
    await page.locator(".toast").filter({ hasText: "Open again: Soon." }).waitFor();
    await page.getByRole("button", { name: "Show done reminders" }).click();
    await box("Done 0").click();
    await page.getByText("No reminder is done yet.").waitFor();
    await expect.poll(shown).toEqual(["Done 0", "Long ago", "Late", "Soon", "Whenever"]);
    expect((await reminders()).filter(({ completed }) => completed)).toEqual([]);
  });

  test("none is left out when some were ticked off before more are loaded", async () => {
    const { page, shown, box } = await openReminders(0, 104);
    await expect.poll(shown).toHaveLength(100);
    for (const name of ["Long ago", "Late", "Soon"]) {
      await box(name).click();
      await page.locator(".toast").filter({ hasText: `Done: ${name}.` }).waitFor();
    }
    await page.getByRole("button", { name: "Load more reminders" }).click();
    await expect.poll(async () => (await shown()).includes("Whenever")).toBe(true);
    const numbers = (await shown()).filter((title) => title.startsWith("More"));
    expect(new Set(numbers).size).toBe(104);
  });

  test("are put off, edited and deleted there, and come back", async () => {
    const { page, box, shown, reminders, expectOnConsole } = await openReminders();
    expectOnConsole(/status of 400/);
    const choose = async (name: string, action: string, menu = "More for ") => {
      await page.getByRole("button", { name: menu + name }).click();
      await page.locator("[popover]:popover-open").getByRole("button", { name: action }).click();
    };
    await choose("Long ago", "In a week", "Later: ");
    await expect.poll(shown).toEqual(["Late", "Soon", "Long ago", "Whenever"]);
    await choose("Whenever", "Edit");
    await page.getByLabel("What").fill(" ");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".field-problem").waitFor();
    await page.getByLabel("What").fill("Some day");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await box("Some day").waitFor();
    await choose("Soon", "Delete");
    await expect.poll(shown).toEqual(["Late", "Long ago", "Some day"]);
    await undo(page, "Soon is deleted.");
    await box("Soon").waitFor();
    expect(await reminders()).toHaveLength(5);
  });
});
