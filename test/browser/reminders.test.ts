import { describe, expect, test } from "vitest";
import { daysAgo, fillAccount, people } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** The view of all reminders, with one in each group, one that is done, and as many more as asked for. */
async function openReminders(done = 1, more = 0) {
  const opened = await open("reminders", async (person) => {
    const { ids } = await people("Ana")(person);
    const remind = (title: string, body: object = {}) =>
      person.kith.reminders.create({ title, ...body });
    for (let count = 0; count < done; count++) {
      await remind(`Done ${count}`, { dueAt: daysAgo(90), completed: true });
    }
    for (let count = 0; count < more; count++) {
      await remind(`More ${count}`, { dueAt: daysAgo(-100 - count) });
    }
    await remind("Whenever");
    await remind("Soon", { dueAt: daysAgo(-5), contactIds: [ids.Ana] });
    await remind("Long ago", { dueAt: daysAgo(30) });
    await remind("Late", { dueAt: daysAgo(3), recurrence: "FREQ=WEEKLY;INTERVAL=3" });
  });
  await opened.see("Long ago");
  const shown = () => opened.page.locator(".coming-title").allTextContents();
  return { ...opened, shown };
}

describe("all reminders", () => {
  test("are there, overdue ones first, those about nobody too, and done ones only on request", async () => {
    const { page, shown, press, see } = await openReminders(30);
    const open = ["Long ago", "Late", "Soon", "Whenever"];
    expect(await shown()).toEqual(open);
    expect(await page.getByRole("heading", { level: 2 }).allTextContents())
      .toEqual(["Overdue 2", "Later 1", "Whenever 1"]);
    await see("Ana", page.getByRole("list", { name: "About" }));
    await press("Show done reminders");
    await see("Done 30", page.getByRole("heading"));
    await expect.poll(shown).toHaveLength(24);
    expect((await shown()).slice(0, 4)).toEqual(open);
    await press("Load more done reminders");
    await expect.poll(shown).toHaveLength(34);
    await page.reload();
    await see("Done 30", page.getByRole("heading"));
    await press("Hide done reminders");
    await expect.poll(shown).toHaveLength(4);
  });

  test("are ticked off and reopened in their place, or among the done ones", async () => {
    const { box, shown, person, see, undo, toast, press } = await openReminders();
    await box("Late").click();
    await see(/^The next one is due/);
    await undo("Done: Late.");
    await expect.poll(() => box("Late").isChecked()).toBe(false);
    await box("Soon").click();
    await toast("Done: Soon.").waitFor();
    await box("Soon").click();
    await toast("Open again: Soon.").waitFor();
    await press("Show done reminders");
    await box("Done 0").click();
    await see("No reminder is done yet.");
    await expect.poll(shown).toEqual(["Done 0", "Long ago", "Late", "Soon", "Whenever"]);
    expect((await person.reminders()).filter(({ completed }) => completed)).toEqual([]);
  });

  test("none is left out when some were ticked off before more are loaded", async () => {
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

  test("are put off, edited and deleted there, and come back", async () => {
    const { box, shown, person, choose, fill, press, undo } = await openReminders();
    await choose("Later: Long ago", "In a week");
    await expect.poll(shown).toEqual(["Late", "Soon", "Long ago", "Whenever"]);
    await choose("More for Whenever", "Edit");
    await fill("What", "Some day");
    await press("Save");
    await box("Some day").waitFor();
    await choose("More for Soon", "Delete");
    await expect.poll(shown).toEqual(["Late", "Long ago", "Some day"]);
    await undo("Soon is deleted.");
    await box("Soon").waitFor();
    expect(await person.reminders()).toHaveLength(5);
  });
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
