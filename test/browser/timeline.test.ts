import { expect, test } from "vitest";
import { daysAgo, people, type Person } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** What is written about Ana, beside the page. */
const about = ({ kith }: Person, id: string) => ({
  note: (content: string, occurredAt?: string) =>
    kith.notes.create({ content, contactIds: [id], ...(occurredAt && { occurredAt }) }),
  remind: (title: string, dueAt: string | null = null) =>
    kith.reminders.create({ title, contactId: id, dueAt }),
  complete: ({ id }: { id: string }) => kith.reminders.update(id, { completed: true }),
  change: (company: string) => kith.contacts.update(id, { company }),
});

/** Her page; `before` is called before it is opened. */
async function openAna(before: (ana: ReturnType<typeof about>) => Promise<unknown>) {
  const it = await open("contacts/<Ana>", async (person) => {
    const { ids } = await people("Ana")(person);
    const ana = about(person, ids.Ana);
    await before(ana);
    return { ids, ana };
  });
  return {
    ...it,
    /** The headings of the timeline, each with what stands under it, without the words around it. */
    timeline: () =>
      it.page.locator(".timeline-day").evaluateAll((days) =>
        days.map((day) => [
          day.querySelector("h3")!.textContent,
          ...[...day.querySelectorAll("ul:not(.changes ul) > li")].map((row) =>
            (row.querySelector(".prose, label, .activity-what > p") ?? row).textContent
          ),
        ])
      ),
    only: (name: string) => it.press(name, it.page.getByRole("group", { name: "Show only" })),
    changes: it.page.locator(".timeline .activity"),
  };
}

test("the timeline has open reminders first, and then notes and done reminders by day; changes are in its history", async () => {
  const it = await openAna(async ({ note, remind, complete, change }) => {
    await remind("Much later", "2099-07-01");
    await remind("Some time");
    await remind("Overdue", daysAgo(3));
    const done = await remind("Done", "2099-01-01");
    await note("Long ago.", "2024-05-17T12:00:00Z");
    await note("The first of today.");
    await complete(done);
    await note("The second of today.");
    await change("Elsewhere");
    await note("Three days ago.", daysAgo(3));
  });
  await it.see("Long ago.");
  expect(await it.timeline()).toEqual([
    ["Open reminders 3", "Overdue", "Much later", "Some time"],
    ["Today", "The second of today.", "Done", "The first of today."],
    [expect.any(String), "Three days ago."],
    ["17 May 2024", "Long ago."],
  ]);
  await it.only("History");
  await expect.poll(() => it.changes.locator(".activity-what > p:first-child").allTextContents())
    .toEqual([expect.stringMatching(/changed .*Ana/), expect.stringMatching(/created .*Ana/)]);
  // A change that is made on the page is there at once, and each is undone there.
  await it.press("Favourite");
  await expect.poll(() => it.changes.count()).toBe(3);
  await it.ana.change("Nowhere");
  await it.page.reload();
  await it.only("History");
  await expect.poll(() => it.changes.count()).toBe(4);
  await it.changes.first().getByText("Show the change").click();
  await it.see("Nowhere", it.changes.first());
  await it.press(/^Undo: /, it.changes.first());
  await it.see("Elsewhere", it.page.locator(".contact-head"));
  await expect.poll(() => it.changes.count()).toBe(5);
  await expect.poll(() => it.changes.nth(1).locator(".tag").allTextContents()).toEqual(["Undone"]);
  expect(await it.changes.first().textContent()).toContain("by undoing");
  expect((await it.person.kith.contacts.get(it.ids.Ana)).company).toBe("Elsewhere");
});

test("the timeline is drawn once all of it is there, says what is missing, and is limited to one kind; a reminder moves with the focus", async () => {
  const it = await openAna(async ({ note, remind }) => {
    await remind("Bring a cake", daysAgo(2));
    await remind("Call her", daysAgo(1));
    await note("A walk.");
  });
  it.expectOnConsole(/status of 503/);
  const timelineIs = (...expected: string[][]) =>
    expect.poll(it.timeline, { message: expected.join("; ") }).toEqual(expected);
  const reminders = ["Open reminders 2", "Bring a cake", "Call her"];
  const today = ["Today", "A walk."];
  const release = await it.hold(/\/reminders\?/);
  await it.page.reload();
  await it.page.getByText("Loading the timeline…").waitFor({ state: "attached" });
  await it.see("Details", it.page.getByRole("heading"));
  expect(await it.timeline(), "nothing jumps").toEqual([]);
  release();
  await timelineIs(reminders, today);
  await it.only("Notes");
  await timelineIs(today);
  await it.only("Reminders");
  await timelineIs(reminders);
  // Pressing it again shows everything.
  await it.only("Reminders");
  await timelineIs(reminders, today);

  const cake = it.box("Bring a cake");
  const hasFocus = () =>
    expect.poll(() => cake.evaluate((element) => element === document.activeElement)).toBe(true);
  await cake.focus();
  await it.keys("Space");
  await timelineIs(["Open reminders 1", "Call her"], ["Today", "Bring a cake", "A walk."]);
  await hasFocus();
  await it.keys("Space");
  await timelineIs(reminders, today);
  await hasFocus();
  const repair = await it.failing(/\/reminders\?/);
  await it.page.reload();
  await it.see("The reminders are missing here. The database is away.");
  await timelineIs(today);
  await repair();
  await it.press("Try again");
  await it.gone(it.page.getByRole("alert"));
  await timelineIs(reminders, today);
});

test("the timeline shows more, always below what is there", async () => {
  const it = await openAna(async ({ note, remind, complete }) => {
    for (let n = 0; n < 14; n++) await note(`Note ${n}.`, daysAgo(n + 1));
    await note("The oldest.", "2020-01-01T12:00:00Z");
    await complete(await remind("Done"));
  });
  const more = it.button("Load more notes");
  await more.waitFor();
  const before = (await it.timeline()).flat();
  expect(before.slice(0, 2)).toEqual(["Today", "Done"]);
  await more.click();
  await it.see("The oldest.");
  const all = (await it.timeline()).flat();
  expect(all.slice(0, before.length)).toEqual(before);
  expect(all).toHaveLength(2 + 14 * 2 + 2);
  expect(await more.count()).toBe(0);
  await it.press("Favourite");
  await it.toast(/./).waitFor();
  expect((await it.timeline()).flat(), "after a change").toEqual(all);
});

test("the history asks before it undoes what was done to others too, as an import does", async () => {
  const it = await open("contacts/<id>", async ({ kith }) => {
    const create = Array.from({ length: 23 }, (_, number) => ({ firstName: `P ${number}` }));
    return { id: (await kith.contacts.bulk({ create })).results[0]!.id! };
  });
  it.expectOnConsole(/status of 404/);
  await it.press("History", it.page.getByRole("group", { name: "Show only" }));
  await it.press("Undo: Created 23 contacts");
  const question = it.dialog("Undo all of it?");
  await it.see("This also takes back 22 other contacts.", question);
  await it.press("Keep it");
  await it.gone(question);
  expect(await it.person.names()).toHaveLength(23);
  await it.press("Undo: Created 23 contacts");
  await it.press("Undo all of it");
  // That is what undoing did to it, and it comes back from here.
  await it.see("P 0 is deleted");
  expect(await it.person.names()).toEqual([]);
});
