import { expect, test } from "vitest";
import { daysAgo, newPerson, people, type Person } from "./support/account.ts";
import { open, visit } from "./support/visit.ts";

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
  const birthday = `${born}${dayOf(inDays(3)).slice(4)}`;
  await contact({ firstName: "Dora", birthday, isFavorite: true });
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
        (section.querySelector("h2 span") ?? section.querySelector("h2"))!.textContent!.trim(),
        ...[...section.querySelectorAll(".coming-title")].map((title) => title.textContent),
      ])
    );
  const now = (...titles: string[]) =>
    expect.poll(async () => (await sections())[0]).toEqual(["Today", ...titles]);
  return { ...it, sections, now };
}

test("what is upcoming is by day, is put off, done when one has talked, and added to, and comes back", async () => {
  const it = await openToday();
  const weekday = inDays(3).toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });
  await expect.poll(it.sections)
    .toEqual([
      ["Today", "Return the book", "Send the photos", "Bela"],
      ["Tomorrow"],
      [weekday],
      ["1 more birthday"],
    ]);
  await it.press(/^1 more birthday/);
  await it.press(/^Tomorrow/);
  await it.press(new RegExp(`^${weekday}`));
  await expect.poll(it.sections).toEqual([
    ["Today", "Return the book", "Send the photos", "Bela"],
    ["Tomorrow", "Clara"],
    [weekday, "Dora", "Book the hut"],
    ["1 more birthday", "Ana"],
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
  const others = (name: string) =>
    ["Return the book", "Send the photos", "Bela"].filter((each) => each !== name);
  for (
    const [name, when, said] of [
      ["Return the book", "In 3 days", "Return the book: now due"],
      ["Bela", "In a week", "Bela: not before"],
    ] as const
  ) {
    await it.choose(`Later: ${name}`, when);
    await it.toast(said).waitFor();
    await it.now(...others(name));
    await it.undo(said);
    await it.now("Return the book", "Send the photos", "Bela");
  }
  await it.press("We talked: Bela");
  await it.toast("You were in touch with Bela").waitFor();
  await it.now(...others("Bela"));
  const { data } = await it.person.kith.contacts.list({ search: "bela" });
  expect(data).toMatchObject([{ needsContact: false }]);
  expect(await it.person.notes()).toMatchObject([{
    content: "We talked.",
    contactId: data[0]!.id,
  }]);
  await it.press("New reminder");
  await it.fill("What", "Water the plants");
  await it.press("Set reminder");
  await expect.poll(it.sections).toContainEqual(["Tomorrow", "Water the plants", "Clara"]);
});

test.each([[390, 844], [1440, 900]])(
  "with 67 people due what is to be done stands in one screen of %i pixels, and the others are spread over the next weeks",
  async (width, height) => {
    const person = await newPerson();
    const lastContactedAt = daysAgo(100);
    const create = Array.from({ length: 67 }, (_, number) => ({
      firstName: `Person ${number}`,
      contactFrequencyDays: 30,
      lastContactedAt,
    }));
    const phones = [{ value: "+49 30 5550123" }];
    const zoe = { firstName: "Zoë", birthday: `--${dayOf(new Date()).slice(5)}`, phones };
    const { results } = await person.kith.contacts.bulk({ create: [...create, zoe] });
    const contactId = results[0]!.id!;
    const content = "Bought a canoe.\nWants to go to Finland.";
    await person.kith.notes.create({ content, contactId, occurredAt: lastContactedAt });
    await person.kith.contacts.update(contactId, { lastContactedAt: daysAgo(30) });
    for (let days = 0; days < 9; days++) {
      await person.kith.reminders.create({ title: `Day ${days}`, dueAt: dayOf(inDays(days)) });
    }
    const isMobile = width < 640;
    const it = await visit({ person, view: "today", viewport: { width, height }, isMobile });
    await it.see("64 overdue");
    await it.see("Bought a canoe.");
    const { page } = it;
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
      height,
    );
    const rows = page.locator(".coming");
    expect(await page.locator(".coming-title").allTextContents())
      .toEqual(["Zoë", "Day 0", "Person 0", "Person 1", "Person 10"]);
    for (const row of await rows.all()) {
      expect((await row.boundingBox())!.height, await row.innerText()).toBeLessThanOrEqual(53);
    }
    expect(await it.link("Call Zoë").getAttribute("href")).toBe("tel:+49305550123");
    await it.press(/^64 overdue/);
    await expect.poll(() => rows.count()).toBe(5 + 64);
    await it.press(/^64 overdue/);
    await it.press("Spread over the next weeks");
    await it.see(/^64 people have their turn within 5 weeks\.$/);
    await it.gone(page.getByText("64 overdue"));
    await expect.poll(async () => (await person.kith.contacts.list({ needsContact: true })).total)
      .toBe(3);
    await it.undo("64 people");
    await it.see("64 overdue");
  },
);

test("a reminder is ticked off and reopened in its place, with the keyboard alone, and stays open where that is not saved", async () => {
  const { page, person, box, keys, said, now, gone, expectOnConsole } = await openToday();
  expectOnConsole(/status of 409/);
  const completed = async () =>
    (await person.reminders()).filter((each) => each.completed).map(({ title }) => title);
  const book = box("Return the book");
  const detail = "Something else changes it.";
  const headers = { "access-control-allow-origin": "*" };
  const type = "/errors#conflict";
  const json = { type, title: "Conflict", status: 409, detail, code: "conflict", requestId: "1" };
  await page.route(
    /\/reminders\//,
    (route) =>
      route.request().method() === "OPTIONS"
        ? route.fallback()
        : route.fulfill({ status: 409, headers, json }),
  );
  await book.focus();
  await keys("Space");
  const alert = page.getByRole("alert");
  await alert.filter({ hasText: detail }).waitFor();
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
  await now("Return the book", "Send the photos", "Bela");
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
