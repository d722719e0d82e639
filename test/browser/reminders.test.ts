import { expect, test } from "vitest";
import { daysAgo, fillAccount, people } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The view of all reminders, with one in each group, and more that are done or due later. */
async function openReminders(done: number, later: number) {
  const it = await open("reminders", async ({ kith }) => {
    const { ids } = await people("Ana")({ kith });
    const remind = (title: string, body: object = {}) => kith.reminders.create({ title, ...body });
    for (let count = 0; count < done; count++) {
      await remind(`Done ${count}`, { dueAt: daysAgo(90), completed: true });
    }
    for (let count = 0; count < later; count++) {
      await remind(`More ${count}`, { dueAt: daysAgo(-100 - count) });
    }
    await remind("Whenever");
    await remind("Soon", { dueAt: daysAgo(-5), contactIds: [ids.Ana] });
    await remind("Long ago", { dueAt: daysAgo(30) });
    await remind("Late", { dueAt: daysAgo(3), recurrence: "FREQ=WEEKLY;INTERVAL=3" });
  });
  await it.see("Long ago");
  const shown = () => it.page.locator(".coming-title").allTextContents();
  return { ...it, shown };
}

test("all reminders are there, overdue ones first, done ones only on request; they are ticked off, put off, edited and deleted, and come back", async () => {
  const it = await openReminders(30, 0);
  const { page, shown, box } = it;
  const open = ["Long ago", "Late", "Soon", "Whenever"];
  expect(await shown()).toEqual(open);
  expect(await page.getByRole("heading", { level: 2 }).allTextContents())
    .toEqual(["Overdue 2", "Later 1", "Whenever 1"]);
  await it.see("Ana", page.getByRole("list", { name: "About" }));
  await it.press("Show done reminders");
  await it.see("Done 30", page.getByRole("heading"));
  await expect.poll(shown).toHaveLength(24);
  expect((await shown()).slice(0, 4), "above the done ones").toEqual(open);
  await it.press("Load more done reminders");
  await expect.poll(shown).toHaveLength(34);
  await box("Done 7").click();
  await it.see("Done 29", page.getByRole("heading"));
  await expect.poll(async () => (await shown()).slice(0, 5)).toEqual(["Done 7", ...open]);
  await page.reload();
  await it.see("Done 29", page.getByRole("heading"));
  await it.press("Hide done reminders");
  await expect.poll(shown).toHaveLength(5);

  await box("Late").click();
  await it.see(/^The next one is due/);
  await it.undo("Done: Late.");
  await expect.poll(() => box("Late").isChecked()).toBe(false);
  await box("Soon").click();
  await it.toast("Done: Soon.").waitFor();
  await box("Soon").click();
  await it.toast("Open again: Soon.").waitFor();
  const done = async () => (await it.person.reminders()).filter((each) => each.completed);
  expect(await done(), "those of before but one").toHaveLength(29);
  await it.choose("Later: Long ago", "In a week");
  await expect.poll(shown).toEqual(["Done 7", "Late", "Soon", "Long ago", "Whenever"]);
  await it.choose("More for Whenever", "Edit");
  await it.fill("What", "Some day");
  await it.press("Save");
  await box("Some day").waitFor();
  await it.choose("More for Soon", "Delete");
  await expect.poll(shown).toEqual(["Done 7", "Late", "Long ago", "Some day"]);
  await it.undo("Soon is deleted.");
  await expect.poll(shown).toEqual(["Done 7", "Late", "Soon", "Long ago", "Some day"]);
});

test("no reminder is left out when some were ticked off before more are loaded", async () => {
  const { shown, box, toast, press } = await openReminders(0, 104);
  await expect.poll(shown).toHaveLength(100);
  for (const name of ["Long ago", "Late", "Soon"]) {
    await box(name).click();
    await toast(`Done: ${name}.`).waitFor();
  }
  await press("Load more reminders");
  await expect.poll(shown).toContain("Whenever");
  const numbers = (await shown()).filter((title) => title.startsWith("More"));
  expect(new Set(numbers).size).toBe(104);
});

test("a reminder is set on a contact’s page in the profile’s time zone, recurs in words, and is put off", async () => {
  const it = await open("contacts/<id>", async (person) => {
    await person.kith.me.update({ timezone: "America/New_York" });
    return await fillAccount(person);
  });
  await it.press("Set a reminder");
  await it.fill("What", "Call her");
  await it.fill("Day", "2099-07-01");
  await it.fill("Time", "18:30");
  await it.field("Repeats").selectOption("Every 3 weeks");
  await it.field("After I did it").check();
  await it.press("Set reminder");
  await it.see("Repeats every 3 weeks, after I did it");
  const made = async () => (await it.person.reminders()).find(({ title }) => title === "Call her");
  expect(await made()).toMatchObject({
    dueAt: "2099-07-01T22:30:00.000Z",
    recurrence: "FREQ=WEEKLY;INTERVAL=3",
    recurrenceFrom: "completion",
  });
  await it.choose("More for Call her", "Put off: in a week");
  await it.toast("Call her: now due").waitFor();
  expect(Date.parse((await made())!.dueAt!)).toBeLessThan(Date.now() + 8 * 86_400_000);
});

test("a reminder repeats on a weekday of the month, on workdays and on the last day, and its day moves to the first one", async () => {
  const it = await open("reminders");
  const repeats = it.field("Repeats");
  const day = it.field("Day");
  await it.press("New reminder");
  await it.fill("What", "Call home");
  await day.fill("2027-01-07");
  expect(await repeats.locator("option").allTextContents()).toEqual([
    "Does not repeat",
    "Every day",
    "Monday to Friday",
    "Every week",
    "Every 2 weeks",
    "Every 3 weeks",
    "Every month",
    "Every last day of the month",
    "Every first Thursday",
    "Every last Thursday",
    "Every 3 months",
    "Every 6 months",
    "Every year",
  ]);
  await repeats.selectOption("Every last day of the month");
  await expect.poll(() => day.inputValue()).toBe("31 Jan 2027");
  await repeats.selectOption("Monday to Friday");
  await expect.poll(() => day.inputValue(), { message: "after a Sunday" }).toBe("1 Feb 2027");
  await repeats.selectOption("Every first Monday");
  await day.fill("10 feb 2027");
  await expect.poll(() => repeats.locator("option:checked").textContent())
    .toBe("Every second Wednesday");
  await it.press("Set reminder", it.dialog());
  await expect.poll(it.person.reminders).toMatchObject([
    { recurrence: "FREQ=MONTHLY;BYDAY=2WE", dueAt: expect.stringContaining("2027-02-10") },
  ]);
});
