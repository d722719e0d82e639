import { expect, test } from "vitest";
import { clientOf, people } from "./support/account.ts";
import { open } from "./support/visit.ts";

/** A contact, and a key that has changed it, and written two more. */
async function openWithAgent(view: string) {
  const it = await open(view, async (person) => {
    const { ids } = await people("Ana")(person);
    const { key } = await person.kith.apiKeys.create({ name: "Mail assistant" });
    const agent = clientOf(key!);
    await agent.contacts.update(ids.Ana, { company: "Elsewhere" });
    await people("Bela", "Clara")({ kith: agent });
    return { agent, id: ids.Ana, ana: () => person.kith.contacts.get(ids.Ana) };
  });
  return { ...it, rows: it.page.locator(".activity") };
}

test("what agents changed is on the first view, each with its undo, until it was seen", async () => {
  const { page, person, agent, rows, see, press, toast } = await openWithAgent("today");
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
  expect(await rows.count(), "after it was seen").toBe(0);
  await people("Dora")({ kith: agent });
  await page.reload();
  await page.getByText("changed something once, since").click();
  await rows.filter({ hasText: "Dora" }).waitFor();
  expect(await rows.count(), "since then").toBe(1);
});

test("a key leads to what it did, with a way to undo all of it", async () => {
  const it = await openWithAgent("keys");
  await it.follow("What it did");
  await it.see("Mail assistant created contact Clara");
  await it.button("Undo what Mail assistant did…").waitFor();
});

test("the activity says who did what in words that people use, is filtered, and undone, all of a key's or what nothing is in the way of", async () => {
  const it = await openWithAgent("activity");
  const { rows, see } = it;
  it.expectOnConsole(/status of 409/);
  const { contacts } = it.person.kith;
  await see("Mail assistant created contact Clara");
  await it.agent.contacts.update(it.id, { company: "Here", nickname: "An" });
  await contacts.update(it.id, { lastContactedAt: "2026-03-14T09:26:53.000Z" });
  await contacts.update(it.id, {
    lastContactedAt: "2026-03-15T09:26:53.000Z",
    company: "Mine",
    isFavorite: true,
  });
  await it.page.reload();
  await see("You got in touch with Ana");
  const changed = rows.filter({ hasText: "changed contact Ana" });
  for (
    const [row, ...words] of [
      [changed.first(), /last contact *14 Mar 2026.* → 15 Mar 2026/, /favourite *no → yes/],
      [changed.last(), /company.*nothing.*Elsewhere/],
    ] as const
  ) {
    await row.getByText("Show the change").click();
    for (const each of words) await expect.poll(() => row.innerText()).toMatch(each);
  }
  await it.field("Who").selectOption("You");
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.first().textContent()).toContain("You");
  await it.field("What").selectOption("Notes");
  await see("Nothing of that kind");
  await it.field("What").selectOption("Everything");

  await it.field("Who").selectOption("Mail assistant");
  await expect.poll(() => rows.count()).toBe(4);
  await it.press(/^Undo/, rows.first());
  await it.press("Undo what can be undone");
  await it.toast("Undone: ").waitFor();
  expect(await it.ana(), "what is in the way stays").toMatchObject({
    company: "Mine",
    nickname: null,
  });
  await it.press("Undo what Mail assistant did…");
  await it.press("Show what that is");
  await see("Clara goes away", it.dialog());
  expect(await it.person.names(), "only shown so far").toHaveLength(3);
  await it.press("Undo it");
  await it.toast("What Mail assistant did is undone.").waitFor();
  expect(await it.person.names()).toEqual(["Ana"]);
});

test("the log tells names in place of ids, and what a key was refused, which is allowed there", async () => {
  const it = await open("activity", async (person) => {
    const { ids } = await people("Ana", "Ben")(person);
    const { key } = await person.kith.apiKeys.create({ name: "Claude", scopes: ["contacts:read"] });
    const claude = clientOf(key!);
    await claude.reminders.create({ title: "Tea" }).then(undefined, () => {});
    const { id } = await person.kith.notes.create({ content: "Tea.", contactIds: [ids.Ana!] });
    await person.kith.notes.update(id, { contactIds: [ids.Ben!] });
    const network = await person.kith.networks.create({ name: "Choir" });
    await person.kith.contacts.update(ids.Ben!, { addNetworkIds: [network.id] });
    await person.kith.contacts.merge(ids.Ana!, { duplicateId: ids.Ben! });
    return { claude };
  });
  const rows = it.page.locator(".activity");
  await it.see("You merged Ben into Ana");
  await it.see("You added Ben to Choir");
  const note = rows.filter({ hasText: "You changed note about" });
  await note.getByText("Show the change").click();
  await it.see(/Ana/, note.locator("del"));
  const added = rows.filter({ hasText: "You added Ben to Choir" });
  await added.getByText("Show the change").click();
  await it.see(/added to Choir/, added.locator("ul"));
  await it.see("Claude was refused: writing reminders");
  await it.press("Allow Claude: writing reminders");
  await it.toast("Claude is allowed: writing reminders.").waitFor();
  await expect.poll(() => it.page.getByText("was refused").count()).toBe(0);
  expect((await it.claude.reminders.create({ title: "Tea" })).title).toBe("Tea");
});

test("the trash has what was deleted, restores it, and erases it after asking", async () => {
  const it = await openWithAgent("activity");
  for (const { id } of await it.person.contacts()) await it.person.kith.contacts.delete(id);
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
