import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { mappingWords } from "../../functions/kith/imports/parse/csv-columns.ts";
import { mappingWords as words } from "../../web/src/imports/columns.ts";
import { fillAccount, newPerson, type Person } from "./support/account.ts";
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

async function openExport() {
  const person = await newPerson();
  await fillAccount(person);
  const visited = await visit({ person });
  await openData(visited.page);
  return visited;
}

/** The file that a button saves. */
async function save(page: Page, name: string) {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  return await saved;
}

test("each button saves its file", async () => {
  const { page } = await openExport();
  for (
    const [button, name, content] of [
      [
        "Contacts as vCard",
        "kith-contacts-<day>.vcf",
        /^BEGIN:VCARD[^]*Zoë Müller[^]*END:VCARD\r\n$/,
      ],
      ["Contacts as CSV", "kith-contacts-<day>.csv", /First Name[^]*Zoë,/],
      ["Contacts as JSON", "kith-contacts-<day>.json", /"contacts":\s*\[[^]*Zoë[^]*\}\n$/],
      ["Everything as JSON", "kith-<day>.json", /Send the photos[^]*\}\n$/],
    ] as const
  ) {
    const download = await save(page, button);
    expect(download.suggestedFilename().replace(/\d{4}-\d\d-\d\d/, "<day>")).toBe(name);
    expect(await readFile(await download.path(), "utf8")).toMatch(content);
    await page.getByRole("status").filter({ hasText: "The file is saved." }).waitFor();
  }
});

test("no copy of it is held, which would be in memory twice and go on when it is given up", async () => {
  const { page } = await openExport();
  await page.evaluate(() => {
    const { clone } = Response.prototype;
    Response.prototype.clone = function () {
      console.info(`copied ${this.url}`);
      return clone.call(this);
    };
  });
  const copied: string[] = [];
  page.on("console", (line) => copied.push(line.text()));
  for (const name of ["Contacts as JSON", "Everything as JSON"]) await save(page, name);
  await page.getByRole("link", { name: "People", exact: true }).click();
  await expect.poll(() => copied.join()).toMatch(/copied .*\/contacts\?/);
  expect(copied.filter((line) => line.includes("export"))).toEqual([]);
});

test("what breaks off is not saved, and says so", async () => {
  const { page } = await openExport();
  let downloads = 0;
  page.on("download", () => downloads++);
  await page.route(
    /\/contacts\/export/,
    (route) =>
      route.fulfill({
        contentType: "text/vcard; charset=utf-8",
        body: "BEGIN:VCARD\r\nVERSION:4.0\r\n",
      }),
  );
  await page.getByRole("button", { name: "Contacts as vCard" }).click();
  await page.getByText("Nothing was saved.").waitFor();
  expect(downloads).toBe(0);
  await page.unroute(/\/contacts\/export/);
  const download = await save(page, "Contacts as vCard");
  expect(await readFile(await download.path(), "utf8")).toContain("Zoë");
});

const statusOf = async (url: string) => (await fetch(url)).status;

test("the calendar is made, copied, reset and switched off", async () => {
  const person = await newPerson();
  const { page } = await visit({ person });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await openData(page);
  const section = page.getByRole("region", { name: "Calendar" });
  const address = () => section.locator("code").textContent();
  await section.getByRole("button", { name: "Make a calendar address" }).click();
  await section.getByRole("button", { name: "Copy address" }).click();
  await section.getByRole("button", { name: "Copied" }).waitFor();
  const first = (await address())!;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  const link = section.getByRole("link", { name: /calendar app of this device/ });
  expect(await link.getAttribute("href")).toBe(first.replace(/^https?/, "webcal"));
  const feed = await fetch(first);
  expect(feed.status).toBe(200);
  expect(await feed.text()).toMatch(/^BEGIN:VCALENDAR/);

  // It is shown once.
  await page.reload();
  await section.getByText("It is on since").waitFor();
  expect(await section.locator("code").count()).toBe(0);
  expect(await page.content()).not.toContain(first.slice(-40));

  await section.getByRole("button", { name: "New address…" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  expect(await statusOf(first)).toBe(200);
  await section.getByRole("button", { name: "New address…" }).click();
  await page.getByRole("button", { name: "Make a new address" }).click();
  await section.locator("code").waitFor();
  const second = (await address())!;
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

  await section.getByRole("button", { name: "Switch off…" }).click();
  await page.getByRole("button", { name: "Switch it off" }).click();
  await section.getByRole("button", { name: "Make a calendar address" }).waitFor();
  expect(await statusOf(second)).toBe(404);
  expect((await person.kith.me.getCalendar()).isEnabled).toBe(false);
});
