import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fillAccount, newPerson, type Person } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

const contactsOf = async ({ kith }: Person) => (await kith.contacts.list()).data;

async function openContact() {
  const person = await newPerson();
  const id = await fillAccount(person);
  const visited = await visit({ person });
  await visited.page.getByRole("link", { name: /Zoë/ }).click();
  await visited.page.getByRole("heading", { name: /Zoë/, level: 1 }).waitFor();
  const now = () => person.kith.contacts.get(id);
  return { person, id, now, ...visited };
}

const toast = (page: Page, text: string | RegExp) =>
  page.locator(".toast").filter({ hasText: text });
const undo = (page: Page, text: string | RegExp) =>
  toast(page, text).getByRole("button", { name: "Undo" }).click();
const edit = async (page: Page) => {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("First name").waitFor();
};

describe("a new contact", () => {
  test("has a phone and a birthday by five keys beyond the words", async () => {
    const person = await newPerson();
    const { page } = await visit({ person });
    await page.getByText("No contacts yet").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("First name").waitFor();
    for (const words of ["Ana", "Meier", "12 march", "+49 30 5550199"]) {
      if (words !== "Ana") await page.keyboard.press("Tab");
      await page.keyboard.type(words);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Ana Meier", level: 1 }).waitFor();
    expect((await contactsOf(person))[0])
      .toMatchObject({ birthday: "--03-12", phones: [{ value: "+49 30 5550199" }] });
  });

  test("is written with all its details, by the keyboard from the list", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/status of 404/);
    await page.getByText("No contacts yet").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("First name").fill("Ana");
    await page.getByLabel("Company").fill("Kranich Verlag");
    await page.getByLabel("E-mail address", { exact: true }).fill("ana@example.com");
    await page.getByLabel("Phone number", { exact: true }).fill("+49 30 5550199");
    await page.getByRole("button", { name: "Add phone number" }).click();
    await page.getByLabel("Phone number 2", { exact: true }).fill("0170 1234567");
    await page.getByLabel("Label of phone number 2").fill("mobile");
    await page.getByLabel("Be in touch").selectOption("Every month");
    await page.getByLabel("Birthday").fill("29 feb");
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByLabel("City").fill("Porto");
    await page.getByLabel("About them").fill("Met at the fair.");
    await page.getByLabel("New network").fill("Friends");
    await page.getByRole("button", { name: "Add network" }).click();
    await expect.poll(() => page.getByRole("checkbox", { name: "Friends" }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Add contact" }).click();
    await page.getByRole("heading", { name: "Ana", level: 1 }).waitFor();
    const [made] = await contactsOf(person);
    expect(made).toMatchObject({
      firstName: "Ana",
      lastName: null,
      company: "Kranich Verlag",
      emails: [{ value: "ana@example.com", label: null }],
      phones: [{ value: "+49 30 5550199" }, { value: "0170 1234567", label: "mobile" }],
      birthday: "--02-29",
      contactFrequencyDays: 30,
      description: "Met at the fair.",
      networkIds: [expect.any(String)],
    });
    expect(made!.addresses[0]).toMatchObject({ city: "Porto", street: null });
    await undo(page, "Ana is added.");
    await page.getByText("This contact does not exist").waitFor();
    await expect.poll(async () => (await contactsOf(person)).length).toBe(0);
  });

  test("that is refused says why beside the field, and nothing typed is lost", async () => {
    const { page, expectOnConsole } = await visit({ person: await newPerson() });
    expectOnConsole(/status of 400/);
    await page.getByRole("button", { name: "New contact" }).click();
    await page.getByLabel("Company").fill("");
    await page.getByLabel("E-mail address", { exact: true }).fill("nobody");
    await page.getByRole("button", { name: "Add contact" }).click();
    await page.getByText("Some of it cannot be saved").waitFor();
    expect(await page.locator(".field-problem").count()).toBe(2);
    expect(await page.getByLabel("E-mail address", { exact: true }).inputValue()).toBe("nobody");
    await page.getByLabel("First name").fill("Bela");
    await page.getByLabel("E-mail address", { exact: true }).fill("bela@example.com");
    await page.getByRole("button", { name: "Add contact" }).click();
    await page.getByRole("heading", { name: "Bela", level: 1 }).waitFor();
  });
});

describe("editing a contact", () => {
  test("sends what was changed, and is undone by the toast", async () => {
    const { page, now } = await openContact();
    await edit(page);
    await page.getByLabel("Last name").fill("Meier");
    await page.getByRole("button", { name: "Remove phone number 1" }).click();
    await page.getByRole("checkbox", { name: "Family" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: /Zoë Meier/ }).waitFor();
    const changed = await now();
    expect(changed).toMatchObject({ lastName: "Meier", phones: [], company: "Kranich Verlag" });
    expect(changed.networkIds).toHaveLength(2);
    await undo(page, "Zoë Meier is saved.");
    await page.getByRole("heading", { name: /Zoë Müller/ }).waitFor();
    expect(await now()).toMatchObject({ lastName: "Müller", phones: [{ label: null }] });
  });
});

describe("a contact", () => {
  test("is made a favourite, archived and deleted without a question, and comes back", async () => {
    const { page, person, now, expectOnConsole } = await openContact();
    expectOnConsole(/status of 404/);
    const star = page.getByRole("button", { name: "Favourite" });
    await star.click();
    await expect.poll(() => star.getAttribute("aria-pressed")).toBe("false");
    expect((await now()).isFavorite).toBe(false);
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    await page.getByRole("button", { name: "Archive" }).click();
    await toast(page, "is archived").waitFor();
    await page.getByRole("link", { name: "All contacts" }).click();
    await page.getByRole("link", { name: /Ana/ }).waitFor();
    expect(await page.getByRole("link", { name: /Zoë/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Archived" }).click();
    await page.getByRole("link", { name: /Zoë/ }).click();
    await page.getByText("Archived", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^More for Zoë/ }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "People", level: 1 }).waitFor();
    expect((await contactsOf(person)).length).toBe(2);
    await undo(page, "Zoë Müller is deleted.");
    await page.getByRole("link", { name: /Zoë/ }).waitFor();
    expect(await now()).toMatchObject({ isArchived: true, company: "Kranich Verlag" });
  });

  test("was talked to today", async () => {
    const { page, now } = await openContact();
    await page.getByText(/due 2 weeks ago/).waitFor();
    await page.getByRole("button", { name: "We talked" }).click();
    await page.getByText(/in 4 weeks \(every 30 days\)/).waitFor();
    expect((await now()).needsContact).toBe(false);
    await undo(page, "You were in touch");
    await page.getByText(/due 2 weeks ago/).waitFor();
  });

  test("that was merged leads to the one that it was merged into", async () => {
    const { page, person, id, expectOnConsole } = await openContact();
    expectOnConsole(/status of 404/);
    const bela = (await contactsOf(person)).find(({ firstName }) => firstName === "Bela")!;
    await person.kith.contacts.merge(bela.id, { duplicateId: id });
    await page.reload();
    await page.getByRole("heading", { name: /Bela/, level: 1 }).waitFor();
    await toast(page, "was merged into this one").waitFor();
    expect(page.url()).toContain(bela.id);
  });
});
