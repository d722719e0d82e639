import { describe, expect, test } from "vitest";
import { clientOf, newPerson, type Person } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** Somebody with a contact, and a key that has changed it, and written two more. */
async function withAgent() {
  const person = await newPerson();
  const { kith } = person;
  const { id } = await kith.contacts.create({ firstName: "Ana" });
  const { key } = await kith.apiKeys.create({ name: "Mail assistant" });
  const agent = clientOf(key!);
  await agent.contacts.update(id, { company: "Elsewhere" });
  for (const firstName of ["Bela", "Clara"]) {
    await agent.contacts.create({ firstName });
  }
  return { person, agent, id };
}

const namesOf = async ({ kith }: Person) =>
  (await kith.contacts.list()).data.map(({ displayName }) => displayName);

describe("what agents changed", () => {
  test("is on the first view, each with its undo, until it was seen", async () => {
    const { person, agent } = await withAgent();
    const { page } = await visit({ person, view: "today" });
    await page.getByText("Mail assistant changed something").click();
    const rows = page.locator(".activity");
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().textContent()).toContain("Mail assistant");
    await page.getByRole("button", { name: /^Undo: .*Clara/ }).click();
    await page.locator(".toast").filter({ hasText: "Undone: " }).waitFor();
    await rows.filter({ hasText: "Clara" }).getByText("Undone", { exact: true }).waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Bela"]);
    await page.getByRole("button", { name: "Seen" }).click();
    await expect.poll(() => rows.count()).toBe(0);
    await page.reload();
    await page.getByText("Nothing is due").waitFor();
    expect(await rows.count()).toBe(0);
    await agent.contacts.create({ firstName: "Dora" });
    await page.reload();
    await page.getByText("changed something once, since").click();
    await rows.filter({ hasText: "Dora" }).waitFor();
    expect(await rows.count()).toBe(1);
  });
});

describe("the activity", () => {
  test("says who did what to what, and is filtered", async () => {
    const { person } = await withAgent();
    const { page } = await visit({ person, view: "activity" });
    const rows = page.locator(".activity");
    await expect.poll(() => rows.count()).toBe(4);
    const changed = rows.filter({ hasText: "Elsewhere" }).or(rows.filter({ hasText: "Changed" }));
    await changed.first().getByText("Show the change").click();
    await changed.getByText("company:").or(changed.getByText("nothing")).first().waitFor();
    expect(await changed.first().textContent()).toMatch(/company.*nothing.*Elsewhere/);
    await page.getByLabel("Who").selectOption("You");
    await expect.poll(() => rows.count()).toBe(1);
    expect(await rows.textContent()).toContain("You");
    await page.getByLabel("What").selectOption("Notes");
    await page.getByText("Nothing of that kind").waitFor();
  });

  test("is in words that people use, and has no raw values", async () => {
    const { person, id } = await withAgent();
    const change = (body: { lastContactedAt?: string; isFavorite?: boolean }) =>
      person.kith.contacts.update(id, body);
    await change({ lastContactedAt: "2026-03-14T09:26:53.000Z" });
    await change({ lastContactedAt: "2026-03-15T09:26:53.000Z", isFavorite: true });
    const { page } = await visit({ person, view: "activity" });
    await page.getByText("Was in touch with Ana").waitFor();
    const row = page.locator(".activity").filter({ hasText: "Changed contact Ana" }).first();
    await row.getByText("Show the change").click();
    expect(await row.innerText()).toMatch(/last contact *14 Mar 2026.* → 15 Mar 2026/);
    expect(await row.innerText()).toMatch(/favourite *no → yes/);
  });

  test("is undone for everything that a key did, after it was shown", async () => {
    const { person, id } = await withAgent();
    const { page } = await visit({ person, view: "activity" });
    await page.getByLabel("Who").selectOption("Mail assistant");
    await page.getByRole("button", { name: "Undo what Mail assistant did…" }).click();
    await page.getByRole("button", { name: "Show what that is" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Clara goes away").waitFor();
    expect(await dialog.locator("li").count()).toBe(3);
    expect(await namesOf(person)).toHaveLength(3);
    await dialog.getByRole("button", { name: "Undo it" }).click();
    await page.locator(".toast").filter({ hasText: "What Mail assistant did is undone." })
      .waitFor();
    expect(await namesOf(person)).toEqual(["Ana"]);
    expect((await person.kith.contacts.get(id)).company)
      .toBeNull();
  });

  test("says what is in the way of undoing, and undoes the rest on demand", async () => {
    const { person, id, agent } = await withAgent();
    await agent.contacts.update(id, { company: "Here", nickname: "An" });
    await person.kith.contacts.update(id, { company: "Mine" });
    const { page, expectOnConsole } = await visit({ person, view: "activity" });
    expectOnConsole(/status of 409/);
    await page.getByLabel("Who").selectOption("Mail assistant");
    // The list is that of the assistant once the person's own change is gone from it.
    await page.locator(".activity").filter({ hasText: "Mine" }).waitFor({ state: "detached" });
    await page.locator(".activity").first().getByRole("button", { name: /^Undo/ }).click();
    await page.getByRole("button", { name: "Undo what can be undone" }).click();
    await page.locator(".toast").filter({ hasText: "Undone: " }).waitFor();
    const { company, nickname } = await person.kith.contacts.get(id);
    expect([company, nickname]).toEqual(["Mine", null]);
  });
});

describe("the trash", () => {
  test("has what was deleted, restores it, and erases it after asking", async () => {
    const { person, id } = await withAgent();
    const all = (await person.kith.contacts.list()).data;
    for (const each of all) {
      await person.kith.contacts.delete(each.id);
    }
    const { page } = await visit({ person, view: "activity" });
    await page.getByRole("link", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Restore Ana" }).click();
    await page.locator(".toast").filter({ hasText: "Ana is restored." }).waitFor();
    await expect.poll(() => page.locator(".activity").count()).toBe(2);
    expect((await person.kith.contacts.get(id)).company)
      .toBe("Elsewhere");
    await page.getByRole("button", { name: "Erase Bela for good" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Erase Bela for good" }).click();
    await page.getByRole("button", { name: "Erase for good", exact: true }).click();
    await expect.poll(() => page.locator(".activity").count()).toBe(1);
    expect((await person.kith.trash.list()).data.map(({ name }) => name))
      .toEqual(["Clara"]);
  });
});
