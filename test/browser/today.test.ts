import { expect, test } from "vitest";
import { daysAgo, people, type Person } from "./support/account.ts";
import { open } from "./support/visit.ts";

const inDays = (days: number) => new Date(daysAgo(-days));
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Reminders, people and birthdays, before today, on it and after it. */
async function fillUpcoming({ kith }: Person) {
  const contact = async (body: { firstName: string } & Record<string, unknown>) =>
    (await kith.contacts.create(body)).id;
  const ana = await contact({ firstName: "Ana", birthday: `--${dayOf(inDays(3)).slice(5)}` });
  const lastContactedAt = daysAgo(10);
  await contact({ firstName: "Bela", contactFrequencyDays: 7, lastContactedAt });
  await contact({ firstName: "Clara", contactFrequencyDays: 11, lastContactedAt });
  const born = inDays(3).getUTCFullYear() - 36;
  await contact({ firstName: "Dora", birthday: `${born}${dayOf(inDays(3)).slice(4)}` });
  for (
    const [title, days, contactId] of [
      ["Return the book", -2, ana],
      ["Send the photos", 0, ana],
      ["Book the hut", 3, null],
      ["Next year’s calendar", 45, null],
    ] as const
  ) await kith.reminders.create({ title, dueAt: dayOf(inDays(days)), contactId });
}

async function openToday(prepare: (person: Person) => Promise<unknown> = fillUpcoming) {
  const it = await open("today", async (person) => void await prepare(person));
  /** Each section's heading with the titles below it. */
  const sections = () =>
    it.page.locator("main section").evaluateAll((all) =>
      all.map((section) => [
        section.querySelector("h2")!.textContent!.trim(),
        ...[...section.querySelectorAll(".coming-title")].map((title) => title.textContent),
      ])
    );
  const overdue = (...titles: string[]) =>
    expect.poll(async () => (await sections())[0]).toEqual(["Overdue", ...titles]);
  return { ...it, sections, overdue };
}

test("what is upcoming is by day, is put off, done when one has talked, and added to, and comes back", async () => {
  const it = await openToday();
  const weekday = inDays(3).toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });
  await expect.poll(it.sections).toEqual([
    ["Overdue", "Bela", "Return the book"],
    ["Today", "Send the photos"],
    ["Tomorrow", "Clara"],
    [expect.stringMatching(`^${weekday} .*in 3 days$`), "Ana", "Dora", "Book the hut"],
  ]);
  for (
    const [name, words] of [
      ["Bela", /due 3 days ago/],
      ["Return the book", /due 2 days ago/],
      ["Send the photos", /09:00/],
      ["Dora", /Birthday, turns 36/],
    ] as const
  ) expect(await it.item(name).innerText()).toMatch(words);
  expect(await it.link(/Ana.*Birthday$/).count(), "without her age").toBe(1);
  expect(await it.page.getByText("Next year’s calendar").count()).toBe(0);
  for (
    const [name, other, when, said] of [
      ["Return the book", "Bela", "In 3 days", "Return the book: now due"],
      ["Bela", "Return the book", "In a week", "Bela: not before"],
    ] as const
  ) {
    await it.choose(`Later: ${name}`, when);
    await it.toast(said).waitFor();
    await it.overdue(other);
    await it.undo(said);
    await it.overdue("Bela", "Return the book");
  }
  await it.press("We talked: Bela");
  await it.toast("You were in touch with Bela").waitFor();
  await it.overdue("Return the book");
  const { data } = await it.person.kith.contacts.list({ search: "bela" });
  expect(data).toMatchObject([{ needsContact: false }]);
  await it.press("New reminder");
  await it.fill("What", "Water the plants");
  await it.press("Set reminder");
  await expect.poll(it.sections).toContainEqual(["Tomorrow", "Water the plants", "Clara"]);
});

test("what is upcoming begins with today’s birthdays and five people, of whom it shows the last note", async () => {
  const { page, sections, link, press } = await openToday(async ({ kith }) => {
    const lastContactedAt = daysAgo(20);
    const create = Array.from({ length: 33 }, (_, number) => ({
      firstName: `Person ${number}`,
      contactFrequencyDays: 7,
      lastContactedAt,
    }));
    const zoe = { firstName: "Zoë", birthday: `--${dayOf(new Date()).slice(5)}` };
    const { results } = await kith.contacts.bulk({ create: [...create, zoe] });
    const contactId = results[0]!.id!;
    const content = "Bought a canoe.\nWants to go to Finland.";
    await kith.notes.create({ content, contactId, occurredAt: lastContactedAt });
  });
  await expect.poll(sections).toEqual([
    ["Birthdays today", "Zoë"],
    ["Overdue", "Person 0", "Person 1", "Person 10", "Person 11", "Person 12"],
  ]);
  await expect.poll(() => link(/^Person 0/).innerText()).toMatch(/Last note:\s+Bought a canoe\.$/);
  const rows = page.locator(".coming");
  await press("Show 28 more");
  await expect.poll(() => rows.count()).toBe(34);
  await press("Show fewer");
  await expect.poll(() => rows.count()).toBe(6);
});

test("a reminder is ticked off and reopened in its place, with the keyboard alone, and stays open where that is not saved", async () => {
  const { page, person, box, keys, said, overdue, gone, expectOnConsole } = await openToday();
  expectOnConsole(/ERR_FAILED|net::/);
  const completed = async () =>
    (await person.reminders()).filter((each) => each.completed).map(({ title }) => title);
  const book = box("Return the book");
  await page.route(/\/reminders\//, (route) => route.abort());
  await book.focus();
  await keys("Space");
  const alert = page.getByRole("alert");
  await alert.filter({ hasText: "The server cannot be reached" }).waitFor();
  expect(await book.isChecked(), "not saved").toBe(false);
  await page.unroute(/\/reminders\//);
  await keys("Space");
  await said("Done: Return the book.");
  expect(await completed()).toEqual(["Return the book"]);
  expect(await alert.count()).toBe(0);
  // It stays in its place, and keeps the focus, also when the list was loaded again.
  const loaded = page.waitForResponse(/\/upcoming/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await loaded;
  await page.waitForLoadState("networkidle");
  await overdue("Bela", "Return the book");
  expect(await book.isChecked()).toBe(true);
  expect(await book.evaluate((element) => element === document.activeElement), "focus").toBe(true);
  await keys("Space");
  await said("Open again: Return the book.");
  expect(await completed()).toEqual([]);
  await page.waitForLoadState("networkidle");
  expect(await book.isChecked()).toBe(false);
  await book.check();
  await expect.poll(completed).toEqual(["Return the book"]);
  await page.reload();
  await box("Send the photos").waitFor();
  await gone(book);
});

test("where nothing is due it says how people come to be there", async () => {
  const it = await open("today", people("Ana"));
  await it.see("Nothing is due in the next 30 days");
  await it.page.getByRole("main").getByRole("link", { name: "People" }).click();
  await it.title("People");
});
