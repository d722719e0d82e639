import { describe, expect, test } from "vitest";
import { mappingWords } from "../../functions/kith/imports/parse/csv-columns.ts";
import { mappingWords as words } from "../../web/src/imports/columns.ts";
import { newPerson, type Person } from "./support/account.ts";
import { cards, chooseFile, openData } from "./support/data.ts";
import { fromMenu, useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();

async function openImport() {
  const person = await newPerson();
  for (const [firstName, value] of [["Zoë", "zoe@example.com"], ["Ana", "ana@example.com"]]) {
    const body = { firstName: firstName!, emails: [{ value: value!, label: null }] };
    await person.kith.contacts.create(body);
  }
  const visited = await visit({ person });
  await openData(visited.page);
  return { person, ...visited };
}

const namesOf = async ({ kith }: Person) =>
  (await kith.contacts.list()).data.map(({ displayName }) => displayName).sort();

describe("a file of vCards", () => {
  test("is shown, applied as chosen, and undone", async () => {
    const { page, person } = await openImport();
    await chooseFile(page, "contacts.vcf", cards);
    const row = (name: string) => page.locator(".import-row").filter({ hasText: name });
    await row("Zoë Müller").waitFor();
    await page.getByText(/^1 new, 1 there already, 1 unclear, 1 that cannot be read/).waitFor();
    expect(await row("Zoë Müller").innerText()).toContain(
      "There already: same e-mail address as Zoë",
    );
    expect(await row("Carla").innerText()).toContain("New");
    expect(await page.locator(".import-row").last().innerText()).toMatch(/Line 22: /);
    await page.getByText("Left out of the file: 1 field").click();
    await page.getByText("X-SHOE (1×)").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Zoë"]);
    await page.getByLabel("What to do with Unclear, line 15").selectOption("Merge into Ana");
    await page.getByLabel("What to do with Carla Núñez, line 8").selectOption("Skip");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Created 0, merged 2, skipped 2.").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Zoë Müller"]);
    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.locator("#content").getByText("The import is undone.").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Zoë"]);
    await page.getByRole("button", { name: "Import another file" }).click();
    await page.getByLabel("Choose a file, or drop it here").waitFor();
  });

  test("leaves contacts that are there as they are where that is chosen, also for those of one action", async () => {
    const { page, person } = await openImport();
    await chooseFile(page, "contacts.vcf", cards);
    // Above the rows, however many there are.
    const top = async (name: string) =>
      (await page.getByRole("button", { name, exact: true }).boundingBox())!.y;
    const rows = page.getByRole("list", { name: "What the file has" });
    await rows.waitFor();
    expect(await top("Import")).toBeLessThan((await rows.boundingBox())!.y);
    await page.getByRole("radio", { name: "Skip" }).check();
    await page.getByLabel("Show", { exact: true }).selectOption("1 new");
    await expect.poll(() => page.locator(".import-row").count()).toBe(1);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Created 1, merged 0, skipped 3.").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Carla Núñez", "Zoë"]);
  });

  test("is dropped on the page", async () => {
    const { page } = await openImport();
    const transfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "dropped.vcf"));
      return transfer;
    }, cards);
    await page.locator(".drop").dispatchEvent("drop", { dataTransfer: transfer });
    await page.getByText("File: dropped.vcf").waitFor();
    await page.locator(".import-row").first().waitFor();
  });

  test("larger than one request is sent in parts", async () => {
    const { page, person } = await openImport();
    const many = Array.from(
      { length: 1_200 },
      (_, at) => `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Person ${at}\r\nEND:VCARD\r\n`,
    );
    await chooseFile(page, "many.vcf", many.join(""));
    await page.getByText(/^1200 new/).waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => page.locator(".import-row").count()).toBe(100);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Created 1200, merged 0, skipped 0.").waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.locator("#content").getByText("The import is undone.").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Zoë"]);
  });
});

describe("when something fails", () => {
  test("the file is kept, and read at another try", async () => {
    const { page, expectOnConsole } = await openImport();
    expectOnConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await page.context().setOffline(true);
    await chooseFile(page, "contacts.vcf", cards);
    await page.getByText("The file could not be read. This needs a connection.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".import-row").first().waitFor();
  });

  test("choices are kept, also while other views are open", async () => {
    const { page, person, expectOnConsole } = await openImport();
    expectOnConsole(/status of 503/);
    await chooseFile(page, "contacts.vcf", cards);
    const choice = page.getByLabel("What to do with Zoë Müller, line 1");
    await choice.selectOption("Create");
    await page.route(/\/apply$/, (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        body: JSON.stringify({
          status: 503,
          code: "unavailable",
          detail: "Try later.",
          requestId: "0",
          errors: [],
        }),
      }));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Try later. What you chose is kept; try again.").waitFor();
    await page.unroute(/\/apply$/);
    await fromMenu(page, "Profile");
    await fromMenu(page, "Data");
    await choice.waitFor();
    expect(await choice.inputValue()).toBe("create");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Created 2, merged 0, skipped 2.").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Carla Núñez", "Zoë", "Zoë Müller"]);
  });

  test("what was changed since stays when the rest is undone", async () => {
    const { page, person, expectOnConsole } = await openImport();
    expectOnConsole(/status of 409/);
    await chooseFile(page, "contacts.vcf", cards);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Created 1, merged 1, skipped 2.").waitFor();
    const { data } = await person.kith.contacts.list();
    const { id } = data.find(({ displayName }) => displayName === "Zoë Müller")!;
    await person.kith.contacts.update(id, { lastName: "Meier" });
    await page.getByRole("button", { name: "Undo the import" }).click();
    await page.getByRole("button", { name: "Undo what can be undone" }).click();
    await page.locator("#content").getByText("The import is undone.").waitFor();
    expect(await namesOf(person)).toEqual(["Ana", "Zoë Meier"]);
  });
});

describe("a document of Kith", () => {
  test("shows what it fills in the profile, and fills that", async () => {
    const { page, person } = await openImport();
    await person.kith.me.update({ country: "DE" });
    const profile = { name: "Ada Lovelace", timezone: "Pacific/Auckland", country: "NZ" };
    const document = { kith: 1, profile, contacts: [{ firstName: "Carla" }] };
    await chooseFile(page, "kith.json", JSON.stringify(document));
    const row = page.locator(".import-row").filter({ hasText: "Profile" });
    await row.waitFor();
    expect((await row.innerText()).split("\n"))
      .toEqual(["Ada Lovelace", "Profile · Pacific/Auckland", "Fills in what your profile lacks"]);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Created 1, merged 1, skipped 0.").waitFor();
    expect(await person.kith.me.get()).toMatchObject({ ...profile, country: "DE" });
  });
});

describe("a table with columns that are not known", () => {
  test("is imported by what one says they are", async () => {
    const { page, person, expectOnConsole } = await openImport();
    expectOnConsole(/status of 400/);
    await chooseFile(page, "liste.csv", "Rufname;Sippe;Funkpost\r\nJan;Groß;jan@example.com\r\n");
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await page.getByText("Understood: Rufname (1 of 3 columns).").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await field("Rufname").inputValue()).toBe("firstName");
    await field("Sippe").selectOption("Last name");
    await field("Funkpost").selectOption("E-mail address, work");
    await page.getByRole("button", { name: "Show what will happen" }).click();
    await page.getByText(/^1 new/).waitFor();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("Created 1, merged 0, skipped 0.").waitFor();
    const { data } = await person.kith.contacts.list();
    expect(data.find(({ displayName }) => displayName === "Jan Groß")).toMatchObject({
      emails: [{ value: "jan@example.com", label: "work" }],
    });
  });

  test("may be any that the API knows", () => {
    const known = words.map(([word]) => word.split(":")[0]);
    expect(known.filter((word) => !mappingWords.includes(word!))).toEqual([]);
  });
});

test("what is no file of contacts is refused, and another can be chosen", async () => {
  const { page, expectOnConsole } = await openImport();
  expectOnConsole(/status of 4\d\d/);
  await chooseFile(page, "picture.png", "\x89PNG\0\0\0");
  await page.getByText(/^The file could not be read\./).waitFor();
  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByLabel("Choose a file, or drop it here").waitFor();
});
