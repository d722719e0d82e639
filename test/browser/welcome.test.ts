import { expect, test } from "vitest";
import { newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

test("an empty account is shown three ways in, each of which leads there", async () => {
  const { page } = await visit({ person: await newPerson() });
  const ways = page.getByRole("region", { name: "Ways to begin" });
  await ways.getByRole("link", { name: /^Import a file/ }).click();
  await page.getByRole("heading", { name: "Data", level: 1 }).waitFor();
  await page.goBack();
  await ways.getByRole("link", { name: /^Connect an assistant/ }).click();
  await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Today" }).click();
  await ways.getByRole("link", { name: /^Add somebody/ }).click();
  await page.getByLabel("First name").fill("Ana");
  await page.getByRole("button", { name: "Add contact" }).click();
  await page.getByRole("heading", { name: "Ana" }).waitFor();
  await page.getByRole("link", { name: "Today" }).click();
  await page.getByText("Nothing is due").waitFor();
  await expect.poll(() => ways.count()).toBe(0);
});

test("examples are shown, and removed in one click without anybody else, which can be undone", async () => {
  const person = await newPerson();
  const { page } = await visit({ person });
  const count = async (list: PromiseLike<{ total: number }>) => (await list).total;
  await page.getByRole("button", { name: "Show me with examples" }).click();
  await page.getByRole("link", { name: /Maya Okafor/ }).waitFor();
  await page.getByRole("link", { name: "Today" }).click();
  await page.getByText("Ask how the opening went").waitFor();
  expect([
    await count(person.kith.contacts.list()),
    await count(person.kith.notes.list()),
    await count(person.kith.reminders.list()),
  ])
    .toEqual([3, 1, 2]);

  // Somebody who was put into the network, and an example that became a person of one's own.
  const { data: networks } = await person.kith.networks.list();
  const networkIds = [networks[0]!.id];
  await person.kith.contacts.create({ firstName: "Real", networkIds });
  const { data } = await person.kith.contacts.list();
  const ines = data.find(({ firstName }) => firstName === "Aunt Ines")!;
  await person.kith.contacts.update(ines.id, { emails: [] });

  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Remove the examples" }).click();
  await page.getByText("2 examples are removed.").waitFor();
  const names = async () =>
    (await person.kith.contacts.list()).data.map(({ firstName }) => firstName).sort();
  expect(await names()).toEqual(["Aunt Ines", "Real"]);
  expect([
    await count(person.kith.notes.list()),
    await count(person.kith.reminders.list()),
  ]).toEqual([0, 0]);

  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText(/^Undone: 2 examples/).waitFor();
  expect(await names()).toEqual(["Aunt Ines", "Maya", "Real", "Tomás"]);
  expect([
    await count(person.kith.notes.list()),
    await count(person.kith.reminders.list()),
  ]).toEqual([1, 2]);
});
