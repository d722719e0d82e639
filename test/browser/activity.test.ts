import { describe, expect, test } from "vitest";
import { clientOf, people, type Person } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** A contact, and a key that has changed it, and written two more. */
async function withAgent(person: Person) {
  const { ids } = await people("Ana")(person);
  const { key } = await person.kith.apiKeys.create({ name: "Mail assistant" });
  const agent = clientOf(key!);
  await agent.contacts.update(ids.Ana, { company: "Elsewhere" });
  await people("Bela", "Clara")({ kith: agent });
  return { agent, id: ids.Ana, ana: () => person.kith.contacts.get(ids.Ana) };
}

async function openActivity(
  view = "activity",
  more = async (_made: Awaited<ReturnType<typeof withAgent>>, _person: Person) => {},
) {
  const opened = await open(view, async (person) => {
    const made = await withAgent(person);
    await more(made, person);
    return made;
  });
  return { ...opened, rows: opened.page.locator(".activity") };
}

test("what agents changed is on the first view, each with its undo, until it was seen", async () => {
  const { page, person, agent, rows, see, press, toast } = await openActivity("today");
  await page.getByText("Mail assistant changed something").click();
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.first().textContent()).toContain("Mail assistant");
  await press(/^Undo: .*Clara/);
  await toast("Undone: ").waitFor();
  await see(/^Undone$/, rows.filter({ hasText: "Clara" }));
  expect(await person.names()).toEqual(["Ana", "Bela"]);
  await press("Seen");
  await expect.poll(() => rows.count()).toBe(0);
  await page.reload();
  await see("Nothing is due");
  expect(await rows.count()).toBe(0);
  await people("Dora")({ kith: agent });
  await page.reload();
  await page.getByText("changed something once, since").click();
  await rows.filter({ hasText: "Dora" }).waitFor();
  expect(await rows.count()).toBe(1);
});

describe("the activity", () => {
  test("says who did what to what, in words that people use, and is filtered", async () => {
    const { rows, field, see } = await openActivity("activity", async ({ id }, { kith }) => {
      await kith.contacts.update(id, { lastContactedAt: "2026-03-14T09:26:53.000Z" });
      const lastContactedAt = "2026-03-15T09:26:53.000Z";
      await kith.contacts.update(id, { lastContactedAt, isFavorite: true });
    });
    await see("Was in touch with Ana");
    const changed = rows.filter({ hasText: "Changed contact Ana" });
    for (
      const [row, ...words] of [
        [changed.first(), /last contact *14 Mar 2026.* → 15 Mar 2026/, /favourite *no → yes/],
        [changed.last(), /company.*nothing.*Elsewhere/],
      ] as const
    ) {
      await row.getByText("Show the change").click();
      for (const each of words) await expect.poll(() => row.innerText()).toMatch(each);
    }
    await field("Who").selectOption("You");
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().textContent()).toContain("You");
    await field("What").selectOption("Notes");
    await see("Nothing of that kind");
  });

  test("is undone for everything that a key did, after it was shown", async () => {
    const { person, ana, field, press, see, dialog, toast } = await openActivity();
    await field("Who").selectOption("Mail assistant");
    await press("Undo what Mail assistant did…");
    await press("Show what that is");
    await see("Clara goes away", dialog());
    expect(await dialog().locator("li").count()).toBe(3);
    expect(await person.names()).toHaveLength(3);
    await press("Undo it");
    await toast("What Mail assistant did is undone.").waitFor();
    expect(await person.names()).toEqual(["Ana"]);
    expect((await ana()).company).toBeNull();
  });

  test("says what is in the way of undoing, and undoes the rest on demand", async () => {
    const it = await openActivity("activity", async ({ agent, id }, { kith }) => {
      await agent.contacts.update(id, { company: "Here", nickname: "An" });
      await kith.contacts.update(id, { company: "Mine" });
    });
    it.expectOnConsole(/status of 409/);
    await it.field("Who").selectOption("Mail assistant");
    // The list is that of the assistant once the person's own change is gone from it.
    await it.gone(it.rows.filter({ hasText: "Mine" }));
    await it.press(/^Undo/, it.rows.first());
    await it.press("Undo what can be undone");
    await it.toast("Undone: ").waitFor();
    expect(await it.ana()).toMatchObject({ company: "Mine", nickname: null });
  });
});

test("the trash has what was deleted, restores it, and erases it after asking", async () => {
  const it = await openActivity("activity", async (_, { kith, contacts }) => {
    for (const { id } of await contacts()) await kith.contacts.delete(id);
  });
  await it.follow("Trash");
  await it.press("Restore Ana");
  await it.toast("Ana is restored.").waitFor();
  await expect.poll(() => it.rows.count()).toBe(2);
  expect((await it.ana()).company).toBe("Elsewhere");
  await it.press("Erase Bela for good");
  await it.press("Keep it");
  await it.press("Erase Bela for good");
  await it.press("Erase for good");
  await expect.poll(() => it.rows.count()).toBe(1);
  expect((await it.person.kith.trash.list()).data).toMatchObject([{ name: "Clara" }]);
});
