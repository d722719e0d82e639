import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

async function remind({ kith }: Person, title: string, days: number, contactId?: string) {
  const body = { title, dueAt: dayOf(inDays(days)), ...(contactId && { contactId }) };
  return (await kith.reminders.create(body)).id;
}

/** Reminders, people and birthdays, before today, on it and after it. Returns the id of a contact. */
async function fillUpcoming(person: Person): Promise<string> {
  const contact = async (body: { firstName: string } & Record<string, unknown>) =>
    (await person.kith.contacts.create(body)).id;
  const ana = await contact({ firstName: "Ana", birthday: `--${dayOf(inDays(3)).slice(5)}` });
  const lastContactedAt = inDays(-10).toISOString();
  await contact({ firstName: "Bela", contactFrequencyDays: 7, lastContactedAt });
  await contact({ firstName: "Clara", contactFrequencyDays: 11, lastContactedAt });
  const born = inDays(3).getUTCFullYear() - 36;
  await contact({ firstName: "Dora", birthday: `${born}${dayOf(inDays(3)).slice(4)}` });
  await remind(person, "Return the book", -2, ana);
  await remind(person, "Send the photos", 0, ana);
  await remind(person, "Book the hut", 3);
  await remind(person, "Next year’s calendar", 45);
  return ana;
}

async function openToday(prepare: (person: Person) => Promise<unknown>) {
  const person = await newPerson();
  await prepare(person);
  const visited = await visit({ person, view: "today" });
  await visited.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  return { person, ...visited };
}

/** Each section's heading with the titles below it. */
const sections = (page: Page) =>
  page.locator("main section").evaluateAll((all) =>
    all.map((section) => [
      section.querySelector("h2")!.textContent!.trim(),
      ...[...section.querySelectorAll(".coming-title")].map((title) => title.textContent),
    ])
  );

const weekday = (date: Date) =>
  date.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });

describe("what is upcoming", () => {
  test("is by day, with what is overdue first", async () => {
    const { page } = await openToday(fillUpcoming);
    await page.getByRole("heading", { name: "Overdue" }).waitFor();
    expect(await sections(page)).toEqual([
      ["Overdue", "Bela", "Return the book"],
      ["Today", "Send the photos"],
      ["Tomorrow", "Clara"],
      [
        expect.stringMatching(`^${weekday(inDays(3))} .*in 3 days$`),
        "Ana",
        "Dora",
        "Book the hut",
      ],
    ]);
    const row = (name: string) => page.getByRole("listitem").filter({ hasText: name }).first();
    expect(await row("Bela").innerText()).toMatch(/due 3 days ago/);
    expect(await row("Return the book").innerText()).toMatch(/due 2 days ago/);
    expect(await row("Send the photos").innerText()).toMatch(/09:00/);
    expect(await row("Dora").innerText()).toMatch(/Birthday, turns 36/);
    expect(await page.getByRole("link", { name: /Ana.*Birthday$/ }).count()).toBe(1);
  });

  test("begins with today’s birthdays and five people, of whom it shows the last note", async () => {
    const { page } = await openToday(async (person) => {
      const lastContactedAt = inDays(-20).toISOString();
      const create = Array.from({ length: 33 }, (_, number) => ({
        firstName: `Person ${number}`,
        contactFrequencyDays: 7,
        lastContactedAt,
      }));
      const birthday = `--${dayOf(new Date()).slice(5)}`;
      const body = { create: [...create, { firstName: "Zoë", birthday }] };
      const { results } = await person.kith.contacts.bulk(body);
      const contactId = results[0]!.id!;
      const content = "Bought a canoe.\nWants to go to Finland.";
      const occurredAt = lastContactedAt;
      await person.kith.notes.create({ content, contactId, occurredAt });
    });
    const rows = page.locator(".coming");
    await expect.poll(() => sections(page)).toEqual([
      ["Birthdays today", "Zoë"],
      ["Overdue", "Person 0", "Person 1", "Person 10", "Person 11", "Person 12"],
    ]);
    const talked = page.getByRole("link", { name: /^Person 0/ });
    await expect.poll(() => talked.innerText()).toMatch(/Last note:\s+Bought a canoe\.$/);
    await page.getByRole("button", { name: "Show 28 more" }).click();
    await expect.poll(() => rows.count()).toBe(34);
    await page.getByRole("button", { name: "Show fewer" }).click();
    await expect.poll(() => rows.count()).toBe(6);
  });

  test("may be nothing", async () => {
    const { page } = await openToday((person) => remind(person, "Far away", 45));
    await page.getByText("Nothing is due in the next 30 days").waitFor();
  });
});

describe("what is due", () => {
  test("is put off, and comes back by the toast", async () => {
    const { page } = await openToday(fillUpcoming);
    await page.getByRole("button", { name: "Later: Return the book" }).click();
    await page.getByRole("button", { name: "In 3 days" }).click();
    const moved = page.locator(".toast").filter({ hasText: "Return the book: now due" });
    await moved.waitFor();
    await expect.poll(async () => (await sections(page))[0]).toEqual(["Overdue", "Bela"]);
    await moved.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await sections(page))[0])
      .toEqual(["Overdue", "Bela", "Return the book"]);
  });

  test("is a person who can wait", async () => {
    const { page } = await openToday(fillUpcoming);
    await page.getByRole("button", { name: "Later: Bela" }).click();
    await page.getByRole("button", { name: "In a week" }).click();
    const moved = page.locator(".toast").filter({ hasText: "Bela: not before" });
    await expect.poll(async () => (await sections(page))[0]).toEqual([
      "Overdue",
      "Return the book",
    ]);
    await moved.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await sections(page))[0]).toContain("Bela");
  });

  test("is done when one has talked", async () => {
    const { page, person } = await openToday(fillUpcoming);
    await page.getByRole("button", { name: "We talked: Bela" }).click();
    await page.locator(".toast").filter({ hasText: "You were in touch with Bela" }).waitFor();
    await expect.poll(async () => (await sections(page))[0]).toEqual([
      "Overdue",
      "Return the book",
    ]);
    const { data } = await person.kith.contacts.list({ search: "bela" });
    expect(data[0]).toMatchObject({ needsContact: false });
  });

  test("is added to by a reminder about nobody", async () => {
    const { page } = await openToday(fillUpcoming);
    await page.getByRole("button", { name: "New reminder" }).click();
    await page.getByLabel("What").fill("Water the plants");
    await page.getByRole("button", { name: "Set reminder" }).click();
    await expect.poll(async () => (await sections(page)).find(([title]) => title === "Tomorrow"))
      .toEqual(["Tomorrow", "Water the plants", "Clara"]);
  });
});

describe("a reminder", () => {
  const completed = async ({ kith }: Person) =>
    (await kith.reminders.list({ completed: true })).data
      .map(({ title }) => title);

  test("is ticked off and reopened, with the keyboard alone", async () => {
    const { page, person } = await openToday(fillUpcoming);
    const box = page.getByRole("checkbox", { name: "Return the book" });
    await box.focus();
    await page.keyboard.press("Space");
    await page.getByRole("status").filter({ hasText: "Done: Return the book." }).waitFor();
    expect(await completed(person)).toEqual(["Return the book"]);
    // It stays in its place, and keeps the focus, also when the list was loaded again.
    await page.waitForLoadState("networkidle");
    expect((await sections(page))[0]).toEqual(["Overdue", "Bela", "Return the book"]);
    expect(await box.isChecked()).toBe(true);
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
    await page.getByRole("status").filter({ hasText: "Open again: Return the book." }).waitFor();
    expect(await completed(person)).toEqual([]);
    await page.waitForLoadState("networkidle");
    expect(await box.isChecked()).toBe(false);
    await box.check();
    await expect.poll(() => completed(person)).toEqual(["Return the book"]);
    await page.reload();
    await page.getByRole("checkbox", { name: "Send the photos" }).waitFor();
    expect(await box.count()).toBe(0);
  });

  test("that repeats says how, and is followed by the next one when it is ticked off", async () => {
    const { page, person } = await openToday(async ({ kith }) => {
      const again = { recurrence: "FREQ=WEEKLY;INTERVAL=3", recurrenceFrom: "completion" };
      await kith.reminders.create({ title: "Call Ana", dueAt: dayOf(inDays(-2)), ...again });
    });
    await page.getByText("Repeats every 3 weeks, after I did it").waitFor();
    const boxes = page.getByRole("checkbox", { name: "Call Ana" });
    await boxes.click();
    await page.getByText(/^The next one is due \d/).waitFor();
    await expect.poll(() => boxes.count()).toBe(2);
    expect(await sections(page)).toEqual([
      ["Overdue", "Call Ana"],
      [expect.stringMatching(/in 3 weeks$/), "Call Ana"],
    ]);
    // Reopening takes the next one back.
    await boxes.first().click();
    await expect.poll(() => boxes.count()).toBe(1);
    expect((await person.kith.reminders.list()).total).toBe(1);
  });

  test("that cannot be saved says so, and is open as before", async () => {
    const { page, person, expectOnConsole } = await openToday(fillUpcoming);
    expectOnConsole(/ERR_FAILED|net::/);
    const box = page.getByRole("checkbox", { name: "Send the photos" });
    await box.waitFor();
    await page.route(/\/reminders\//, (route) => route.abort());
    await box.click();
    await page.getByRole("alert").filter({ hasText: "The server cannot be reached" }).waitFor();
    expect(await box.isChecked()).toBe(false);
    await page.unroute(/\/reminders\//);
    await box.click();
    await expect.poll(() => completed(person)).toEqual(["Send the photos"]);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
