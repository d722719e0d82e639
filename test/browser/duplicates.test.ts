import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, type Person } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

/** Two contacts that share an e-mail address and differ in their names, their work and what is about them. */
async function fillDuplicates({ kith }: Person) {
  const contact = async (body: { firstName: string } & Record<string, unknown>) =>
    (await kith.contacts.create(body)).id;
  const emails = [{ value: "zoe@example.com", label: null }];
  const first = await contact({
    firstName: "Zoë",
    lastName: "Müller",
    emails,
    birthday: "--07-02",
  });
  const second = await contact({
    firstName: "Zoe",
    lastName: "Müller",
    company: "Kranich Verlag",
    emails: [{ value: "Zoe@example.com", label: null }, { value: "z@example.org", label: null }],
  });
  await kith.notes.create({ content: "About the second.", contactId: second });
  await contact({ firstName: "Bela" });
  return { first, second };
}

async function openDuplicates() {
  const person = await newPerson();
  const ids = await fillDuplicates(person);
  const visited = await visit({ person, view: "duplicates" });
  await visited.page.getByRole("heading", { name: "Duplicates", level: 1 }).waitFor();
  return { person, ...ids, ...visited };
}

const namesOf = async ({ kith }: Person) =>
  (await kith.contacts.list()).data.map(({ displayName }) => displayName).sort();

/** What has the focus. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe("possible duplicates", () => {
  test("are shown side by side, with what speaks for it", async () => {
    const { page, first } = await openDuplicates();
    const pair = page.locator(".pair");
    await pair.waitFor();
    expect(await pair.count()).toBe(1);
    const text = await pair.innerText();
    expect(text).toContain("Same e-mail address: zoe@example.com");
    expect(text).toContain("Kranich Verlag");
    await pair.getByRole("link", { name: "Zoë Müller" }).click();
    await page.getByRole("heading", { name: "Zoë Müller", level: 1 }).waitFor();
    expect(page.url()).toContain(first);
  });

  test("that are none stay away, until that is undone", async () => {
    const { page } = await openDuplicates();
    await page.getByRole("button", { name: /^Not a duplicate: Zoë Müller and Zoe/ }).click();
    await page.getByText("Zoë Müller and Zoe Müller stay apart.").waitFor();
    await page.getByText("No duplicates").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone: ").first().waitFor();
    await page.locator(".pair").waitFor();
  });

  test("may be none at all", async () => {
    const person = await newPerson();
    await person.kith.contacts.create({ firstName: "Bela" });
    const { page } = await visit({ person });
    await page.getByRole("link", { name: "Find duplicates" }).click();
    await page.getByText("No duplicates").waitFor();
    await page.getByRole("link", { name: "All contacts" }).click();
    await page.getByRole("link", { name: "Bela" }).waitFor();
  });
});

describe("merging", () => {
  test("keeps what is chosen, after the result was shown, and is undone", async () => {
    const { page, person, first, second } = await openDuplicates();
    await page.getByRole("button", { name: "Merge Zoë Müller and Zoe Müller" }).click();
    const dialog = page.getByRole("dialog", { name: "Merge two contacts" });
    await dialog.getByRole("heading", { name: "Choose what stays" }).waitFor();
    const group = (name: string) => dialog.getByRole("group", { name });
    expect(await dialog.locator("legend").allTextContents()).toEqual([
      "First name",
      "Company",
      "Birthday",
    ]);
    await dialog.getByText("Only one of them has: company, birthday").click();
    // Where only one has something, that stays.
    expect(await group("Company").getByRole("radio", { name: "Kranich Verlag" }).isChecked())
      .toBe(true);
    expect(await group("Birthday").getByRole("radio", { name: "2 July" }).isChecked()).toBe(true);
    expect(await group("First name").getByRole("radio", { name: "Zoë" }).isChecked()).toBe(true);
    await group("First name").getByRole("radio", { name: "Zoe", exact: true }).check();
    await group("Birthday").getByRole("radio", { name: "Nothing" }).check();
    await dialog.getByRole("button", { name: "Show the result" }).click();
    await dialog.getByRole("heading", { name: "The result: Zoe Müller" }).waitFor();
    const result = await dialog.innerText();
    expect(result).toContain("Moved: 1 note.");
    expect(result).toContain("z@example.org");
    expect(result).not.toContain("2 July");
    // So far nothing has changed.
    expect(await namesOf(person)).toEqual(["Bela", "Zoe Müller", "Zoë Müller"]);
    await dialog.getByRole("button", { name: "Merge" }).click();
    await page.getByText("Merged into Zoe Müller. Moved: 1 note.").waitFor();
    await page.getByText("No duplicates").waitFor();
    expect(await namesOf(person)).toEqual(["Bela", "Zoe Müller"]);
    const merged = await person.kith.contacts.get(first);
    expect(merged).toMatchObject({ firstName: "Zoe", company: "Kranich Verlag", birthday: null });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone: Merged").first().waitFor();
    await page.locator(".pair").waitFor();
    expect(await namesOf(person)).toEqual(["Bela", "Zoe Müller", "Zoë Müller"]);
    expect((await person.kith.notes.list({ contactId: second })).total).toBe(1);
  });

  test("is done with the keyboard alone, and can be given up", async () => {
    const { page, person } = await openDuplicates();
    const open = page.getByRole("button", { name: "Merge Zoë Müller and Zoe Müller" });
    await open.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Choose what stays");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Show the result" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("The result: Zoe Müller");
    await page.getByRole("button", { name: "Back" }).click();
    await expect.poll(() => focused(page)).toBe("Choose what stays");
    expect(await page.getByRole("radio", { name: "Zoe", exact: true }).isChecked()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(
      true,
    );
    expect(await namesOf(person)).toEqual(["Bela", "Zoe Müller", "Zoë Müller"]);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Show the result" }).click();
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    // What opened the dialog is gone.
    await page.getByText("Merged into Zoë Müller.").first().waitFor();
    await expect.poll(() => focused(page)).toBe("Duplicates");
    await page.keyboard.press("Control+z");
    await page.getByText("Undone: Merged").first().waitFor();
    await page.locator(".pair").waitFor();
  });

  test("of lists that are too long together asks whose stay", async () => {
    const person = await newPerson();
    const { page, expectOnConsole } = await visit({ person });
    expectOnConsole(/status of 400/);
    for (const side of ["a", "b"]) {
      const emails = Array.from({ length: 11 }, (_, n) => ({ value: `${side}${n}@example.com` }));
      await person.kith.contacts.create({ firstName: "Ana", emails });
    }
    await page.goto(`${page.url().split("#")[0]}#/duplicates`);
    await page.getByRole("button", { name: "Merge Ana and Ana" }).click();
    await page.getByRole("button", { name: "Show the result" }).click();
    await page.getByText("more than 20 of these: e-mail addresses").waitFor();
    const group = page.getByRole("group", { name: "E-mail addresses" });
    await group.getByRole("radio", { name: /b0@example.com/ }).check();
    await page.getByRole("button", { name: "Show the result" }).click();
    await page.getByRole("heading", { name: "The result: Ana" }).waitFor();
    expect(await page.locator(".merge-result").innerText()).toContain("b10@example.com");
  });
});
